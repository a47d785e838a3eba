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
to anon, service_role;

-- Operations with the secret key.
grant execute on function
  api.get_schema_version, api.get_served_url, api.set_served_url, api.verify_counters, api.list_changes,
  api.read_changes, api.get_last_change, api.read_sites, api.list_last_visits, api.get_summaries, api.get_details,
  api.track_domains, api.lease_domains, api.extend_leases, api.release_lease, api.count_due, api.get_planned_visit,
  api.count_crawl_minutes, api.request_visits, api.list_requested_visits, api.open_run, api.touch_run, api.settle_run,
  api.apply_visit, api.set_owners, api.set_facts, api.list_versions, api.read_versions, api.get_claim_standing,
  api.take_proof_look, api.finish_proof_look, api.verify_owner, api.repeat_key, api.find_key, api.end_repeat,
  api.replace_key_hash, api.count_outdated_keys, api.list_outdated_webhook_secrets, api.replace_webhook_secret,
  api.update_profile, api.get_channels, api.confirm_email, api.unsubscribe_email, api.get_owner_stats,
  api.take_recrawl, api.lease_deliveries, api.finish_delivery, api.open_test, api.open_watch, api.delete_watch,
  api.count_lookups, api.take_quotas, api.find_packages, api.keep_package,
  api.list_ranks, api.list_score_bases, api.set_rank_list, api.write_ranks,
  api.list_unregistered, api.lease_registrations, api.set_registration, api.get_case, api.moderate, api.remove_domain,
  api.forget_texts, api.list_rulings, api.list_moderation, api.remove_never_valid, api.count_registrants,
  api.count_held_bytes, api.survey_directory, api.list_stored_visits, api.count_unjudged_sites, api.plan_word_list,
  api.write_word_list, api.list_unclassified, api.write_topics, api.list_unindexed, api.read_search_sources,
  api.read_index_words,
  api.write_words, api.describe_copy, api.read_copy, api.begin_restore, api.write_copy, api.finish_restore
to service_role;

notify pgrst, 'reload schema';
