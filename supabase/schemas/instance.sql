-- BASE_URL of the last server, or null.
create function api.get_served_url() returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(to_jsonb(i.served_url), 'null') from directory.instance i
$$;

create function api.set_served_url(url text) returns jsonb language sql security definer set search_path = '' as $$
  update directory.instance i set served_url = url returning to_jsonb(i.served_url)
$$;

-- Version of the last applied migration, as recorded by the Supabase CLI. PL/pgSQL, because the record does not exist
-- when the first migration creates this function.
create function api.get_schema_version() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select to_jsonb(max(m.version)) from supabase_migrations.schema_migrations m);
end;
$$;
