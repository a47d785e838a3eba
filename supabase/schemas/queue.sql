-- State of a domain as JSON. `ruling` is a member only during a decision.
create function directory.state_as_json(s directory.states) returns jsonb language sql stable set search_path = '' as $$
  select to_jsonb(s) - case when s.ruling is null then 'ruling' else '' end
$$;

-- Order of due domains: verified, changing at least daily, popular, new, then all other domains.
create function directory.visit_priority(verified boolean, interval_ms bigint, rank int, last_checked timestamptz)
returns smallint language plpgsql immutable set search_path = '' as $$
begin
  return case
    when verified then 0
    when interval_ms <= 86400000 then 1
    when rank <= 100000 then 2
    when last_checked is null then 3
    else 4
    end;
end;
$$;

-- Updates the priorities of these domains. `due` is the latest due time, or null to keep it.
create function directory.reschedule(domains text[], due timestamptz) returns void
language sql set search_path = '' as $$
  update directory.crawl c
  set priority = directory.visit_priority(d.verified, c.interval_ms, d.rank, c.last_checked),
    due_at = case when c.lease is null then least(c.due_at, due) else c.due_at end
  from directory.domains d where c.domain = any(domains) and d.domain = c.domain
    and (c.priority <> directory.visit_priority(d.verified, c.interval_ms, d.rank, c.last_checked) or due is not null)
$$;

-- A domain that may not be visited is never due.
create function directory.keep_forbidden_unscheduled() returns trigger language plpgsql set search_path = '' as $$
begin
  new.due_at := 'infinity';
  return new;
end;
$$;
create trigger keep_forbidden_unscheduled before update on directory.crawl
for each row when (new.forbidden and new.lease is null and new.due_at < 'infinity')
execute function directory.keep_forbidden_unscheduled();

create function api.track_domains(
  domains text[], network text default null, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  names text[] := array(select distinct n.name collate "C" from unnest(domains) n (name) order by 1);
  added text[];
begin
  with tracked as (
    insert into directory.domains (domain) select n.name from unnest(names) n (name)
    on conflict (domain) do nothing returning domain
  ), described as (
    insert into directory.profiles (domain, first_seen) select a.domain, at from tracked a
  ), registered as (
    insert into directory.registrants (domain, network, at) select a.domain, track_domains.network, track_domains.at
    from tracked a where track_domains.network is not null
  ), queued as (
    insert into directory.crawl (domain, due_at, priority)
    select a.domain, at, directory.visit_priority(false, null, null, null) from tracked a
  )
  select coalesce(array_agg(a.domain), '{}') into added from tracked a;
  perform directory.stamp_changes(added);
  return jsonb_build_object('added', cardinality(added), 'known', cardinality(names) - cardinality(added));
end;
$$;
comment on function api.track_domains is 'Adds domains. `network` is the registering network, or null for an import.';

create function api.lease_domains(
  run text, worker text, max_rows int, lease_ms bigint, only_domains text[] default null,
  only_due boolean default false, at timestamptz default now())
returns jsonb language plpgsql set plan_cache_mode = force_custom_plan security definer set search_path = '' as $$
declare
  max_attempts constant int := 5;
  size int := least(greatest(max_rows, 0), 1000);
  picked text[] := '{}';
begin
  update directory.runs r set seen_at = greatest(r.seen_at, at) where r.id = lease_domains.run;
  if not found then raise exception 'run % is not open', lease_domains.run using errcode = 'PT404'; end if;
  perform directory.close_abandoned_runs(at);
  if only_domains is not null then
    picked := array(
      select c.domain from directory.crawl c
      where c.domain = any(only_domains) and (c.due_at <= at or (c.lease is null and not only_due))
      order by c.domain limit size for update skip locked);
  end if;
  for class in 0..4 loop
    exit when only_domains is not null or cardinality(picked) >= size;
    with worn_out as materialized (
      select k.domain from directory.crawl k
      where k.priority = class and k.due_at <= at and k.attempts >= max_attempts
      order by k.due_at limit size for update skip locked)
    update directory.crawl c set lease = null, attempts = 0, quarantined_at = at, due_at = at + interval '1 day'
    from worn_out w where c.domain = w.domain;
    picked := picked || array(
      select c.domain from directory.crawl c
      where c.priority = class and c.due_at <= at and c.attempts < max_attempts
      order by c.due_at limit size - cardinality(picked) for update skip locked);
  end loop;
  update directory.crawl c
  set lease = gen_random_uuid(), lease_edits = d.edits, run = lease_domains.run, worker = lease_domains.worker,
    attempts = case when c.attempts >= max_attempts then 1 else c.attempts + 1 end,
    due_at = at + make_interval(secs => lease_ms / 1000.0)
  from directory.domains d where c.domain = any(picked) and d.domain = c.domain;
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('state', directory.state_as_json(s), 'lease', c.lease, 'attempts', c.attempts)
      order by p.place), '[]')
    from unnest(picked) with ordinality p (domain, place)
    join directory.crawl c on c.domain = p.domain
    join directory.states s on s.domain = p.domain);
