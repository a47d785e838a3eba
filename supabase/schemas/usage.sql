create table directory.lookups_by_hour (
  hour timestamptz(3),
  domain text collate "C" references directory.domains on delete cascade,
  count int not null,
  primary key (hour, domain)
);
comment on table directory.lookups_by_hour is 'Lookups per hour, for two days.';
create index lookups_by_hour_domain on directory.lookups_by_hour (domain);

create table directory.lookups_by_day (
  day date,
  domain text collate "C" references directory.domains on delete cascade,
  count int not null,
  primary key (day, domain)
);
comment on table directory.lookups_by_day is 'Lookups per day, for 13 months.';
create index lookups_by_day_domain on directory.lookups_by_day (domain, day);

create table directory.lookup_totals (
  domain text collate "C" primary key references directory.domains on delete cascade,
  total bigint not null
);
comment on table directory.lookup_totals is 'Lookups in total.';

create table directory.quotas (
  name text,
  subject text,
  used int not null,
  ends_at timestamptz(3) not null,
  primary key (name, subject)
);
comment on table directory.quotas is
  'Use of quotas. The subject is an opaque key of a client, a domain, or the whole service. No address is stored.';
create index quotas_ends_at on directory.quotas (ends_at);

create table directory.quota_networks (
  name text,
  subject text,
  network text,
  used int not null,
  ends_at timestamptz(3) not null,
  primary key (name, subject, network)
);
comment on table directory.quota_networks is
  'Use of shared quotas by network. The network is an opaque key. A row with another ends_at than its quota is '
  'outdated and does not count.';
create index quota_networks_ends_at on directory.quota_networks (ends_at);

create function api.count_lookups(counts jsonb, at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  counted int;
begin
  with tracked as materialized (
    -- Lock in one order, so that writers never wait for each other.
    select d.domain, sum(c.count)::int as count from jsonb_to_recordset(counts) c (domain text, count int)
    join directory.domains d on d.domain = c.domain where c.count > 0 group by d.domain order by d.domain
  ), by_hour as (
    insert into directory.lookups_by_hour as h (hour, domain, count)
    select date_trunc('hour', at, 'UTC'), k.domain, k.count from tracked k
    on conflict (hour, domain) do update set count = h.count + excluded.count
  ), by_day as (
    insert into directory.lookups_by_day as y (day, domain, count)
    select (at at time zone 'UTC')::date, k.domain, k.count from tracked k
    on conflict (day, domain) do update set count = y.count + excluded.count
  )
  insert into directory.lookup_totals as l (domain, total) select k.domain, k.count from tracked k
  on conflict (domain) do update set total = l.total + excluded.total;
  get diagnostics counted = row_count;
  with old as materialized (
    select h.hour, h.domain from directory.lookups_by_hour h where h.hour < at - interval '2 days'
    order by h.hour, h.domain limit 2000 for update skip locked)
  delete from directory.lookups_by_hour h using old o where h.hour = o.hour and h.domain = o.domain;
  with old as materialized (
    select y.day, y.domain from directory.lookups_by_day y where y.day < (at - interval '13 months')::date
    order by y.day, y.domain limit 2000 for update skip locked)
  delete from directory.lookups_by_day y using old o where y.day = o.day and y.domain = o.domain;
  return to_jsonb(counted);
end;
$$;
comment on function api.count_lookups is
  'Adds counts of tracked domains, ignores others, and deletes some expired rows. Returns the number of counted rows.';

-- Rule of src/directory/fair-share.ts: the last fifth of a shared quota is reserved for networks with little use.
create function directory.may_take(quota int, total int, own int)
returns boolean language sql immutable set search_path = '' as $$
  select quota > total and ((quota - total) * 5 > quota or own * 20 < quota - total)
$$;

-- The upsert locks the rows in one order, so two processes never take the same last request.
create function api.take_quotas(takes jsonb, at timestamptz default clock_timestamp())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  allowed boolean;
  standings jsonb;
begin
  insert into directory.quotas as q (name, subject, used, ends_at)
  select t.name, t.subject, 0, at + make_interval(secs => t.window_s)
  from jsonb_to_recordset(takes) t (name text, subject text, window_s double precision) order by t.name, t.subject
  on conflict on constraint quotas_pkey do update set
    used = case when q.ends_at <= at then 0 else q.used end,
    ends_at = case when q.ends_at <= at then excluded.ends_at else q.ends_at end;
  select bool_and(s.open), jsonb_agg(jsonb_build_object(
      'name', s.name, 'open', s.open, 'remaining', greatest(0, s.quota - s.used),
      'reset_s', greatest(0, ceil(extract(epoch from s.ends_at - at)))::int) order by s.place)
  into allowed, standings
  from (
    select q.name, t.quota, q.used, q.ends_at, t.place,
      case when t.network is null then q.used < t.quota
        else directory.may_take(t.quota, q.used, coalesce(n.used, 0)) end as open
    from rows from (jsonb_to_recordset(takes) as (name text, subject text, network text, quota int))
    with ordinality t (name, subject, network, quota, place)
    join directory.quotas q on q.name = t.name and q.subject = t.subject
    left join directory.quota_networks n
      on n.name = t.name and n.subject = t.subject and n.network = t.network and n.ends_at = q.ends_at) s;
  if allowed then
    update directory.quotas q set used = q.used + 1
    from jsonb_to_recordset(takes) t (name text, subject text) where q.name = t.name and q.subject = t.subject;
    insert into directory.quota_networks as n (name, subject, network, used, ends_at)
    select q.name, q.subject, t.network, 1, q.ends_at
    from jsonb_to_recordset(takes) t (name text, subject text, network text)
    join directory.quotas q on q.name = t.name and q.subject = t.subject where t.network is not null
    on conflict on constraint quota_networks_pkey do update set
      used = case when n.ends_at = excluded.ends_at then n.used + 1 else 1 end, ends_at = excluded.ends_at;
  end if;
  perform directory.forget_old_quotas(at);
  return jsonb_build_object('allowed', allowed, 'standings', standings);
end;
$$;
comment on function api.take_quotas is
  'Counts a request against every quota ([{ name, subject, network, quota, window_s }]), or against no quota if one '
  'refuses. A quota with a network is shared (see directory.may_take). The use by its networks ends with its window.';

-- Deletes a few rows with an ended window.
create function directory.forget_old_quotas(at timestamptz) returns void language sql set search_path = '' as $$
  with old as materialized (
    select o.name, o.subject from directory.quotas o where o.ends_at < at
    order by o.ends_at limit 100 for update skip locked)
  delete from directory.quotas q using old o where q.name = o.name and q.subject = o.subject;
  with old as materialized (
    select o.name, o.subject, o.network from directory.quota_networks o where o.ends_at < at
    order by o.ends_at limit 100 for update skip locked)
  delete from directory.quota_networks n using old o
  where n.name = o.name and n.subject = o.subject and n.network = o.network;
$$;
