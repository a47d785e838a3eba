-- Runs unchanged on PostgreSQL 15 to 18, PGlite and hosted Supabase. All of them have the only extension, pg_trgm.
--
-- `directory` is private, and contains the tables and the functions that operations share. The Data API exposes `api`,
-- which contains the functions of the operations and no table. These functions run as their owner, and grants.sql lists
-- their callers. Raise refusals as PTxyz, which PostgREST returns as status xyz. Never raise 40001,
-- because PostgREST 12 retries it endlessly.
--
-- Comments of tables, views and functions of `api` are part of the schema. Use timestamptz(3), because the program
-- reads and writes milliseconds as JSON.
--
-- Use PL/pgSQL for functions called per row or visit, because it keeps plans. An SQL function with a fixed
-- search_path is not inlined and is planned again by each calling statement.

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

-- Schema of extensions on hosted Supabase.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

create schema directory;
create schema api;
grant usage on schema api to anon, service_role;
