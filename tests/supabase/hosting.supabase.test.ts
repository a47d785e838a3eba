import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { keepOutput } from '../outputs/keep.ts';
import { endProgram } from '../start-program.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { untilAnswered } from '../until-answered.ts';
import { findPostgrest, type LocalStack, startLocalStack } from './local-stack.ts';
import { registryEnv } from './registry-env.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const HOSTING = join(ROOT, 'docs/operating');
/** Project folder in the container file and the unit. */
const HOME = '/srv/directory';
const guide = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');

/** Instructions of the container file, which has no continued lines or comments. */
const instructions = readFileSync(join(HOSTING, 'Containerfile'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ word: line.slice(0, line.indexOf(' ')), rest: line.slice(line.indexOf(' ') + 1) }));
const the = (word: string) => instructions.find((one) => one.word === word)?.rest ?? '';
/** Parses the word list of an instruction. */
const list = (text: string): string[] => JSON.parse(text.slice(text.indexOf('[')));

/** User `nobody`, who replaces the image's user. Only root can switch users. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const asNobody = process.getuid?.() === 0 ? NOBODY : {};

describe.runIf(findPostgrest() !== null)('hosting files of the guide', () => {
  let folder: string;
  let image: string;
  let stack: LocalStack;
  let settings: Record<string, string>;
  let server: ChildProcess | undefined;
  let said = '';

  // Run the container file line by line in a folder with only the copied files.
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hosting-'));
    chmodSync(folder, 0o755);
    image = join(folder, 'image');
    const context = join(folder, 'context');
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, context]);
    for (const ignored of readFileSync(join(HOSTING, 'Containerfile.dockerignore'), 'utf8').trim().split('\n')) {
      rmSync(join(context, ignored), { recursive: true, force: true });
    }
    // Create Node and this user, because the base image contains them.
    const tools = join(folder, 'tools');
    mkdirSync(tools);
    const owned = `exec /usr/bin/chown $(echo "$@" | sed s/node:node/${NOBODY.uid}:${NOBODY.gid}/)`;
    writeFileSync(join(tools, 'chown'), `#!/bin/sh\n${'uid' in asNobody ? owned : 'exit 0'}\n`);
    chmodSync(join(tools, 'chown'), 0o755);
    const path = `${tools}:${dirname(process.execPath)}:${process.env['PATH']}`;
    let place = image;
    for (const { word, rest } of instructions) {
      if (word === 'WORKDIR') {
        place = join(image, rest);
        mkdirSync(place, { recursive: true });
      }
      if (word === 'COPY') {
        const from = rest.split(' ');
        const to = join(place, from.pop() ?? '');
        for (const each of from)
          cpSync(join(context, each), each === '.' ? to : join(to, basename(each)), { recursive: true });
      }
      if (word === 'RUN') {
        const env = { PATH: path, HOME: process.env['HOME'], ...registryEnv() };
        const { status, stderr } = spawnSync('sh', ['-c', rest], { cwd: place, env, encoding: 'utf8' });
        if (status !== 0) throw new Error(`RUN ${rest}: ${stderr.slice(-2000)}`);
      }
    }
    // Link a separate Node, because in a checkout the packages contain Node.
    symlinkSync(process.execPath, join(image, HOME, 'node_modules/.bin/node'));
    stack = await startLocalStack({ migrations: MIGRATIONS });
    const port = String(await freePort());
    const secret = randomBytes(36).toString('base64');
    const lines = [
      `BASE_URL=http://127.0.0.1:${port}`,
      'SERVICE_NAME="Our directory"',
      `SUPABASE_URL=${stack.url}`,
      `SUPABASE_SECRET_KEY=${stack.secretKey}`,
      `SERVER_SECRET=${secret}`,
    ];
    writeFileSync(join(folder, '.env'), `${lines.join('\n')}\n`);
    const [, unquote = 'false'] = /^(sed .* > container\.env)$/m.exec(guide) ?? [];
    execFileSync('sh', ['-c', unquote], { cwd: folder });
    settings = { HOST: '127.0.0.1', PORT: port };
  }, 400_000);
  afterAll(async () => {
    server?.kill('SIGKILL');
    await stack?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Starts the command of the container with these settings, and waits until it answers. */
  async function startServer(): Promise<{ origin: string; stop(): Promise<unknown> }> {
    const [command = '', ...args] = list(the('CMD'));
    const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
    const started = spawn(command, args, {
      cwd: join(image, HOME),
      env: { PATH: path, ...toEnvironment(the('ENV').split(' ')), ...toEnvironment(containerEnv()), ...settings },
      ...asNobody,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    server = started;
    // Keep the output here, because the user `nobody` cannot write to the record folder.
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
        keepOutput({ from: 'the hosted server', text: String(chunk) });
      });
    const origin = `http://127.0.0.1:${settings['PORT']}`;
    await untilAnswered(`${origin}/healthz`).catch(() => {
      throw new Error(`the server does not answer: ${said}`);
    });
    return { origin, stop: () => endProgram(started, 'SIGTERM') };
  }
  const containerEnv = () => readFileSync(join(folder, 'container.env'), 'utf8').trim().split('\n');

  it('serves API and pages from a healthy container as an unprivileged user', async () => {
    const { origin, stop } = await startServer();
    expect((await (await fetch(`${origin}/v1/stats`)).json()).domains_tracked).toBe(0);
    expect(await (await fetch(`${origin}/`)).text(), said).toMatch(/<title>[^<"]*Our directory/);
    const [, ...checked] = list(the('HEALTHCHECK'));
    const check = () => spawnSync(process.execPath, checked, { env: settings }).status;
    expect(check()).toBe(0);
    await stop();
    expect(check()).toBe(1);
  });
});

/** Parses lines like `podman run --env-file`. The value is everything after the first `=`, including quotes. */
function toEnvironment(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
