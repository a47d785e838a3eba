-- Every function resolves names in pg_catalog only.
do $$
declare
  f regprocedure;
begin
  for f in select p.oid from pg_catalog.pg_proc p where p.pronamespace = 'directory'::regnamespace loop
    execute format('alter function %s set search_path = ''''', f);
  end loop;
end;
$$;

-- Only functions read tables, as their owner. One policy allows it, and FORCE binds the owner.
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

-- Makes an operation run as its owner, creates its function in the exposed schema, and grants both to its callers.
create function directory.expose(operation regproc, callers text[])
returns void language plpgsql set search_path = '' as $$
declare
  p pg_catalog.pg_proc;
  caller text;
  exposed text;
  arguments text;
begin
  select * into strict p from pg_catalog.pg_proc k where k.oid = operation;
  select coalesce(string_agg('$' || i, ', '), '') into arguments from generate_series(1, p.pronargs) i;
  exposed := format('api.%I(%s)', p.proname, pg_get_function_identity_arguments(p.oid));
  execute format('alter function %s security definer', p.oid::regprocedure);
  execute format('create function api.%I(%s) returns %s language sql %s set search_path = '''' as %L',
    p.proname, pg_get_function_arguments(p.oid), p.prorettype::regtype,
    case p.provolatile when 'v' then 'volatile' else 'stable' end,
    format('select directory.%I(%s)', p.proname, arguments));
  execute format('revoke execute on function %s from public, anon, authenticated, service_role', exposed);
  foreach caller in array callers loop
    execute format('grant execute on function %s, %s to %I', p.oid::regprocedure, exposed, caller);
  end loop;
end;
$$;

revoke all on all tables in schema directory from public, anon, authenticated, service_role;
revoke execute on all functions in schema directory from public, anon, authenticated, service_role;

-- Reads with the publishable key.
select directory.expose(('directory.' || f.name)::regproc, array['anon', 'service_role'])
from unnest(array[
  'lookup_domain', 'lookup_domains', 'list_domains', 'find_sites', 'list_records', 'read_link_texts', 'get_word_list',
  'find_pages', 'get_text',
  'get_stats', 'count_countries', 'list_tags', 'count_facets', 'list_filtered'
]) f (name);

-- Operations with the secret key.
select directory.expose(('directory.' || f.name)::regproc, array['service_role'])
from unnest(array[
  'get_schema_version', 'get_served_url', 'set_served_url', 'verify_counters', 'list_changes', 'read_changes',
  'get_last_change', 'read_sites', 'list_last_visits', 'get_summaries', 'get_details',
  'track_domains', 'lease_domains', 'extend_leases', 'release_lease', 'count_due', 'get_planned_visit',
  'count_crawl_minutes', 'request_visits', 'list_requested_visits',
  'open_run', 'touch_run', 'settle_run', 'apply_visit', 'set_owners', 'set_facts',
  'list_versions', 'read_versions',
  'get_claim_standing', 'take_proof_look', 'finish_proof_look', 'verify_owner', 'repeat_key', 'find_key',
  'end_repeat', 'replace_key_hash', 'count_outdated_keys',
  'list_outdated_webhook_secrets', 'replace_webhook_secret', 'update_profile',
  'get_channels', 'confirm_email', 'unsubscribe_email', 'get_owner_stats', 'take_recrawl',
  'lease_deliveries', 'finish_delivery', 'open_test', 'open_watch', 'delete_watch',
  'count_lookups', 'take_quotas',
  'list_ranks', 'list_score_bases', 'set_rank_list', 'write_ranks',
  'list_unregistered', 'lease_registrations', 'set_registration',
  'get_case', 'moderate', 'remove_domain', 'forget_texts', 'list_rulings', 'list_moderation',
  'remove_never_valid', 'count_registrants', 'count_held_bytes',
  'survey_directory', 'list_stored_visits', 'count_unjudged_sites',
  'plan_word_list', 'write_word_list', 'list_unclassified', 'write_topics', 'list_unindexed',
  'read_search_sources', 'write_words',
  'describe_copy', 'read_copy', 'begin_restore', 'write_copy', 'finish_restore'
]) f (name);

notify pgrst, 'reload schema';
