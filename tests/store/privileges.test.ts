import { describe, expect, it } from 'vitest';
import { packText } from '../../src/store/packed-text.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';
import { useTestStore } from './use-test-store.ts';

describe('privileges', () => {
  const opened = useTestStore(openEmbeddedTestStore);
  const column = async (sql: string) => (await opened.query<{ name: string }>(sql)).map(({ name }) => name);

  it('forces row-level security on every table, with a policy for its owner only', async () => {
    const open = await column(`
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('directory'::regnamespace, 'api'::regnamespace) and c.relkind in ('r', 'p')
        and not (c.relrowsecurity and c.relforcerowsecurity
          and (select array_agg(p.polroles) = array[array[c.relowner]] from pg_policy p where p.polrelid = c.oid))`);
    expect(open).toEqual([]);
    expect(
      (
        await column(
          "select relname as name from pg_class where relnamespace = 'directory'::regnamespace and relkind = 'r'",
        )
      ).length,
    ).toBeGreaterThan(10);
  });

  it('grants no table, view or sequence', async () => {
    const granted = await column(`
      select distinct c.oid::regclass::text as name from pg_class c, aclexplode(c.relacl) a
      where c.relnamespace in ('directory'::regnamespace, 'api'::regnamespace) and a.grantee <> c.relowner`);
    expect(granted).toEqual([]);
  });

  it('explains every table, every view and every function of the API', async () => {
    const unexplained = await column(`
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'directory'::regnamespace and c.relkind in ('r', 'v')
        and obj_description(c.oid, 'pg_class') is null
      union all
      select p.oid::regproc::text from pg_proc p
      where p.pronamespace = 'api'::regnamespace and obj_description(p.oid, 'pg_proc') is null`);
    expect(unexplained).toEqual([]);
  });

  it('exposes functions only, which run as their owner', async () => {
    expect(await column("select relname as name from pg_class where relnamespace = 'api'::regnamespace")).toEqual([]);
    expect(
      await column("select proname as name from pg_proc where pronamespace = 'api'::regnamespace and not prosecdef"),
    ).toEqual([]);
  });

  it('runs no function of the private schema as its owner, and gives no key the schema', async () => {
    expect(
      await column("select proname as name from pg_proc where pronamespace = 'directory'::regnamespace and prosecdef"),
    ).toEqual([]);
    expect(
      await column(`select rolname as name from pg_roles where rolname in ('anon', 'authenticated', 'service_role')
        and has_schema_privilege(oid, 'directory', 'usage')`),
    ).toEqual([]);
  });

  it('fixes the search_path of every function, and grants no function by default', async () => {
    const functions = "pronamespace in ('directory'::regnamespace, 'api'::regnamespace)";
    expect(
      await column(
        `select proname as name from pg_proc where ${functions} and not coalesce(proconfig @> array['search_path=""'], false)`,
      ),
    ).toEqual([]);
    expect(
      await column(
        `select proname as name from pg_proc where ${functions} and (proacl is null or has_function_privilege('authenticated', oid, 'execute'))`,
      ),
    ).toEqual([]);
  });

  it('returns one JSON value from every exposed function', async () => {
    expect(
      await column(
        "select proname as name from pg_proc where pronamespace = 'api'::regnamespace and (prorettype not in ('json'::regtype, 'jsonb'::regtype) or proretset)",
      ),
    ).toEqual([]);
  });

  it('gives the publishable key no function of the private schema, and no schema to create in', async () => {
    expect(
      await column(`select proname as name from pg_proc
        where has_function_privilege('anon', oid, 'execute') and pronamespace = 'directory'::regnamespace`),
    ).toEqual([]);
    expect(
      await column("select nspname as name from pg_namespace where has_schema_privilege('anon', oid, 'create')"),
    ).toEqual([]);
  });

  it('limits the secret key to exposed functions', async () => {
    const reached = await column(`
      select pronamespace::regnamespace::text || '.' || proname as name from pg_proc
      where pronamespace in ('directory'::regnamespace, 'api'::regnamespace)
        and has_function_privilege('service_role', oid, 'execute')`);
    const exposed = await column(
      "select 'api.' || proname as name from pg_proc where pronamespace = 'api'::regnamespace",
    );
    expect(reached.toSorted()).toEqual(exposed.toSorted());
  });

  it('limits each call of the publishable key to the sizes that the program sends', async () => {
    const ask = (n: number) =>
      column(`select api.lookup_domains(array_fill('a.com'::text, array[${n}]))::text as name`);
    expect(await ask(1_000)).toEqual(['[]']);
    await expect(ask(1_001)).rejects.toThrow('at most 1000 domains');
    await expect(ask(1_000_000)).rejects.toThrow('at most 1000 domains');
    const find = (query: string, lexemes: string) =>
      column(`select api.find_sites(${query}, ${lexemes}, 'all', '{}', false, false, 0, 10)::text as name`);
    await expect(find("repeat('a | ', 20000) || 'a'", "'{}'")).rejects.toThrow('too long');
    await expect(find("'a'", "array_fill('a'::text, array[501])")).rejects.toThrow('too long');
    const many = `(select jsonb_agg(jsonb_build_object('domain', 'a' || i)) from generate_series(1, 11) i)`;
    await expect(column(`select api.read_link_texts(${many}, 1)::text as name`)).rejects.toThrow('at most 10 domains');
  });

  it('returns only texts of listed sites', async () => {
    await opened.store.track(['text.com']);
    await opened.query(`insert into directory.texts values ('h', decode('${packText('# A')}', 'base64'))`);
    await opened.query("insert into directory.files (domain, text_hash) values ('text.com', 'h')");
    const read = (set: string) =>
      opened
        .query(`update directory.domains set ${set} where domain = 'text.com'`)
        .then(() => opened.store.getText('text.com'));
    expect(await read("status = 'valid', tier = 'listed', authority = 30")).toMatchObject({ body: '# A' });
    expect(await read("tier = 'unlisted'")).toBeNull();
    expect(await read("tier = 'rejected', rejection = 'opt-out'")).toBeNull();
    expect(await read('tier = null, rejection = null')).toBeNull();
  });
});
