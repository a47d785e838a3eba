create table directory.runs (
  id text primary key check (length(id) between 1 and 100),
  kind text not null check (kind in ('scheduled', 'on-demand')),
  opened_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  verdict text check (verdict in ('sound', 'broken', 'abandoned')),
  settled_at timestamptz(3),
  visited int not null default 0,
  fine int not null default 0,
  failed int not null default 0,
  settled int not null default 0
);
comment on table directory.runs is 'Runs of the crawler. A settled run has a verdict on its failures.';
create index runs_open on directory.runs (seen_at) where settled_at is null;

create table directory.run_visits (
  run text not null references directory.runs on delete cascade,
  domain text collate "C" not null references directory.domains on delete cascade,
  fine boolean not null,
  failed boolean not null,
  lease uuid,
  held jsonb,
  primary key (run, domain)
);
comment on table directory.run_visits is
  'Visits of unsettled runs. `held` is the whole visit while it waits for the run to settle.';
create index run_visits_domain on directory.run_visits (domain);

create function api.open_run(id text, kind text, at timestamptz default now()) returns jsonb
language sql security definer set search_path = '' as $$
  select directory.renew_stamps();
  insert into directory.runs (id, kind, opened_at, seen_at) values (open_run.id, open_run.kind, at, at)
  on conflict (id) do update set seen_at = excluded.seen_at
  returning jsonb_build_object('id', runs.id)
$$;
comment on function api.open_run is 'Opens a run of the crawler, or continues it.';

create function api.touch_run(run text, at timestamptz default now()) returns jsonb
language sql security definer set search_path = '' as $$
  with seen as (
    update directory.runs r set seen_at = at
    where r.id = touch_run.run and r.settled_at is null and r.seen_at < at returning 1
  )
  select to_jsonb(exists (select from seen))
$$;
comment on function api.touch_run is 'Records the heartbeat of a run. Returns false if the run has ended.';

-- A run sends a heartbeat every 20 s. After five minutes without a heartbeat, held visits are dropped and their
-- domains are due again. A run waits only 65 s for an unavailable store.
create function directory.close_abandoned_runs(t timestamptz) returns void language plpgsql set search_path = '' as $$
declare
  run_timeout constant interval := '5 minutes';
  r directory.runs;
begin
  for r in
    select * from directory.runs k where k.settled_at is null and k.seen_at < t - run_timeout for update skip locked
  loop
    update directory.crawl c set lease = null, due_at = t, attempts = 0
    from directory.run_visits v where v.run = r.id and v.held is not null and c.domain = v.domain and c.lease = v.lease;
    if r.verdict is null then
      r := directory.count_run_visits(r);
    end if;
    update directory.runs k set verdict = coalesce(r.verdict, 'abandoned'), settled_at = t,
      visited = r.visited, fine = r.fine, failed = r.failed
    where k.id = r.id;
    delete from directory.run_visits v where v.run = r.id;
  end loop;
end;
$$;

create function directory.count_run_visits(inout r directory.runs) language plpgsql stable set search_path = '' as $$
begin
  select count(*), count(*) filter (where v.fine), count(*) filter (where v.failed) into r.visited, r.fine, r.failed
  from directory.run_visits v where v.run = r.id;
end;
$$;

create function api.settle_run(run text, max_rows int, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  r directory.runs;
  v directory.run_visits;
  applied int := 0;
  waiting int;
begin
  select * into r from directory.runs k where k.id = settle_run.run for update;
  if not found then raise exception 'run % is not open', settle_run.run using errcode = 'PT404'; end if;
  if r.verdict is null then
    r := directory.count_run_visits(r);
    r.verdict := case when r.failed >= 20 and r.failed > 0.05 * r.fine then 'broken' else 'sound' end;
  end if;
  for v in
    select * from directory.run_visits k where k.run = r.id and k.held is not null order by k.domain limit max_rows
  loop
    applied := applied + directory.settle_visit(v, r.verdict, at)::int;
  end loop;
  select count(*) into waiting from directory.run_visits k where k.run = r.id and k.held is not null;
  if waiting = 0 then
    delete from directory.run_visits k where k.run = r.id;
  end if;
  update directory.runs k set verdict = r.verdict, visited = r.visited, fine = r.fine, failed = r.failed,
    settled = k.settled + applied, seen_at = greatest(k.seen_at, at),
    settled_at = case when waiting = 0 then coalesce(k.settled_at, at) end
  where k.id = r.id returning * into r;
  return jsonb_build_object('visited', r.visited, 'fine', r.fine, 'failed', r.failed, 'broken', r.verdict = 'broken',
    'settled', r.settled, 'left', waiting);
end;
$$;
comment on function api.settle_run is
  'Ends a run. If more than 5 % and at least 20 valid domains failed, assumes a fault on our side and drops held '
  'visits. Works in steps of max_rows. `left` is the number of waiting visits.';

-- Reports whether a held visit was applied. Otherwise makes the domain due: soon if the fault is ours, at once if the
-- row changed.
create function directory.settle_visit(v directory.run_visits, verdict text, t timestamptz)
returns boolean language plpgsql set search_path = '' as $$
declare
  is_applied boolean;
begin
  perform from directory.domains d where d.domain = v.domain for update;
  select verdict = 'sound' and d.edits = c.lease_edits into is_applied
  from directory.domains d join directory.crawl c on c.domain = d.domain
  where d.domain = v.domain and c.lease = v.lease for update of c;
  if is_applied then
    perform directory.write_visit(v.held, t);
  else
    update directory.crawl c set lease = null, attempts = 0,
      due_at = case when verdict = 'broken' then t + interval '15 minutes' else t end
    where c.domain = v.domain and c.lease = v.lease;
  end if;
  update directory.run_visits k set held = null where k.run = v.run and k.domain = v.domain;
  return coalesce(is_applied, false);
end;
$$;

create function api.count_crawl_minutes(at timestamptz default now()) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('runs', count(*), 'visited', coalesce(sum(r.visited), 0),
    'minutes', coalesce(ceil(sum(extract(epoch from r.seen_at - r.opened_at)) / 60), 0),
    'last_seen_at', directory.iso_timestamp(max(r.seen_at) filter (where r.visited > 0 or r.settled_at is null)))
  from directory.runs r where r.kind = 'scheduled' and r.opened_at > at - interval '30 days'
$$;
comment on function api.count_crawl_minutes is
  'Returns the time of scheduled crawls in the last 30 days. A run is one job, from its first to its last heartbeat. '
  '`last_seen_at` is the last heartbeat of a run that visited a domain or is under way.';
