import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readServiceSettings } from '../../../functions/service-settings.ts';
import { startService } from '../../../functions/start-service.ts';
import type { Addresses, DnsResolver } from '../../../src/fetch/dns-resolver.ts';
import { type DoctorTools, diagnose } from '../../../src/jobs/doctor/diagnose.ts';
import { formatFindings } from '../../../src/jobs/doctor/finding.ts';
import { freePlanDomains, SITE_BYTES, SITE_FILES } from '../../../src/jobs/doctor/free-plan.ts';
import { createContext } from '../../../src/runtime/context.ts';
import { parseEnv } from '../../../src/runtime/env.ts';
import { silentLog } from '../../../src/runtime/log.ts';
import { openConfiguredStore } from '../../../src/runtime/open-configured-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { StoreError } from '../../../src/store/store-error.ts';
import { readFigures } from '../../bench/cost/cost-figures.ts';
import { closeAfterAll } from '../../close-after-all.ts';
import { freePort } from '../../free-port.ts';
import { LISTED } from '../../store/sample-visit.ts';
import { visitAll } from '../../store/visit-all.ts';
import { folderOfFile } from '../../temp-folder.ts';

const folder = folderOfFile();
const settings: Record<string, string> = { DATA_DIR: folder, PORT: String(await freePort()) };
const env = parseEnv(settings);
const context = await createContext(env, { access: 'own', log: silentLog });
await visitAll(context.store, ['tides.com'], Date.now(), () => [LISTED]);
const service = await startService(context, await readServiceSettings(env), { reservedNames: false });
closeAfterAll({ close: service.stop }, context);
// The first page may take longer than the doctor waits, on a busy machine.
await fetch(`${env.BASE_URL}/domain/tides.com`).then((answer) => answer.text());

const toResolver = (found: Addresses): DnsResolver => ({
  resolveAddresses: async () => found,
  resolveTxt: async () => ({ kind: 'failed', detail: 'not asked' }),
});

/** Creates a correct setup with one fault. */
function toolsWith({ env = {}, store = {}, ...tools }: Breakage = {}): DoctorTools {
  return {
    readEnv: () => parseEnv({ ...settings, ...env }),
    openStore: async () => ({ ...context.store, ...store, close: async () => {} }),
    fetch,
    now: Date.now,
    openResolver: () => toResolver({ kind: 'addresses', addresses: ['192.0.2.1'] }),
    bytesFree: async () => 20e9,
    ...tools,
  };
}
type Breakage = Partial<Omit<DoctorTools, 'readEnv'>> & {
  readonly env?: Readonly<Record<string, string>>;
  readonly store?: Partial<Store>;
};

const PUBLIC = 'https://directory.net';
/** Fetches through the proxy of the service's public URL. */
const throughProxy: typeof fetch = (input, init) => fetch(String(input).replace(PUBLIC, context.env.BASE_URL), init);
/** Changes answers of these paths, like a proxy or static host. */
function changing(paths: RegExp, change: (answer: Response) => Response | Promise<Response>): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    return paths.test(new URL(String(input)).pathname) ? await change(answer) : answer;
  };
}
const withFields = (answer: Response, fields: Readonly<Record<string, string>>) =>
  new Response(answer.body, { status: answer.status, headers: { ...Object.fromEntries(answer.headers), ...fields } });
const without = (answer: Response, ...names: string[]) => {
  const headers = new Headers(answer.headers);
  for (const name of names) headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
};
const html = (status: number) => new Response('<!doctype html>', { status, headers: { 'content-type': 'text/html' } });
const refusing = (error: StoreError) => ({ stats: () => Promise.reject(error) });
const supabase = {
  SUPABASE_URL: 'https://x.supabase.co',
  SUPABASE_SECRET_KEY: 'sb_secret_x',
  SERVER_SECRET: 's'.repeat(40),
};

