import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBridge, type RpcBridge } from '../../src/store/embedded/rpc-bridge.ts';
import { createEmptyDatabase, MIGRATIONS } from '../store/embedded-test-store.ts';
import { findPostgrest, type LocalStack, startLocalStack } from './local-stack.ts';

/** Test functions with every kind of result. */
const ENDINGS = `
  create function api.test_echo(value jsonb) returns jsonb language sql immutable set search_path = '' as 'select value';
  create function api.test_types(n int, words text[], at timestamptz default null, flag boolean default false) returns jsonb
    language sql immutable set search_path = '' as 'select jsonb_build_array(n, words, at is null, flag)';
  create function api.test_raise(code text, message text, detail text default null, hint text default null) returns jsonb
    language plpgsql volatile set search_path = '' as $$ begin
      raise exception using errcode = code, message = message, detail = coalesce(detail, ''), hint = coalesce(hint, ''); end $$;
  create function api.test_null() returns jsonb language sql immutable set search_path = '' as 'select null::jsonb';
  create function api.test_unique() returns jsonb language plpgsql volatile set search_path = '' as $$ begin
    create temp table if not exists once (k int primary key); insert into pg_temp.once values (1), (1); return null; end $$;
  create function api.test_secret() returns jsonb language sql set search_path = '' as 'select 1::text::jsonb';
  revoke execute on function api.test_secret() from public;
  grant execute on function api.test_secret() to service_role;
  grant execute on function api.test_echo(jsonb), api.test_types(int, text[], timestamptz, boolean), api.test_raise(text, text, text, text),
    api.test_null(), api.test_unique() to anon, service_role;
  notify pgrst, 'reload schema';`;

const RAISED =
  'P0001 P0002 22023 22P02 23502 23503 23505 23514 25006 28000 28P01 38000 39000 40P01 42501 42883 42P01 53300 53400 54000 55000 55P03 57014 58000 XX000 PT400 PT404 PT409 PT422 PT429 ABCDE'.split(
    ' ',
  );

interface Case {
  readonly name: string;
  readonly body?: string;
  readonly as?: 'secret' | 'publishable';
}

const CASES: readonly Case[] = [
  ...RAISED.map((code) => ({
    name: 'test_raise',
    body: JSON.stringify({ code, message: `raised ${code}`, detail: 'why', hint: 'do' }),
  })),
  ...RAISED.slice(0, 15).map((code) => ({
    name: 'test_raise',
    as: 'publishable' as const,
    body: JSON.stringify({ code, message: 'm' }),
  })),
  ...[null, true, 1.5, 'text', '', [1, 'two', null], { nested: { ü: '日本 "quoted" \\ \n' } }].map((value) => ({
    name: 'test_echo',
    body: JSON.stringify({ value }),
  })),
  { name: 'test_types', body: '{"n":1,"words":["a","b"]}' },
  { name: 'test_types', body: '{"n":"1","words":["a",null],"flag":true}' },
  { name: 'test_types', body: '{"n":1,"words":[],"at":"2026-01-01T00:00:00Z"}' },
  { name: 'test_types', body: '{"n":"one","words":[]}' },
  { name: 'test_types', body: '{"n":1,"words":[],"at":"yesterday-ish"}' },
  { name: 'test_types', body: '{"n":99999999999,"words":[]}' },
  { name: 'test_types', body: '{"n":1}' },
  { name: 'test_types', body: '{"n":1,"words":[],"more":1}' },
  { name: 'test_null' },
  { name: 'test_null', body: '{}' },
  { name: 'test_unique', body: '{}' },
  { name: 'test_secret', body: '{}' },
  { name: 'test_secret', body: '{}', as: 'publishable' },
  { name: 'no_such_function', body: '{}' },
  { name: 'get_stats', body: '{}', as: 'publishable' },
  { name: 'get_stats', body: '{', as: 'publishable' },
  { name: 'lookup_domain', body: '{"domain":"a.example"}', as: 'publishable' },
  { name: 'lookup_domain', body: '{"domain":"z.example"}', as: 'publishable' },
  {
    name: 'list_domains',
    body: '{"page":0,"per_page":1,"include_unlisted":false,"verified":false}',
    as: 'publishable',
  },
  { name: 'list_domains', body: '{"page":1,"per_page":2,"include_unlisted":true,"verified":false}', as: 'publishable' },
  {
    name: 'find_sites',
    body: '{"scope":"all","query":"or=(domain.eq.x)","lexemes":[],"filter":{},"include_unlisted":true,"verified":false,"skip":0,"size":2}',
    as: 'publishable',
  },
  { name: 'track_domains', body: '{"domains":["x.example"]}', as: 'publishable' },
  { name: 'track_domains', body: '{"domains":["not a name"],"at":"2026-01-01T00:00:00Z"}' },
  { name: 'lease_domains', body: '{"run":"none","worker":"w","max_rows":1,"lease_ms":1}' },
  { name: 'release_lease', body: '{"lease":"not-a-uuid","due_at":"2026-01-01T00:00:00Z"}' },
  { name: 'settle_run', body: '{"run":"none","max_rows":1}' },
];

