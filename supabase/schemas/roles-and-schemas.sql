-- Runs unchanged on PostgreSQL 15 to 18, PGlite and hosted Supabase; its one extension, pg_trgm, they all have.
--
-- `directory` is private: the tables, and the functions that own every read and write. `api` is what the Data API
-- exposes: one thin function for each operation (see grants.sql), and no table. Refusals are raised as PTxyz, which
-- PostgREST answers with status xyz. 40001 is never raised: PostgREST 12 retries it for ever.
--
-- What other statements call for each row or visit is PL/pgSQL, which keeps its plans: an SQL function with a fixed
-- search_path is not inlined, and is planned anew by each statement that calls it.

do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
end;
$$;

-- Where hosted Supabase keeps extensions.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

create schema directory;
create schema api;
grant usage on schema directory, api to anon, service_role;
