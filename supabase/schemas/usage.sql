-- Adds counts of tracked domains, leaves out others, and deletes some of what is too old. Returns how many it counted.
create function directory.count_lookups(counts jsonb, at timestamptz default now()) returns jsonb language plpgsql as $$
declare
  counted int;
begin
  with tracked as materialized (
    -- In the one order that every writer takes, so that two never wait for each other.
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

-- Takes one request from every quota ([{ name, quota, window_s }]), or from none if one of them is used up. Whoever
-- comes second waits for the first (the upsert locks the rows, in the order of names), so that no two processes give
-- away the same last request.
create function directory.take_quotas(quotas jsonb, client text, at timestamptz default clock_timestamp())
returns jsonb language plpgsql as $$
declare
  allowed boolean;
begin
  insert into directory.quotas as q (name, client, used, ends_at)
  select w.name, take_quotas.client, 0, at + make_interval(secs => w.window_s)
  from jsonb_to_recordset(take_quotas.quotas) w (name text, window_s double precision) order by w.name
  on conflict on constraint quotas_pkey do update set
    used = case when q.ends_at <= at then 0 else q.used end,
    ends_at = case when q.ends_at <= at then excluded.ends_at else q.ends_at end;
  select bool_and(q.used < w.quota) into allowed
  from jsonb_to_recordset(take_quotas.quotas) w (name text, quota int)
  join directory.quotas q on q.name = w.name and q.client = take_quotas.client;
  if allowed then
    update directory.quotas q set used = q.used + 1
    from jsonb_to_recordset(take_quotas.quotas) w (name text) where q.name = w.name and q.client = take_quotas.client;
  end if;
  with old as materialized (
    select o.name, o.client from directory.quotas o where o.ends_at < at
    order by o.ends_at limit 100 for update skip locked)
  delete from directory.quotas q using old o where q.name = o.name and q.client = o.client;
  return jsonb_build_object('allowed', allowed, 'standings', (
    select jsonb_agg(jsonb_build_object('name', q.name, 'remaining', greatest(0, (w.quota->>'quota')::int - q.used),
      'reset_s', greatest(0, ceil(extract(epoch from q.ends_at - at)))::int) order by w.place)
    from jsonb_array_elements(take_quotas.quotas) with ordinality w (quota, place)
    join directory.quotas q on q.name = w.quota->>'name' and q.client = take_quotas.client));
end;
$$;
