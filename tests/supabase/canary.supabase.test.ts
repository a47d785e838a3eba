import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from '../../src/store/create-store.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { fillDirectory } from '../store/fill-directory.ts';
import { T0 } from '../store/sample-visit.ts';
import { findPostgrest, type LocalStack, startLocalStack } from './local-stack.ts';

/** Word that is stored in every private place. */
const CANARY = 'canary-7f3a';
const OWNED = 'site-00.example';
const PRIVATE_SCHEMAS = ['directory', 'public', 'pg_catalog', 'information_schema', 'supabase_migrations'];

const ANY_SITE = { scope: 'all', filter: {}, include_unlisted: true, verified: false, skip: 0, size: 300 };

/** Arguments with the largest answer of each public function. */
const FULL_ARGUMENTS: Readonly<Record<string, object>> = {
  count_countries: {},
  count_facets: {},
  find_pages: { pages: [{ domains: [OWNED, 'site-01.example', 'site-07.example'], hash: 1 }] },
  find_sites: { ...ANY_SITE, query: "'example'", lexemes: ["'example'"] },
  get_stats: {},
  get_text: { domain: 'site-07.example' },
  get_word_list: { known: null },
  list_domains: { page: 1, per_page: 100, include_unlisted: true, verified: false },
  list_filtered: { page: 1, per_page: 100, include_unlisted: true, verified: false, filter: {}, sort: 'newest' },
  lookup_domain: { domain: OWNED },
  lookup_domains: { domains: [OWNED, 'site-01.example', 'site-07.example'] },
  read_link_texts: { wanted: [{ domain: 'site-01.example' }, { domain: 'site-07.example' }], max_bytes: 100_000 },
};