end;
$$;
comment on function api.lease_domains is
  'Leases due domains, highest priority first. With only_domains, leases these if they are free, due or not. With '
  'only_due, leases only due domains. A domain that five workers in a row did not return rests for a day, because it '
  'may kill them.';

create function api.extend_leases(leases uuid[], lease_ms bigint, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  extended int;
begin
  with kept as (
    select k.domain from directory.crawl k where k.lease = any(leases) and k.due_at < 'infinity'
    order by k.domain for update
  ), extended as (
    update directory.crawl c set due_at = at + make_interval(secs => lease_ms / 1000.0)
    from kept k where c.domain = k.domain returning c.run
  ), seen as (
    update directory.runs r set seen_at = at where r.id in (select e.run from extended e) and r.seen_at < at
  )
  select count(*) into extended from extended e;
  return to_jsonb(extended);
end;
$$;
comment on function api.extend_leases is 'Extends leases of a running worker, and returns their number.';

create function api.release_lease(lease uuid, due_at timestamptz) returns jsonb
language sql security definer set search_path = '' as $$
  with released as (
    update directory.crawl c set lease = null, due_at = release_lease.due_at, attempts = greatest(c.attempts - 1, 0)
    where c.lease = release_lease.lease and c.due_at < 'infinity' returning 1
  )
  select to_jsonb(exists (select from released))
$$;
comment on function api.release_lease is 'Ends a lease without a visit. Returns false if the lease has ended.';

create function api.get_planned_visit(domain text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('state', directory.state_as_json(s),
    'due_at', directory.iso_timestamp(nullif(c.due_at, 'infinity')),
    'worker', case when c.lease is not null then c.worker end)
  from directory.crawl c join directory.states s on s.domain = c.domain
  where c.domain = get_planned_visit.domain
$$;
comment on function api.get_planned_visit is
  'Returns the next visit of a domain, with its initial state. While the domain is leased, due_at is the end of the '
  'lease.';

create function api.count_due(at timestamptz default now()) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(count(*)) from directory.crawl c where c.priority between 0 and 4 and c.due_at <= at
$$;
comment on function api.count_due is 'Returns the number of due domains.';

create function api.request_visits(domains text[], at timestamptz default now()) returns jsonb
language sql security definer set search_path = '' as $$
  with requested as (
    select k.domain from directory.crawl k where k.domain = any(domains) order by k.domain for update
  ), written as (
    update directory.crawl c set requested_at = at from requested r where c.domain = r.domain returning 1
  )
  select to_jsonb(count(*)) from written
$$;
comment on function api.request_visits is 'Requests early visits of these domains.';

create function api.list_requested_visits(max_rows int, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  with visited as materialized (
    select k.domain from directory.crawl k where k.requested_at <= k.last_checked
    order by k.domain limit 1000 for update skip locked
  )
  update directory.crawl c set requested_at = null from visited v where c.domain = v.domain;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('domain', r.domain, 'network', r.network)
      order by r.place, r.requested_at, r.domain), '[]') from (
      select k.domain, k.requested_at, n.network, row_number() over (
        partition by coalesce(n.network, k.domain) order by k.requested_at, k.domain) as place
      from directory.crawl k left join directory.registrants n on n.domain = k.domain
      where k.requested_at is not null and k.requested_at > coalesce(k.last_checked, '-infinity')
        and k.due_at <= list_requested_visits.at
      order by place, k.requested_at, k.domain limit least(greatest(max_rows, 0), 1000)) r);
end;
$$;
comment on function api.list_requested_visits is
  'Lists due, unleased, requested visits with the registering network. The oldest request of each network comes '
  'first, then the second. Deletes requests of domains visited in the meantime.';