const BROKEN: Readonly<Record<string, readonly [says: string, breakage: () => Breakage]>> = {
  'a malformed setting': ['settings: PORT: must be a port number', () => ({ env: { PORT: 'abc' } })],
  'a public server that is told of no proxy': [
    'settings: TRUSTED_PROXY: needed',
    () => ({ env: { BASE_URL: PUBLIC }, fetch: throughProxy }),
  ],
  'an address without encryption': [
    'settings: BASE_URL: http://directory.net is not encrypted',
    () => ({
      env: { BASE_URL: 'http://directory.net', TRUSTED_PROXY: '1' },
      fetch: () => Promise.reject(new Error('none')),
    }),
  ],
  'the publishable key as the secret one': [
    'secrets: SUPABASE_SECRET_KEY is the publishable key',
    () => ({ env: { ...supabase, SUPABASE_SECRET_KEY: 'sb_publishable_x' } }),
  ],
  'a server on Supabase without a secret': [
    'secrets: SERVER_SECRET is missing',
    () => ({ env: { ...supabase, SERVER_SECRET: '' } }),
  ],
  'a secret that others can read': [
    'secrets: .*server-secret can be read by others',
    () => {
      const dir = join(folder, 'open');
      mkdirSync(dir);
      writeFileSync(join(dir, 'server-secret'), 's'.repeat(40), { mode: 0o644 });
      return { env: { DATA_DIR: dir } };
    },
  ],
  'a database that is away': [
    'database: does not answer',
    () => ({ env: supabase, store: refusing(new StoreError('unavailable', 'stats: fetch failed')) }),
  ],
  'a key of another project': [
    'database: refuses: .*JWS',
    () => ({ env: supabase, store: refusing(new StoreError('refused', 'stats: JWSError (PGRST301)')) }),
  ],
  'a folder without a database': [
    'database: .*/empty contains no database',
    () => ({ env: { DATA_DIR: join(folder, 'empty') } }),
  ],
  'a file in place of the folder': [
    'database: cannot be opened: DATA_DIR: .* is not a folder that can be written',
    () => {
      const file = join(folder, 'file');
      writeFileSync(file, '');
      return { env: { DATA_DIR: file }, openStore: openConfiguredStore };
    },
  ],
  'a folder that cannot be opened': [
    'database: cannot be opened: no rights',
    () => ({ openStore: () => Promise.reject(new Error('no rights')) }),
  ],
  'a schema that is not exposed': [
    'schema: the Data API does not expose',
    () => ({
      env: supabase,
      store: refusing(new StoreError('refused', 'stats: The schema must be one of (PGRST106)')),
    }),
  ],
  'no schema': [
    'schema: is missing or older',
    () => ({ env: supabase, store: refusing(new StoreError('not-found', 'stats: no function (PGRST202)')) }),
  ],
  'an older schema': [
    'schema: has migration 20200101000000',
    () => ({ store: { getSchemaVersion: async () => '20200101000000' } }),
  ],
  'an older program': [
    'schema: has migration 20990101000000.*',
    () => ({ store: { getSchemaVersion: async () => '20990101000000' } }),
  ],
  'a server that does not run': [
    'server: .* does not answer: .*ECONNREFUSED',
    () => ({ env: { BASE_URL: 'http://127.0.0.1:9' }, fetch: () => Promise.reject(new Error('connect ECONNREFUSED')) }),
  ],
  'another program at the address': ['server: something else answers', () => ({ fetch: async () => html(200) })],
  'a static host without a router': [
    'routes: /v1/stats answers 404 text/html instead of 200 application/json',
    () => ({ fetch: changing(/^\/(v1|mcp|badge)/, () => html(404)) }),
  ],
  'a cache that does not know Accept': [
    'routes: / answers 200 text/html; charset=utf-8 instead of 200 text/markdown',
    () => ({ fetch: changing(/^\/$/, (answer) => withFields(answer, { 'content-type': 'text/html; charset=utf-8' })) }),
  ],
  'figures for everybody': [
    'routes: /metrics is public',
    () => ({
      env: { BASE_URL: PUBLIC, TRUSTED_PROXY: '1' },
      fetch: async (input, init) =>
        String(input).endsWith('/metrics') ? new Response('up 1') : await throughProxy(input, init),
    }),
  ],
  'a proxy that changes the host': [
    'routes: /mcp sees another host in the request',
    () => ({ fetch: changing(/^\/mcp$/, () => new Response('{}', { status: 403 })) }),
  ],
  'a static host with fields of its own': [
    'headers: of a page lack or change content-security-policy, vary',
    () => ({ fetch: changing(/^\/$/, (answer) => without(answer, 'content-security-policy', 'vary')) }),
  ],
  'a wrong number of proxies': [
    'proxy: the server cannot distinguish clients',
    () => ({ fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, via: '1.1 proxy' } }) }),
  ],
  'pages for another address': [
    'pages: name https://old.net instead of',
    () => ({ fetch: changing(/^\/robots\.txt$/, () => new Response('Sitemap: https://old.net/sitemap-index.xml\n')) }),
  ],
  'a clock that is wrong': [
    'clock: differs from the server’s clock by 5\\d\\d s',
    () => ({ now: () => Date.now() + 550_000 }),
  ],
  'a mail server that is away': [
    'mail: the mail server refuses: .*ECONNREFUSED',
    () => ({ env: { SMTP_URL: 'smtp://user:word@127.0.0.1:9', MAIL_FROM: 'a@example.com' } }),
  ],
  'resolvers that cannot be reached': [
    'resolvers: 192.0.2.9 does not find iana.org: no answer; 192.0.2.10 does not',
    () => ({
      env: { DNS_SERVERS: '192.0.2.9,192.0.2.10' },
      openResolver: () => toResolver({ kind: 'failed', detail: 'no answer' }),
    }),
  ],
  'a directory without domains': [
    'schedule: no domain is tracked yet',
    () => ({ store: { stats: async () => ({ ...(await context.store.stats()), domains_tracked: 0 }) } }),
  ],
  'a crawl that stands still': [
    'schedule: STALLED',
    () => ({ store: { countDue: async () => 5 }, now: () => Date.now() + 50e6 }),
  ],
  'a disk that is nearly full': ['budget: 0\\.5 GB are free', () => ({ bytesFree: async () => 0.5 * 1024 ** 3 })],
  'more domains than the free plans hold': [
    'budget: 30000 domains are tracked, and the free plans have room for 6400',
    () => ({
      env: supabase,
      store: { stats: async () => ({ ...(await context.store.stats()), domains_tracked: 30_000 }) },
    }),
  ],
  'no copy of a public directory': [
    'copies: .* contains no copy',
    () => ({ env: { BASE_URL: PUBLIC, TRUSTED_PROXY: '1' }, fetch: throughProxy }),
  ],
};