describe.runIf(findPostgrest() !== null)('reach of the publishable key', () => {
  let stack: LocalStack;
  let owner: pg.Client;
  beforeAll(async () => {
    stack = await startLocalStack({ migrations: MIGRATIONS });
    owner = await stack.connect();
    const store = createStore({ url: stack.url, key: stack.secretKey, now: () => T0 });
    await fillDirectory({
      store,
      clock: { now: T0 },
      query: async (sql: string, params?: unknown[]) => (await owner.query<never>(sql, params)).rows,
    });
    await owner.query(`
      update directory.owners set webhook_secret = '${CANARY}', webhook_url = 'https://hook.example/${CANARY}',
        notify_email = '${CANARY}@owner.example', email_state = 'confirmed',
        proof = '{"method": "dns", "token_hash": "${CANARY}", "absence": null}';
      update directory.keys set hash = '${CANARY}';
      update directory.alerts set data = '{"x": "${CANARY}"}';
      update directory.deliveries set last_error = '${CANARY}';
      update directory.quotas set subject = subject || '${CANARY}';
      update directory.quota_networks set network = network || '${CANARY}';
      update directory.crawl set worker = '${CANARY}', etag = '${CANARY}', last_modified = '${CANARY}';
      insert into directory.runs (id, kind, opened_at, seen_at) values ('${CANARY}', 'scheduled', now(), now());
      update directory.crawl set run = '${CANARY}',
        failure = '{"kind": "network", "count": 1, "since": "2026-01-01T00:00:00.000Z", "last_at": "2026-01-01T00:00:00.000Z", "reason": "timeout"}';
      insert into directory.moderation_log (at, domain, action, note, operator) values (now(), '${OWNED}', 'block', '${CANARY}', '${CANARY}');
      select api.write_word_list(1, 'example 1');
      update directory.profiles set llms_txt = 'https://x.example/llms.txt';
      update directory.domains set tags = '{docs}', country = 'DE', country_basis = 'cctld' where visibility = 'listed';`);
  });
  afterAll(async () => {
    await owner?.end();
    await stack?.close();
  });

  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${stack.url}/rest/v1${path}`, {
      ...init,
      headers: { apikey: stack.publishableKey, 'content-type': 'application/json', ...init.headers },
    });
    return { status: answer.status, ok: answer.ok, body: await answer.text() };
  };
  const call = (name: string, args: object, headers = {}) =>
    ask(`/rpc/${name}`, { method: 'POST', body: JSON.stringify(args), headers });
  const names = async (sql: string) => (await owner.query<{ name: string }>(sql)).rows.map(({ name }) => name);
  const reachable = () =>
    names(`select proname as name from pg_proc where pronamespace = 'api'::regnamespace
      and has_function_privilege('anon', oid, 'execute') order by 1`);

  it('matches the list of functions and members', async () => {
    const lines: string[] = [];
    for (const name of await reachable()) {
      const args = FULL_ARGUMENTS[name];
      expect(args, `${name} is new: say here with what it answers most`).toBeDefined();
      const answer = await call(name, args ?? {});
      expect(answer.status, `${name}: ${answer.body}`).toBe(200);
      const [signature] = await names(
        `select pg_get_function_identity_arguments(oid) as name from pg_proc where pronamespace = 'api'::regnamespace and proname = '${name}'`,
      );
      lines.push(`${name}(${signature})`, ...listMembers(JSON.parse(answer.body)).map((member) => `  ${member}`));
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./publishable-key.txt');
  });

  it('contains no secret', async () => {
    for (const [name, args] of Object.entries(FULL_ARGUMENTS))
      expect((await call(name, args)).body, name).not.toContain(CANARY);
  });

  it('excludes every other function before any argument is read', async () => {
    const allowed = new Set(await reachable());
    const rows = await owner.query<{ name: string; names: string[] | null; types: string[] }>(`
      select proname as name, proargnames as names, array(select format_type(t, null) from unnest(proargtypes) t) as types
      from pg_proc where pronamespace = 'api'::regnamespace`);
    const before = await owner.query('select count(*)::int as n from directory.domains');
    for (const { name, names: parameters, types } of rows.rows) {
      if (allowed.has(name)) continue;
      const args = Object.fromEntries(
        (parameters ?? []).map((parameter, i) => [parameter, toSample(types[i] ?? 'text')]),
      );
      const answer = await call(name, args);
      expect([answer.status, JSON.parse(answer.body).code], `${name}: ${answer.body}`).toEqual([401, '42501']);
    }
    expect(
      await owner.query('select count(*)::int as n from directory.domains').then(({ rows: [row] }) => row),
    ).toEqual(before.rows[0]);
  });

  it('excludes every table and view for any kind of request', async () => {
    const relations = await owner.query<{ schema: string; name: string }>(`
      select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('directory', 'supabase_migrations', 'public') and c.relkind in ('r', 'v', 'm', 'p', 'f')
      union all values ('pg_catalog', 'pg_roles'), ('pg_catalog', 'pg_stat_activity'), ('information_schema', 'tables'), ('pg_catalog', 'pg_statistic_ext_data')`);
    const forms = [
      '',
      '?select=*',
      '?select=domain,crawl(*)',
      '?or=(domain.eq.x,verified.is.true)',
      '?limit=1&offset=1',
    ];
    for (const { schema, name } of relations.rows) {
      for (const profile of ['api', schema]) {
        for (const form of forms) {
          const answer = await ask(`/${name}${form}`, {
            headers: { 'accept-profile': profile, prefer: 'count=exact' },
          });
          expect(answer.ok, `${profile} ${name}${form}: ${answer.status}`).toBe(false);
          expect(answer.body).not.toContain(CANARY);
        }
        for (const method of ['POST', 'PATCH', 'DELETE', 'PUT']) {
          const init = {
            method,
            ...(method === 'DELETE' ? {} : { body: '{"domain":"x.example"}' }),
            headers: { 'content-profile': profile },
          };
          expect((await ask(`/${name}?domain=eq.x`, init)).ok, `${method} ${profile} ${name}`).toBe(false);
        }
      }
    }
  });

  it('excludes every other schema, for functions and the root document too', async () => {
    for (const profile of PRIVATE_SCHEMAS) {
      expect((await ask('/', { headers: { 'accept-profile': profile } })).ok, profile).toBe(false);
      for (const name of ['lookup_domain', 'apply_visit', 'version', 'pg_read_file', 'pg_sleep']) {
        const answer = await call(name, { domain: OWNED }, { 'content-profile': profile });
        expect(answer.status, `${profile}.${name}: ${answer.body}`).toBe(406);
      }
    }
    for (const accept of ['application/openapi+json', 'application/json', '*/*']) {
      const root = await ask('/', { headers: { accept } });
      expect(root.body).not.toMatch(/owners|webhook|apply_visit/);
    }
  });

  it('survives wrong types, filters and other kinds of requests', async () => {
    const wrong: readonly (readonly [string, unknown])[] = [
      ['lookup_domain', { domain: ['a'] }],
      ['lookup_domain', { domain: { eq: 'x' } }],
      ['lookup_domain', { domain: null }],
      ['lookup_domain', [{ domain: OWNED }]],
      ['lookup_domain', 'domain'],
      ['lookup_domain', { domain: "x' or '1'='1" }],
      ['lookup_domain', { domain: OWNED, at: 'now' }],
      ['list_domains', { page: 'one', per_page: 1, include_unlisted: false, verified: false }],
      ['list_domains', { page: -1, per_page: 1, include_unlisted: false, verified: false }],
      ['list_domains', { page: 1, per_page: 99_999_999_999, include_unlisted: false, verified: false }],
      ['list_domains', { page: 1, per_page: 100_000, include_unlisted: true, verified: false }],
      ['find_sites', { ...ANY_SITE, query: 'or=(tier.eq.rejected)', lexemes: [] }],
      ['find_sites', { ...ANY_SITE, scope: 'words"; --', query: "'':* & !x", lexemes: ["'"] }],
      ['find_sites', { ...ANY_SITE, query: 'a | '.repeat(10_000), lexemes: [] }],
      ['find_sites', { ...ANY_SITE, query: 'a', lexemes: Array.from({ length: 3_000 }, (_, i) => `word${i}`) }],
      ['find_sites', { ...ANY_SITE, query: 'a', lexemes: [null], filter: 'none', skip: -1, size: 1_000_000 }],
      ['read_link_texts', { wanted: [OWNED], max_bytes: 1 }],
      ['read_link_texts', { wanted: { [OWNED]: { stamp: 1 } }, max_bytes: null }],
      ['get_word_list', { known: 'now or never' }],
      ['find_pages', { pages: { domains: OWNED } }],
      ['find_pages', { pages: [{ domains: 'x', hash: 'y' }, null, 7] }],
      ['find_pages', { pages: Array.from({ length: 200 }, () => ({ domains: [OWNED], hash: 1 })) }],
      ['get_text', { domain: '%' }],
    ];
    for (const [name, args] of wrong) {
      const answer = await call(name, args as object);
      expect(answer.status, `${name} ${JSON.stringify(args)}: ${answer.body}`).toBeLessThan(500);
      expect(answer.body).not.toContain(CANARY);
      expect(answer.body).not.toMatch(/SELECT|directory\.(owners|keys)|plpgsql/i);
    }
    const page = JSON.parse(
      (await call('list_domains', { page: 1, per_page: 100_000, include_unlisted: true, verified: false })).body,
    );
    expect(page.results.length).toBeLessThanOrEqual(100);
    for (const query of ['select=webhook_secret', 'order=webhook_secret', 'webhook_secret=neq.x', 'select=owners(*)']) {
      const answer = await ask(`/rpc/lookup_domain?domain=${OWNED}&${query}`);
      expect(answer.body, query).not.toContain(CANARY);
    }
  });

  it('ignores claims of other roles in headers or settings', async () => {
    for (const headers of [
      { authorization: 'Bearer service_role' },
      { 'x-client-info': 'service_role', role: 'service_role' },
      { 'request.jwt.claims': '{"role":"service_role"}' },
      { prefer: 'tx=commit, role=service_role' },
    ]) {
      expect((await call('count_due', {}, headers)).status, JSON.stringify(headers)).toBe(401);
    }
    const session = await stack.connect();
    await session.query('set role anon');
    for (const sql of [
      'select * from directory.owners',
      'select * from api.lookup_domain',
      'create table api.x ()',
      'create table public.x ()',
      'select directory.score_basis(d) from directory.domains d',
    ])
      await expect(session.query(sql), sql).rejects.toThrow();
    await session.end();
  });
});

/** Returns member paths of an answer. All elements of an array share one path. */
function listMembers(value: unknown, path = ''): string[] {
  const found = new Set<string>();
  const walk = (inner: unknown, at: string) => {
    if (Array.isArray(inner)) for (const element of inner) walk(element, `${at}[]`);
    else if (typeof inner === 'object' && inner !== null) {
      for (const [name, member] of Object.entries(inner)) {
        const below = at === '' ? name : `${at}.${name}`;
        found.add(below);
        // Skip the content of headers, findings and outline, because sites determine it.
        if (!/\b(headers|findings|preview)$/.test(below)) walk(member, below);
      }
    }
  };
  walk(value, path);
  return [...found].toSorted();
}

function toSample(type: string): unknown {
  if (type.endsWith('[]')) return [];
  if (type === 'jsonb') return {};
  if (type === 'uuid') return '00000000-0000-0000-0000-000000000000';
  if (type.startsWith('timestamp')) return '2026-01-01T00:00:00Z';
  if (type === 'boolean') return true;
  return /int|smallint/.test(type) ? 1 : 'x';
}
