import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { RECORDING } from '../outputs/keep.ts';
import { readTestWeb } from '../sandbox/test-web.ts';
import { findPostgrest, type LocalStack, startLocalStack } from './local-stack.ts';
import { registryEnv } from './registry-env.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const guide = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
const REPOSITORY = 'https://github.com/OWNER/REPOSITORY.git';

/** The commands of the guide, block by block. */
const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);

describe.runIf(findPostgrest() !== null)('the operating guide, followed to the letter', () => {
  let folder: string;
  let stack: LocalStack;
  let sandbox: Sandbox;
  let shell: ChildProcess | undefined;
  let said = '';
  let env: Record<string, string | undefined>;
  const directory = () => join(folder, 'directory');

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'operating-'));
    // Hosted project before its first migration, and resolvers without sites, so no request leaves this machine.
    stack = await startLocalStack({ migrations: [] });
    sandbox = await startSandbox({ sites: await readTestWeb(), dataDir: folder, now: Date.now });
    const port = await freePort();
    const settings = {
      BASE_URL: `http://127.0.0.1:${port}`,
      PORT: String(port),
      SERVICE_NAME: '"Our directory"',
      SUPABASE_URL: stack.url,
      SUPABASE_SECRET_KEY: stack.secretKey,
      SERVER_SECRET: randomBytes(36).toString('base64'),
      TRUSTED_PROXY: '1',
      METRICS: 'true',
      DNS_SERVERS: sandbox.dns,
    };
    const written = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    const names = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR'];
    env = {
      ...RECORDING,
      ...Object.fromEntries(names.map((name) => [name, process.env[name]])),
      ...registryEnv(),
      DATABASE_URL: stack.databaseUrl,
      DO_NOT_TRACK: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `url.file://${ROOT}.insteadOf`,
      GIT_CONFIG_VALUE_0: REPOSITORY,
    };
    const edit = `cat > .env <<'SETTINGS'\n${written.join('\n')}\nSETTINGS\n`;
    const script = blocks.flatMap((block, i) => (i === 0 ? [block, edit] : [block])).join('\n');
    shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    shell.stdout?.on('data', (chunk) => {
      said += chunk;
    });
    shell.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    const [code] = await once(shell, 'exit');
    if (code !== 0) throw new Error(`the guide ended with ${code}:\n${said.slice(-4000)}`);
  }, 600_000);
  afterAll(async () => {
    // Server that the guide started.
    if (shell?.pid !== undefined && shell.exitCode === 0) process.kill(-shell.pid, 'SIGTERM');
    await sandbox?.close();
    await stack?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const origin = () => /^BASE_URL=(.*)$/m.exec(readFileSync(join(directory(), '.env'), 'utf8'))?.[1] ?? '';

  it('contains commands for every step up to the copy', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(6);
    for (const word of [
      'git clone',
      'db push',
      'npx directory import',
      'npm run crawl',
      'npm run build',
      'npm run serve',
      'npx directory export',
    ])
      expect(blocks.join('\n'), word).toContain(word);
  });

  it('starts a directory with API, pages, figures and readiness', async () => {
    const stats = await (await fetch(`${origin()}/v1/stats`)).json();
    expect(stats).toMatchObject({ domains_tracked: expect.any(Number) });
    expect(stats.domains_tracked).toBeGreaterThan(3_000);
    expect(await (await fetch(`${origin()}/`)).text()).toContain('Our directory');
    expect(await (await fetch(`${origin()}/llms.txt`)).text()).toMatch(/^# /);
    expect(await (await fetch(`${origin()}/metrics`)).text()).toContain('directory_store_up 1');
    expect(await (await fetch(`${origin()}/readyz`)).text()).toMatch(/^ready; the last visit was within the hour/);
    expect(said).toContain('visited');
  });

  it('applies and records all migrations', async () => {
    const owner = await stack.connect();
    const { rows } = await owner.query<{ n: number }>(
      'select count(*)::int as n from supabase_migrations.schema_migrations',
    );
    await owner.end();
    expect(rows[0]?.n).toBe(
      execFileSync('ls', ['supabase/migrations'], { cwd: directory(), encoding: 'utf8' }).trim().split('\n').length,
    );
  });

  it('restores its copy into another directory', () => {
    const copy = join(directory(), 'directory-copy.gz');
    expect(existsSync(copy)).toBe(true);
    const restored = execFileSync('npx', ['directory', 'restore', copy], {
      cwd: directory(),
      env: { ...env, DATA_DIR: join(folder, 'elsewhere') },
      encoding: 'utf8',
    });
    expect(JSON.parse(restored).counts.domains).toBeGreaterThan(3_000);
  });

  it('names only existing commands and settings', () => {
    const scripts: Record<string, string> = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;
    for (const [, name = ''] of guide.matchAll(/npm run (?:--silent )?([a-z:-]+)/g))
      expect(scripts[name], name).toBeDefined();
    const known = readFileSync(join(ROOT, '.env.example'), 'utf8');
    const [, block = ''] = /```ini\n([\s\S]*?)```/.exec(guide) ?? [];
    for (const [, name = ''] of block.matchAll(/^([A-Z_]+)=/gm)) expect(known, name).toContain(`#${name}=`);
    const headings = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    );
    for (const [, anchor = ''] of guide.matchAll(/\]\(#([a-z0-9-]+)\)/g)) expect(headings, anchor).toContain(anchor);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}