describe('the doctor', () => {
  it('finds nothing in a correct setup', async () => {
    const findings = await diagnose(toolsWith());
    expect(findings.filter(({ remedy }) => remedy !== null)).toEqual([]);
    expect(findings.map(({ area }) => area)).toEqual(
      'settings secrets database schema schedule budget server routes headers proxy pages clock mail resolvers'.split(
        ' ',
      ),
    );
    expect(formatFindings(findings)).toMatch(/No faults\.\n$/);
  });

  it.each([
    ['the embedded database', {}, /^Restart the server/],
    ['a Supabase project', supabase, /supabase@.* db push/],
  ])('names the remedy for an older schema of %s', async (_, env, remedy) => {
    const store = { getSchemaVersion: async () => '20200101000000' };
    const findings = await diagnose(toolsWith({ env, store }));
    expect(findings.find(({ area }) => area === 'schema')?.remedy).toMatch(remedy);
  });

  it.each(Object.entries(BROKEN))('names %s and the remedy', async (_, [says, breakage]) => {
    const faults = (await diagnose(toolsWith(breakage()))).filter(({ remedy }) => remedy !== null);
    const lines = faults.map((each) => `${each.area}: ${each.says}`);
    expect(
      lines.filter((line) => new RegExp(`^${says}`).test(line)),
      lines.join('\n'),
    ).toHaveLength(1);
    for (const { remedy } of faults) expect(remedy?.length).toBeGreaterThan(10);
    expect(formatFindings(faults)).toMatch(/faults?\.\n$/);
  });
});

it('computes the capacity of the free plans from measured costs', () => {
  const { all, built } = readFigures();
  expect(SITE_BYTES).toBe(all.database.onDisk * 1_000);
  expect(SITE_FILES.standard).toBe(built.files);
  expect(freePlanDomains('standard')).toBe(6_400);
  expect(freePlanDomains('lean')).toBe(19_300);
});
