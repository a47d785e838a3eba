import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSite } from '../../../src/site/build/compile-site.ts';
import { ROOT } from './page.ts';
import { openShell, SERVICE_PATH, type Shell, type Substitute } from './shell.ts';
import { readSudo } from './sudo.ts';
import { openSystemd, type Systemd } from './systemd.ts';
import { listIds } from './users.ts';

const PACKAGES = join(ROOT, 'node_modules');
/** Scope of the workspace packages, whose links lead into the project. */
const OWN_SCOPE = '@llms-txt-directory';

/** Returns the substitute for `npm ci`. Compiles the pages if needed. */
export async function linkPackages(): Promise<Substitute> {
  const { dir } = await compileSite('');
  return {
    only: 'ci*',
    reason: 'Takes a minute. This links the packages of the test, and copies the pages that it has compiled.',
    run: [
      `rm -rf node_modules && mkdir node_modules && ln -s '${PACKAGES}'/* node_modules/`,
      `rm -rf node_modules/${OWN_SCOPE} && cp -RP '${PACKAGES}/.bin' '${PACKAGES}/${OWN_SCOPE}' node_modules/`,
      `{ [ -e dist ] || { mkdir dist && cp -R '${dir}' dist/; }; }`,
    ].join(' && '),
  };
}

/** A Debian machine in a folder. */
export interface Machine {
  readonly shell: Shell;
  readonly systemd: Systemd;
  /** Folder of the directory. On the page, it is `/srv/directory`. */
  readonly home: string;
  /** Runs a command of the page. Returns its output. */
  run(command: string): Promise<string>;
  close(): Promise<void>;
}

export interface MachineOptions {
  /** Port of the server, in place of the default port. */
  readonly serverPort: number;
  /** Replacements of words of the page. */
  readonly words: Readonly<Record<string, string>>;
}

/** Opens an empty machine with the programs of this machine, except for `SUBSTITUTES`. */
export async function openMachine({ serverPort, words }: MachineOptions): Promise<Machine> {
  const SUBSTITUTES: Readonly<Record<string, Substitute>> = {
    npm: await linkPackages(),
    'apt-get': { reason: 'A test installs nothing. It is skipped without the packages.', run: 'exit 0' },
    useradd: { reason: 'A test adds no users. Existing ones are used.', run: 'exit 0' },
    sudo: {
      reason: 'The test is root and changes the user itself.',
      run: async (call) => {
        const called = readSudo(call, { path: shell.path, homeOf: (user) => homes[user] ?? root });
        return await shell.call(called.call, called.user);
      },
    },
    systemctl: {
      reason: 'The test runs the commands of the units itself.',
      run: async ({ args: [verb = '', ...units] }) => {
        if (units.includes('caddy')) stayOnLoopback(caddyfile, place);
        await systemd.control(
          verb,
          units.filter((each) => !each.startsWith('-')),
        );
      },
    },
  };
  const shell = await openShell({ substitutes: SUBSTITUTES, user: 'you' });
  const root = join(shell.folder, 'machine');
  const home = join(root, 'srv/directory');
  const caddyfile = join(root, 'etc/caddy/Caddyfile');
  const homes: Record<string, string> = { directory: join(home, '.data'), caddy: join(root, 'var/lib/caddy') };
  for (const each of ['srv', 'etc/systemd/system', 'etc/caddy', 'var/lib/caddy']) {
    mkdirSync(join(root, each), { recursive: true });
  }
  chownSync(join(root, 'var/lib/caddy'), listIds('caddy').uid, listIds('caddy').gid);
  const places = {
    '/srv/directory': home,
    '/etc/': `${root}/etc/`,
    '127.0.0.1:4321': `127.0.0.1:${serverPort}`,
    ...words,
  };
  const place = (text: string) => Object.entries(places).reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const systemd = openSystemd({
    folders: [join(root, 'etc/systemd/system'), '/lib/systemd/system'],
    place,
    env: (user) => ({ PATH: SERVICE_PATH, HOME: homes[user] ?? root }),
  });
  return {
    shell,
    systemd,
    home,
    run: (command) => shell.run(place(command)),
    async close() {
      await systemd.close();
      await shell.close();
    },
  };
}

/** Changes the installed Caddyfile for a test: uses only loopback ports, and no port for administration. */
function stayOnLoopback(file: string, place: (text: string) => string): void {
  const text = place(readFileSync(file, 'utf8'));
  writeFileSync(file, `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n${text}`);
}
