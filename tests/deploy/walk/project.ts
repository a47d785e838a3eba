import { execFileSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './page.ts';
import { listIds } from './users.ts';

/** URL of the project on the pages. */
const REPOSITORY = 'https://github.com/OWNER/REPOSITORY.git';
/** Tag of the project on the pages. */
const TAG = 'v1.0.0';
/** Sites of the sample web, in place of the thousands of real sites in the project. */
const KNOWN = ['clay-and-kiln.example', 'lumendb.example', 'shanhe-tea.example'];

/** Project in a repository of the test. */
export interface Project {
  /** Variables with which git reads the repository of the test at the URL of the pages. */
  readonly env: Readonly<Record<string, string>>;
  /** Appends text to a file, like a later version of the project. */
  release(path: string, text: string): void;
}

/** Copies the last commit of this project into a repository of a user, with a short list of sample sites. */
export function publishProject(folder: string, user: string): Project {
  const repository = join(folder, 'repository');
  const { uid, gid } = listIds(user);
  const options = ['safe.directory=*', 'user.name=test', 'user.email=test@test.example'].flatMap((each) => [
    '-c',
    each,
  ]);
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, repository]);
  const commit = () => {
    execFileSync('git', ['-C', repository, ...options, 'commit', '--quiet', '--all', '--message', 'test']);
    // Change the owner, because Git reads only repositories of its own user.
    execFileSync('chown', ['-R', `${uid}:${gid}`, repository]);
  };
  writeFileSync(join(repository, 'data/known-sites.csv'), `domain\n${KNOWN.join('\n')}\n`);
  commit();
  execFileSync('git', ['-C', repository, ...options, 'tag', TAG]);
  return {
    env: {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `url.file://${repository}.insteadOf`,
      GIT_CONFIG_VALUE_0: REPOSITORY,
    },
    release(path, text) {
      appendFileSync(join(repository, path), text);
      commit();
    },
  };
}
