create table directory.instance (
  one boolean primary key default true check (one),
  id uuid not null default gen_random_uuid(),
  -- Generation of domains without a key. A restore increases the generation, because the copy may lack issued keys.
  first_generation int not null default 0,
  -- BASE_URL of the last server. Null before the first.
  served_url text
);
comment on table directory.instance is
  'Identity of this database. A cursor of another database starts from the beginning.';
insert into directory.instance default values;

create function api.get_served_url() returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(to_jsonb(i.served_url), 'null') from directory.instance i
$$;
comment on function api.get_served_url is 'Returns the BASE_URL of the last server, or null.';

create function api.set_served_url(url text) returns jsonb language sql security definer set search_path = '' as $$
  update directory.instance i set served_url = url returning to_jsonb(i.served_url)
$$;
comment on function api.set_served_url is 'Stores the BASE_URL of a server that starts.';

-- PL/pgSQL, because the record does not exist when the first migration creates this function.
create function api.get_schema_version() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select to_jsonb(max(m.version)) from supabase_migrations.schema_migrations m);
end;
$$;
comment on function api.get_schema_version is
  'Returns the version of the last migration, as recorded by the Supabase CLI.';
