import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createPreview, parse } from '#llmstxt';
import { type AppDeps, createApp } from '../../functions/http/app.ts';
import { startServer } from '../../functions/http/server.ts';
import { createPackageReads } from '../../functions/visits/package-reads.ts';
import { bundlePackage } from '../../packages/llmstxt/build/bundle.ts';
import { runCommand } from '../../packages/llmstxt/cli/run-command.ts';
import type { PackageLink } from '../../src/directory/package-resolution.ts';
import { createPacing } from '../../src/fetch/pacing.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { searchTextOf } from '../../src/search/search-text.ts';
import type { Store } from '../../src/store/store.ts';
import { serveFake } from '../functions/http/serve-fake.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { HOUR, LISTED, visitOf } from '../store/sample-visit.ts';
import { inTurn, report } from './figure.ts';

/** Measures the time of the command, the action and a lock as full processes, next to an empty process. */
const ROUNDS = 15;
const FILE_BYTES = 10_000;
const MAX_CHECK_MS = 150;
const MAX_ACTION_MS = 2_000;
const MAX_ACTION_BYTES = 400_000;
const LOCKED_FILES = 100;
const MAX_LOCK_MS = 5_000;
const PACKAGES = 1_000;
const PACKAGE_SITES = 400;
const MAX_PACKAGES_MS = 10_000;

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'cli-'));

function llmsTxt(bytes: number): string {
  const lines = ['# Teapot', '', '> Brews tea anywhere.', '', '## Docs', ''];
  for (let size = 0, i = 0; size < bytes; i++) {
    const line = `- [Page ${i}](https://teapot.example/docs/page-${i}.md): what page ${i} is about, in some words`;
    lines.push(line);
    size += line.length + 1;
  }
  return `${lines.join('\n')}\n`;
}

function timeOf(args: readonly string[], env: Readonly<Record<string, string>> = {}): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - startedAt;
}

async function reportPrograms(): Promise<void> {
  await bundlePackage();
  const packaged = join(root, 'packages/llmstxt');
  cpSync(join(packaged, 'dist'), join(folder, 'package/dist'), { recursive: true });
  cpSync(join(packaged, 'package.json'), join(folder, 'package/package.json'));
  cpSync(join(packaged, 'action/generated/action.js'), join(folder, 'package/action.js'));
  writeFileSync(join(folder, 'llms.txt'), llmsTxt(FILE_BYTES));
  const times = await inTurn(ROUNDS, {
    nothing: () => timeOf(['-e', '0']),
    check: () => timeOf(['package/dist/cli.js', 'check', 'llms.txt']),
    action: () => timeOf(['package/action.js'], { INPUT_PATH: 'llms.txt' }),
  });
  const peer = { peer: 'node -e 0', peerValue: times.nothing };
  report({
    bench: 'cli',
    figure: 'check of a 10 kB file',
    value: times.check,
    unit: 'ms',
    bar: { atMost: MAX_CHECK_MS },
  });
  report({ bench: 'cli', figure: 'check beside an empty process', value: times.check, unit: 'ms', ...peer });
  report({
    bench: 'cli',
    figure: 'run of the action',
    value: times.action,
    unit: 'ms',
    bar: { atMost: MAX_ACTION_MS },
  });
  report({ bench: 'cli', figure: 'action beside an empty process', value: times.action, unit: 'ms', ...peer });
  const { size } = statSync(join(folder, 'package/action.js'));
  report({ bench: 'cli', figure: 'size of the action', value: size, unit: 'bytes', bar: { atMost: MAX_ACTION_BYTES } });
}

/** Runs `lock` in a new folder with a local directory. Returns the time, in ms. */
function createLock(server: { readonly port: number }, folderName: string) {
  const text = llmsTxt(FILE_BYTES);
  const address = `http://127.0.0.1:${server.port}`;
  const cwd = join(folder, folderName);
  mkdirSync(cwd);
  return async (...args: string[]): Promise<number> => {
    const startedAt = performance.now();
    const code = await runCommand(['lock', '--directory', address, ...args], '0.0.0', {
      stdin: (async function* () {})(),
      network: {
        lookup: async () => ['93.184.216.34'],
        fetch: async (url, init) => (String(url).startsWith(address) ? fetch(url, init) : new Response(text)),
      },
      out: () => {},
      err: (message) => process.stderr.write(message),
      color: false,
      cwd,
    });
    if (code !== 0) throw new Error(`lock ended with ${code}`);
    return performance.now() - startedAt;
  };
}

