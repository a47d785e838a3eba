import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { folderOfFile } from '../temp-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const workflow = readFileSync(join(ROOT, '.github/workflows/deploy.yml'), 'utf8');

/** Commands of the workflow, in order. */
const commands = [...workflow.matchAll(/^\s+(?:- )?run: (.+)$/gm)].map(([, command = '']) => command);

describe('the deploy workflow in a clean clone with the variables of GitHub', () => {
  const folder = folderOfFile();
  let clone: string;
  beforeAll(() => {
    clone = join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, clone]);
    // Use the packages of this tree.
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  });
  beforeEach(() => {
    for (const left of [join(clone, '.data'), join(folder, 'log')]) rmSync(left, { recursive: true, force: true });
    writeSite({ 'index.html': 'one', 'domain/a.example.html': 'a' });
  });

  const writeSite = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(clone, '.data/site', path, '..'), { recursive: true });
      writeFileSync(join(clone, '.data/site', path), text);
    }
  };
  /** Runs every command except install, build and snapshot, which other tests cover. */
  const deploy = (settings: Readonly<Record<string, string>> = {}) => {
    const output = join(folder, 'output');
    writeFileSync(output, '');
    const env = {
      ...process.env,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_OUTPUT: output,
      DATA_DIR: '.data',
      ...settings,
    };
    const outputs = () =>
      Object.fromEntries(
        readFileSync(output, 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.split('=')),
      );
    for (const command of commands) {
      if (/^npm ci|deploy\.ts (build|snapshot)$/.test(command)) continue;
      // Skip this step under its condition, because it follows the deployment to GitHub Pages.
      if (command.includes('$PAGES_DIGEST') && (settings['PUBLISH_COMMAND'] || outputs()['site_is_new'] !== 'true'))
        continue;
      const { status, stderr } = spawnSync(command.replace(/^node/, `'${process.execPath}'`), {
        cwd: clone,
        env: { ...env, PAGES_DIGEST: outputs()['site_digest'] },
        shell: true,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${command}: ${stderr}`);
    }
    return outputs();
  };
  const log = () =>
    existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8').trim().split('\n') : [];
  const noting = (word: string) => `echo "${word} $(ls "$SITE_DIR" | wc -l)" >> ${join(folder, 'log')}`;

  it('publishes changes to GitHub Pages, and nothing without changes', () => {
    expect(deploy()).toEqual({
      site_is_new: 'true',
      server_is_new: 'true',
      site_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(deploy()).toMatchObject({ site_is_new: 'false' });
    writeSite({ 'domain/a.example.html': 'b' });
    expect(deploy()).toMatchObject({ site_is_new: 'true' });
    rmSync(join(clone, '.data/site/domain/a.example.html'));
    expect(deploy()).toMatchObject({ site_is_new: 'true' });
  });

  it('runs the publish and server commands once per change', () => {
    const settings = { PUBLISH_COMMAND: noting('publish'), SERVER_COMMAND: noting('restart') };
    deploy(settings);
    expect(log()).toEqual(['publish 2', 'restart 2']);
    deploy(settings);
    expect(log()).toHaveLength(2);
    writeSite({ 'new.html': 'new' });
    deploy(settings);
    expect(log()).toEqual(['publish 2', 'restart 2', 'publish 3']);
  });

  it('restarts the server only for its own code', () => {
    const settings = { SERVER_COMMAND: noting('restart') };
    deploy(settings);
    const commit = (path: string) => {
      writeFileSync(join(clone, path), '\n', { flag: 'a' });
      const git = '-c user.name=t -c user.email=t@t.example commit --quiet --no-verify -m x --'.split(' ');
      execFileSync('git', [...git, path], { cwd: clone });
    };
    commit('README.md');
    deploy(settings);
    expect(log()).toHaveLength(1);
    commit('bin/directory.ts');
    deploy(settings);
    expect(log()).toHaveLength(2);
  });

  it('repeats a failed command', () => {
    expect(() => deploy({ PUBLISH_COMMAND: 'exit 3' })).toThrow('PUBLISH_COMMAND ended with 3');
    deploy({ PUBLISH_COMMAND: noting('publish') });
    expect(log()).toEqual(['publish 2']);
  });

  it('continues after failed pages, and ends after a failed build', () => {
    const summary = join(folder, 'summary');
    const failures = Array.from(
      { length: 12 },
      (_, n) => `{"level":"error","event":"page.failed","domain":"${n}.example","reason":"no title"}`,
    );
    const build = (status: number) => {
      writeFileSync(join(folder, 'npm'), `#!/bin/sh\ncat >&2 <<'END'\n${failures.join('\n')}\nEND\nexit ${status}\n`, {
        mode: 0o755,
      });
      writeFileSync(summary, '');
      const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, GITHUB_STEP_SUMMARY: summary };
      const { status: ended, stdout } = spawnSync(process.execPath, ['.ci/deploy.ts', 'build'], {
        cwd: clone,
        env,
        encoding: 'utf8',
      });
      return { ended, stdout, summary: readFileSync(summary, 'utf8') };
    };
    expect(build(0)).toMatchObject({ ended: 0, summary: '' });
    expect(build(1)).toMatchObject({ ended: 1, summary: '' });
    const marked = build(4);
    expect(marked).toMatchObject({ ended: 0, stdout: expect.stringContaining('::warning') });
    expect(marked.summary).toMatch(
      /### 12 pages could not be built\n(?:.*\n)+ {4}0\.example: no title\n(?:.*\n)+ {4}and 2 more/,
    );
  });

  it('refuses to publish an empty site', () => {
    rmSync(join(clone, '.data/site'), { recursive: true });
    mkdirSync(join(clone, '.data/site'));
    expect(() => deploy()).toThrow('is empty');
  });
});
