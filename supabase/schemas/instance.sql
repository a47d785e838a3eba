-- BASE_URL of the last server, or null.
create function directory.get_served_url() returns jsonb language sql stable as $$
  select coalesce(to_jsonb(i.served_url), 'null') from directory.instance i
$$;

create function directory.set_served_url(url text) returns jsonb language sql as $$
  update directory.instance i set served_url = url returning to_jsonb(i.served_url)
$$;

-- Version of the last applied migration, as recorded by the Supabase CLI. PL/pgSQL, because the record does not exist
-- when the first migration creates this function.
create function directory.get_schema_version() returns jsonb language plpgsql stable as $$
begin
  return (select to_jsonb(max(m.version)) from supabase_migrations.schema_migrations m);
end;
$$;