function serveStore(store: Store, change: Partial<AppDeps> = {}) {
  const { context } = serveFake(store, { now: Date.now, reservedNames: true, ...change });
  return startServer({ app: createApp(context), host: '127.0.0.1', port: 0, log: silentLog });
}

/** Measures a lock of a hundred sites in a local directory, half of them verified. */
async function reportLock(): Promise<void> {
  const sites = Array.from({ length: LOCKED_FILES }, (_, i) => `site-${i}.example`);
  const opened = await openEmbeddedTestStore();
  await opened.store.track(sites);
  const profile = { description: null, tags: [], nested_llms_txt: [], contact: null };
  const owned = sites.filter((_, i) => i % 2 === 0);
  await opened.store.setOwners(
    owned.map((domain) => ({ domain, verified_at: '2026-10-01T00:00:00.000Z', ...profile })),
  );
  const server = await serveStore(opened.store);
  const lock = createLock(server, 'repository');
  await lock(...sites.map((site) => `https://${site}/llms.txt`));
  const locked = readFileSync(join(folder, 'repository/llms.lock'), 'utf8');
  if (locked.match(/"verified": true/g)?.length !== owned.length) throw new Error('the directory did not say who owns');
  const { check } = await inTurn(5, { check: () => lock('--check') });
  await server.stop();
  await opened.close();
  const figure = `lock --check of ${LOCKED_FILES} files of 10 kB, with a directory`;
  report({ bench: 'cli', figure, value: check, unit: 'ms', bar: { atMost: MAX_LOCK_MS } });
}

/** Measures a lock of packages of 400 sites in a local directory that has read all of them. */
async function reportPackages(): Promise<void> {
  const opened = await openEmbeddedTestStore();
  const { store, clock } = opened;
  const sites = Array.from({ length: PACKAGE_SITES }, (_, i) => `site-${i}.example`);
  await store.track(sites);
  await store.openRun({ id: 'run', kind: 'scheduled' });
  const body = llmsTxt(FILE_BYTES);
  for (const leased of await store.lease({ run: 'run', worker: 'w', limit: PACKAGE_SITES, leaseMs: HOUR })) {
    const url = `https://${leased.state.domain}/llms.txt`;
    const document = parse(body, { url });
    const text = { hash: leased.state.domain, body };
    const found = { text, preview: createPreview(document), searchText: searchTextOf(body, document) };
    await store.apply(visitOf(leased, 'run', clock.now, { ...LISTED, llms_txt: url, links: 100 }, found));
  }
  await store.settleRun('run');
  const names = Array.from({ length: PACKAGES }, (_, i) => `pkg:npm/package-${i}`);
  for (const [i, name] of names.entries()) {
    const links: PackageLink[] = [
      { via: 'homepage', url: `https://${sites[i % PACKAGE_SITES]}/packages/${i}` },
      { via: 'documentation', url: `https://docs.rs/package-${i}` },
      { via: 'repository', url: `https://github.com/owner/package-${i}` },
    ];
    await store.keepPackage({ name, links }, 86_400);
  }
  const readPackages = createPackageReads({
    store,
    net: { fetch: () => Promise.reject(new Error('unexpected request')) },
    pacing: createPacing({ gapMs: 0, now: Date.now }),
    toReadUrl: (url) => url,
    readDocument: () => Promise.reject(new Error('unexpected document')),
    fingerprint: (text) => text,
    now: Date.now,
    sleep: () => Promise.reject(new Error('unexpected pause')),
  });
  const server = await serveStore(store, { readPackages });
  const lock = createLock(server, 'packages');
  const dependencies = Object.fromEntries(names.map((name) => [name.replace('pkg:npm/', ''), '1']));
  const manifest = JSON.stringify({ lockfileVersion: 3, packages: { '': { dependencies } } });
  writeFileSync(join(folder, 'packages/package-lock.json'), manifest);
  const { from } = await inTurn(5, { from: () => lock('--from', 'package-lock.json') });
  const locked = JSON.parse(readFileSync(join(folder, 'packages/llms.lock'), 'utf8'));
  if (Object.keys(locked.files).length !== PACKAGE_SITES) throw new Error('the directory did not resolve all packages');
  await server.stop();
  await opened.close();
  const figure = `lock --from of ${PACKAGES} packages with ${PACKAGE_SITES} files of 10 kB`;
  report({ bench: 'cli', figure, value: from, unit: 'ms', bar: { atMost: MAX_PACKAGES_MS } });
}

try {
  await reportPrograms();
  await reportLock();
  await reportPackages();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
