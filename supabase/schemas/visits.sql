-- Stores one point per day. A later point replaces an earlier point of the same day. `point` has status, authority
-- and its components, like a row of directory.domains as JSON.
create function directory.write_score_point(site text, t timestamptz, point jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  p directory.score_history := jsonb_populate_record(null::directory.score_history, point);
begin
  insert into directory.score_history as h
    (domain, day, at, status, authority, score_version, reach, trust, quality, freshness)
  values (site, (t at time zone 'UTC')::date, t, p.status, p.authority, p.score_version, p.reach, p.trust, p.quality,
    p.freshness)
  on conflict (domain, day) do update set at = excluded.at, status = excluded.status, authority = excluded.authority,
    score_version = excluded.score_version, reach = excluded.reach, trust = excluded.trust, quality = excluded.quality,
    freshness = excluded.freshness;
end;
$$;

-- Writes the results of a visit to domains and profiles, after its files. Use one statement, so that the expensive
-- triggers run once and see both tables.
create function directory.write_state(next jsonb) returns void language plpgsql set search_path = '' as $$
declare
  d directory.domains;
  p directory.profiles;
  new_d directory.domains;
  new_p directory.profiles;
begin
  select * into strict d from directory.domains k where k.domain = next->>'domain';
  select * into strict p from directory.profiles k where k.domain = next->>'domain';
  new_d := jsonb_populate_record(d, next || (next->'components'));
  new_p := jsonb_populate_record(p, next);
  new_d.has_markdown := exists (
    select from directory.files i, jsonb_array_elements(i.twins) r (rule)
    where i.domain = d.domain and r.rule->'found' <> '[]');
  if d is not distinct from new_d and p is not distinct from new_p then return; end if;
  with described as (
    update directory.profiles k set verified_at = new_p.verified_at, llms_txt = new_p.llms_txt, title = new_p.title,
      summary = new_p.summary, summary_source = new_p.summary_source,
      sections = new_p.sections, links = new_p.links, section_names = new_p.section_names, language = new_p.language
    where k.domain = p.domain and p is distinct from new_p
  )
  update directory.domains k set status = new_d.status, tier = new_d.tier, authority = new_d.authority,
    verified = new_d.verified, reach = new_d.reach, trust = new_d.trust, quality = new_d.quality,
    freshness = new_d.freshness, score_version = new_d.score_version, rejection = new_d.rejection,
    country = new_d.country, country_basis = new_d.country_basis, llms_full_txt = new_d.llms_full_txt,
    topics = new_d.topics, language_code = new_d.language_code, size_class = new_d.size_class,
    generator = new_d.generator, has_markdown = new_d.has_markdown
  where k.domain = d.domain and d is distinct from new_d;
end;
$$;

-- Replaces the groups of pages that a visit has tested. Other groups stay for half a year.
create function directory.merge_twins(known jsonb, tested jsonb, t timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(x.rule order by x.place), '[]') from (
    select r.rule, r.place from jsonb_array_elements(tested) with ordinality r (rule, place)
    union all
    select r.rule, 1000 + r.place from jsonb_array_elements(known) with ordinality r (rule, place)
    where (r.rule->>'tested_at')::timestamptz > t - interval '180 days'
      and not exists (select from jsonb_array_elements(tested) n (rule) where n.rule->'pages' = r.rule->'pages')
    order by 2 limit 12) x
$$;

-- Keeps the stored parts that a visit lacks: text, answer, nested files, twins, agents. A text replaces the results of
-- an earlier answer. An answer without preview or quality keeps the stored preview and quality.
create function directory.write_files(visit jsonb, t timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  site text := visit->'next'->>'domain';
  new_hash text := visit->'text'->>'hash';
begin
  if new_hash is null and not visit ?| array['broken', 'nested', 'twins', 'agents'] then return; end if;
  insert into directory.files as i
    (domain, text_hash, bytes, broken, seen, answer, topics_version, nested, twins, agents)
  values (site, new_hash, (visit->>'bytes')::int, coalesce(visit->'broken', '{}'), visit->'seen', visit->'answer',
    coalesce((visit->>'topics_version')::smallint, 0), visit->'nested', visit->'twins', visit->'agents')
  on conflict (domain) do update set
    text_hash = coalesce(excluded.text_hash, i.text_hash),
    bytes = coalesce(excluded.bytes, i.bytes),
    broken = coalesce(visit->'broken', i.broken),
    seen = coalesce(excluded.seen, i.seen),
    answer = case when new_hash is null then coalesce(i.answer || excluded.answer, excluded.answer, i.answer) end,
    topics_version = case when new_hash is null then i.topics_version else excluded.topics_version end,
    nested = coalesce(excluded.nested, i.nested),
    agents = coalesce(excluded.agents, i.agents),
    twins = case when excluded.twins is null then i.twins
      else directory.merge_twins(coalesce(i.twins, '[]'), excluded.twins, t) end;
end;
$$;

-- Further valid files from the sources that a visit has read. A file without links did not answer, so its row stays.
create function directory.write_scoped_files(site text, sources jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  delete from directory.scoped_files f where f.domain = site and sources ? f.via
    and not exists (
      select from jsonb_array_elements(sources->f.via) x (file) where x.file->>'url' = f.url and not x.file ? 'links');
  insert into directory.scoped_files (domain, url, via, title, links, pages)
  select d.domain, x.url, s.via, x.title, x.links, x.pages
  from directory.domains d, jsonb_each(sources) s (via, files),
    jsonb_to_recordset(s.files) x (url text, title text, links text, pages int[])
  where d.domain = site and x.links is not null
  on conflict (domain, url) do update set
    via = excluded.via, title = excluded.title, links = excluded.links, pages = excluded.pages;
end;
$$;

-- Stores the proof result of a visit. A lapse suspends the key.
create function directory.write_proof(next jsonb, t timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  update directory.owners o set proof = nullif(next->'proof', 'null')
  where o.domain = next->>'domain' and o.proof is distinct from nullif(next->'proof', 'null');
  if not (next->>'verified')::boolean then
    update directory.keys k set suspended_at = t where k.domain = next->>'domain' and k.suspended_at is null;
  end if;
end;
$$;

-- Data of a domain for followers: its record without the time of the last visit, and the hash of its text. This
-- function and the next use PL/pgSQL, because PostgreSQL 17 plans an SQL function again at each call.
create function directory.told_state(site text) returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_jsonb(r) - 'last_checked' || jsonb_build_object('content_hash', c.content_hash)
    from directory.records r join directory.crawl c on c.domain = r.domain where r.domain = site);
end;
$$;

-- Data of a domain's page, without values that each visit changes: time, response, numbers of tested links, and parts
-- of the score that depend on time. The member `told` contains the part for followers.
create function directory.shown_state(site text) returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'told', directory.told_state(site), 'is_visited', c.last_checked is not null,
      'quality', d.quality, 'country_basis', d.country_basis, 'language', d.language_code, 'rejection', d.rejection,
      'summary_source', p.summary_source, 'section_names', p.section_names, 'changed_at', c.content_changed_at,
      'failure', c.failure - '{count,last_at,alerted,others}'::text[],
      'absence', case when o.proof->'absence'->>'grace_since' is not null then o.proof->'absence'->'since' end,
      'text', i.text_hash, 'seen', i.seen - 'links', 'answer', i.answer, 'nested', i.nested,
      'agents', i.agents,
      -- Sorted, because a visit moves the groups that it tests to the front.
      'twins', (
        select jsonb_agg(r.rule - 'tested_at' order by r.rule->>'pages') from jsonb_array_elements(i.twins) r (rule)))
    from directory.domains d
    join directory.profiles p on p.domain = d.domain
    join directory.crawl c on c.domain = d.domain
    left join directory.owners o on o.domain = d.domain
    left join directory.files i on i.domain = d.domain
    where d.domain = site);
end;
$$;

-- Stores a whole visit and ends its lease. A visit without changes writes only the row of crawl, so its page stays as
-- published.
create function directory.write_visit(visit jsonb, t timestamptz) returns void
-- Use generic plans, because planning the statements again for each visit takes longer than the statements.
language plpgsql set plan_cache_mode = force_generic_plan set search_path = '' as $$
declare
  next jsonb := visit->'next';
  site text := next->>'domain';
  new_c directory.crawl := jsonb_populate_record(null::directory.crawl, next);
  before jsonb := directory.shown_state(site);
  after jsonb;
begin
  if visit->'text' <> 'null' then perform directory.store_text(visit->'text'); end if;
  perform directory.write_version(site, visit, t);
  perform directory.write_files(visit, t);
  perform directory.write_state(next);
  if visit ? 'words' then
    perform api.write_words(jsonb_build_array(jsonb_build_object('domain', site, 'words', visit->'words')),
      (visit->>'words_version')::int);
  end if;
  if visit ? 'scoped_files' then
    perform directory.write_scoped_files(site, visit->'scoped_files');
  end if;
  -- Mark words of the main file as outdated if there are further files and one may have changed.
  if (visit ? 'words' or visit->'scoped_files' ? 'nested')
    and exists (select from directory.scoped_files f where f.domain = site and f.via = 'nested')
  then
    update directory.search_documents s set words_version = null
    where s.domain = site and s.words_version is not null;
  end if;
  perform directory.write_proof(next, t);
  if visit->'point' <> 'null' then
    perform directory.write_score_point(site, (visit->'point'->>'at')::timestamptz, visit->'point');
  end if;
  insert into directory.alerts (domain, type, data, created_at)
  select site, a.type, coalesce(a.data, '{}'), t from jsonb_to_recordset(visit->'alerts') a (type text, data jsonb);
  update directory.crawl c set lease = null, attempts = 0, quarantined_at = null,
    due_at = (visit->>'due_at')::timestamptz,
    priority = directory.visit_priority(d.verified, new_c.interval_ms, d.rank, new_c.last_checked),
    last_checked = new_c.last_checked, failure = new_c.failure, uptime = new_c.uptime,
    broken_at = case when next->>'status' = 'valid' then null
      when before->'told'->>'status' = 'valid' then new_c.last_checked else c.broken_at end,
    recovered_at = case when next->>'status' = 'valid' and c.broken_at is not null then new_c.last_checked
      else c.recovered_at end,
    content_hash = new_c.content_hash, content_changed_at = new_c.content_changed_at, etag = new_c.etag,
    last_modified = new_c.last_modified, interval_ms = new_c.interval_ms, tls_valid = new_c.tls_valid,
    cross_domain_redirect = new_c.cross_domain_redirect, evidence = visit->'evidence'
  from directory.domains d where c.domain = site and d.domain = site;
  after := directory.shown_state(site);
  if before is distinct from after then
    perform directory.stamp_changes(array[site], told => before->'told' is distinct from after->'told');
  end if;
end;
$$;

create function api.apply_visit(visit jsonb, at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  site text := visit->'next'->>'domain';
  hold boolean := (visit->>'hold')::boolean;
  c directory.crawl;
  d directory.domains;
  r directory.runs;
begin
  -- Lock `domains` before `crawl`, like every writer.
  select * into d from directory.domains k where k.domain = site for update;
  select * into c from directory.crawl k
  where k.domain = site and k.lease = (visit->>'lease')::uuid and k.due_at < 'infinity' for update;
  if not found then return '{"result":"lost"}'; end if;
  if d.edits <> c.lease_edits then
    update directory.crawl k set lease_edits = d.edits where k.domain = site;
    return (
      select jsonb_build_object('result', 'stale', 'state', directory.state_as_json(s))
      from directory.states s where s.domain = site);
  end if;
  -- This lock blocks the settlement of the run, but not heartbeats.
  select * into r from directory.runs k where k.id = visit->>'run' for key share;
  if not found then raise exception 'run % is not open', visit->>'run' using errcode = 'PT404'; end if;
  if r.seen_at < at - interval '30 seconds' then
    update directory.runs k set seen_at = at where k.id = r.id and k.seen_at < at;
  end if;
  if r.settled_at is null then
    insert into directory.run_visits as v (run, domain, fine, failed, lease, held)
    values (r.id, site, d.status = 'valid', hold and d.status = 'valid', c.lease,
      case when hold and r.verdict is null then visit end)
    on conflict (run, domain) do update set
      failed = v.failed or excluded.failed, lease = excluded.lease, held = excluded.held;
  end if;
  if hold and r.verdict is null then
    update directory.crawl k set due_at = 'infinity' where k.domain = site;
    return '{"result":"held"}';
  end if;
  if hold and r.verdict <> 'sound' then
    update directory.crawl k set lease = null, attempts = 0, due_at = at + interval '15 minutes' where k.domain = site;
    return '{"result":"lost"}';
  end if;
  perform directory.write_visit(visit, at);
  return jsonb_build_object('result', 'applied', 'is_indexed', (
    select s.words_version is not null from directory.search_documents s where s.domain = site));
end;
$$;
comment on function api.apply_visit is
  'Stores a visit and ends its lease. Returns `lost` if another worker has the lease, `stale` with the new state if '
  'the domain changed in the meantime, and `held` if a valid domain failed, so that the visit waits for the verdict '
  'on the run.';

---------------------------------------------------------------- data from other sources than visits

create function api.set_owners(owners jsonb, at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
begin
  perform api.track_domains(
    array(select o.domain from jsonb_to_recordset(owners) o (domain text)), at => set_owners.at);
  with given as (
    select o.* from jsonb_to_recordset(owners)
      o (domain text, verified_at timestamptz, description text, tags text[], nested_llms_txt text[], contact text)
  ), differing as (
    select g.*
    from directory.domains d join directory.profiles p on p.domain = d.domain join given g on g.domain = d.domain
    where (d.verified, d.tags, p.verified_at, p.description, p.nested_llms_txt, p.contact)
      is distinct from (true, g.tags, g.verified_at, g.description, g.nested_llms_txt, g.contact)
    order by d.domain for update of d
  ), described as (
    update directory.profiles p set verified_at = f.verified_at, description = f.description,
      nested_llms_txt = f.nested_llms_txt, contact = f.contact
    from differing f where p.domain = f.domain
  ), edited as (
    update directory.domains d set verified = true, tags = f.tags, edits = d.edits + 1
    from differing f where d.domain = f.domain returning d.domain
  )
  select coalesce(array_agg(e.domain), '{}') into changed from edited e;
  perform directory.reschedule(changed, at);
  perform directory.stamp_changes(changed);
  return to_jsonb(cardinality(changed));
end;
$$;
comment on function api.set_owners is
  'Sets owners from a demonstration or an import. The next visit computes score and tier.';

create function api.set_facts(facts jsonb, at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
begin
  with given as (
    select d.domain, f.rank, f.registered_at
    from jsonb_to_recordset(facts) f (domain text, rank int, registered_at timestamptz)
    join directory.domains d on d.domain = f.domain
    where (d.rank, d.registered_at) is distinct from (f.rank, f.registered_at)
    order by d.domain for update of d
  ), edited as (
    update directory.domains d set rank = g.rank, registered_at = g.registered_at, edits = d.edits + 1
    from given g where d.domain = g.domain returning d.domain
  )
  select coalesce(array_agg(e.domain), '{}') into changed from edited e;
  perform directory.reschedule(changed, at);
  perform directory.stamp_changes(changed);
  return to_jsonb(cardinality(changed));
end;
$$;
comment on function api.set_facts is
  'Sets popularity from a list, or registration from a registry. The next visit computes the score.';