const hasPostgrest = findPostgrest() !== null;

describe.runIf(hasPostgrest)('embedded bridge', () => {
  let stack: LocalStack;
  let db: PGlite;
  let bridge: RpcBridge;
  beforeAll(async () => {
    const seed = `select api.track_domains(array['a.example', 'b.example', 'c.example'], at => '2026-01-01Z')`;
    stack = await startLocalStack({
      migrations: [...MIGRATIONS, { version: '99999999999999', name: 'endings', sql: ENDINGS }],
    });
    const owner = await stack.connect();
    await owner.query(seed);
    await owner.end();
    db = await createEmptyDatabase();
    await db.exec(ENDINGS);
    await db.exec(seed);
    ({ bridge } = await openBridge(
      db,
      new Map([
        [stack.secretKey, 'service_role'],
        [stack.publishableKey, 'anon'],
      ]),
    ));
  });
  afterAll(async () => {
    await db?.close();
    await stack?.close();
  });

  /** Calls a function of both. */
  const call = async (name: string, body: string, key: string, schema = 'api') => {
    const path = `/rest/v1/rpc/${name}`;
    const headers = { apikey: key, 'content-profile': schema, 'content-type': 'application/json' };
    const real = await fetch(`${stack.url}${path}`, { method: 'POST', headers, body });
    return { real, text: await real.text(), ours: await bridge({ method: 'POST', path, key, schema, body }) };
  };
  const parse = (json: string) => JSON.parse(json === '' ? '{}' : json);

  it.each(CASES)('matches PostgREST: $name $body as $as', async ({ name, body = '', as = 'secret' }) => {
    const key = { secret: stack.secretKey, publishable: stack.publishableKey }[as];
    const { real, text, ours } = await call(name, body, key);
    expect(ours.status).toBe(real.status);
    if (real.ok) return expect(ours.body).toBe(text);
    // Ignore details and hints of not-found errors, because PostgREST changes them between releases.
    if (parse(text).code?.startsWith('PGRST')) return expect(parse(ours.body).code).toBe(parse(text).code);
    return expect(parse(ours.body)).toEqual(parse(text));
  });

  it.each(['directory', 'public'])('refuses the hidden schema %s like PostgREST', async (schema) => {
    const { real, ours } = await call('get_stats', '{}', stack.secretKey, schema);
    expect([real.status, ours.status, parse(ours.body).code]).toEqual([406, 406, 'PGRST106']);
  });

  it('refuses an unknown key like PostgREST', async () => {
    const { real, ours } = await call('get_stats', '{}', 'sb_secret_wrong');
    expect([real.status, ours.status]).toEqual([401, 401]);
  });
});
