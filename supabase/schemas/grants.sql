-- Only functions read tables, as their owner. A policy allows the reads. FORCE applies the policy to the owner.
do $$
declare
  t regclass;
begin
  for t in
    select c.oid from pg_catalog.pg_class c where c.relnamespace = 'directory'::regnamespace and c.relkind = 'r'
  loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy owner_only on %s to current_user using (true) with check (true)', t);
  end loop;
end;
$$;

revoke all on all tables in schema directory from public, anon, authenticated, service_role;
revoke execute on all functions in schema directory, api from public, anon, authenticated, service_role;

-- Reads with the publishable key.
grant execute on function
  api.lookup_domain, api.lookup_domains, api.list_domains, api.find_sites, api.read_link_texts,
  api.get_word_list, api.find_pages, api.get_text, api.get_stats, api.count_countries,
  api.count_facets, api.list_filtered
to anon;

-- Operations with the secret key: every function of the API.
grant execute on all functions in schema api to service_role;

notify pgrst, 'reload schema';
