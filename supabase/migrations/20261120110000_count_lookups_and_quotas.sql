-- What the API writes beside registrations: how often a domain was looked up, and how much of a quota a client has used.

-- By hour for two days, by day for 13 months, and in all: an owner's numbers without reading every lookup.
create table directory.lookups_by_hour (
  hour timestamptz, domain text collate "C" references directory.domains on delete cascade, count int not null, primary key (hour, domain));
create index lookups_by_hour_domain on directory.lookups_by_hour (domain);
create table directory.lookups_by_day (
  day date, domain text collate "C" references directory.domains on delete cascade, count int not null, primary key (day, domain));
create index lookups_by_day_domain on directory.lookups_by_day (domain, day);
create table directory.lookup_totals (domain text collate "C" primary key references directory.domains on delete cascade, total bigint not null);

-- The domains and counts of a call that are tracked, in the one order that every writer takes, so that two never wait for each other.
create function directory.counted_lookups(counts jsonb) returns table (domain text, count int) language sql stable set search_path = '' as $$
  select d.domain, sum(c.count)::int from jsonb_to_recordset(counts) c(domain text, count int)
    join directory.domains d on d.domain = c.domain where c.count > 0 group by d.domain order by d.domain
$$;

-- Adds counts of tracked domains, leaves out others, and forgets some of what is too old. Answers how many domains were counted.
create function directory.count_lookups(counts jsonb, at timestamptz default null) returns jsonb language plpgsql security definer set search_path = '' as $$
declare t timestamptz := coalesce(count_lookups.at, now()); counted int;
begin
  insert into directory.lookups_by_hour as h (hour, domain, count)
    select date_trunc('hour', t, 'UTC'), c.domain, c.count from directory.counted_lookups(counts) c
    on conflict (hour, domain) do update set count = h.count + excluded.count;
  insert into directory.lookups_by_day as d (day, domain, count)
    select (t at time zone 'UTC')::date, c.domain, c.count from directory.counted_lookups(counts) c
    on conflict (day, domain) do update set count = d.count + excluded.count;
  insert into directory.lookup_totals as l (domain, total)
    select c.domain, c.count from directory.counted_lookups(counts) c
    on conflict (domain) do update set total = l.total + excluded.total;
  get diagnostics counted = row_count;
  delete from directory.lookups_by_hour where (hour, domain) in
    (select h.hour, h.domain from directory.lookups_by_hour h where h.hour < t - interval '2 days' order by h.hour, h.domain limit 2000 for update skip locked);
  delete from directory.lookups_by_day where (day, domain) in
    (select d.day, d.domain from directory.lookups_by_day d where d.day < (t - interval '13 months')::date order by d.day, d.domain limit 2000 for update skip locked);
  return to_jsonb(counted);
end $$;

-- How much of a quota is used. The client is an opaque key: nobody's address is stored.
create table directory.quotas (name text, client text, used int not null, ends_at timestamptz not null, primary key (name, client));
create index quotas_ends_at on directory.quotas (ends_at);

-- Takes one request from every quota ([{ name, quota, window_s }]), or from none if one of them is used up. Whoever comes second waits
-- for the first (the upsert locks the rows, in the order of names), so that no two processes give away the same last request.
create function directory.take_quotas(quotas jsonb, client text, at timestamptz default null) returns jsonb language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare t timestamptz := coalesce(take_quotas.at, clock_timestamp()); allowed boolean;
begin
  insert into directory.quotas as q (name, client, used, ends_at)
    select w.name, take_quotas.client, 0, t + make_interval(secs => w.window_s)
      from jsonb_to_recordset(take_quotas.quotas) w(name text, window_s double precision) order by w.name
    on conflict (name, client) do update
      set used = case when q.ends_at <= t then 0 else q.used end, ends_at = case when q.ends_at <= t then excluded.ends_at else q.ends_at end;
  select bool_and(q.used < w.quota) into allowed
    from jsonb_to_recordset(take_quotas.quotas) w(name text, quota int)
    join directory.quotas q on q.name = w.name and q.client = take_quotas.client;
  if allowed then
    update directory.quotas q set used = q.used + 1
      where q.client = take_quotas.client and q.name in (select w.name from jsonb_to_recordset(take_quotas.quotas) w(name text));
  end if;
  delete from directory.quotas where (name, client) in
    (select o.name, o.client from directory.quotas o where o.ends_at < t order by o.ends_at limit 100 for update skip locked);
  return jsonb_build_object('allowed', allowed, 'standings', (
    select jsonb_agg(jsonb_build_object('name', w.name, 'remaining', greatest(0, w.quota - q.used),
        'reset_s', greatest(0, ceil(extract(epoch from q.ends_at - t)))::int) order by w.place)
      from rows from (jsonb_to_recordset(take_quotas.quotas) as (name text, quota int)) with ordinality w(name, quota, place)
      join directory.quotas q on q.name = w.name and q.client = take_quotas.client));
end $$;

select directory.close_tables();
revoke execute on function directory.counted_lookups(jsonb), directory.count_lookups(jsonb, timestamptz), directory.take_quotas(jsonb, text, timestamptz)
  from public, anon, authenticated, service_role;
select directory.expose(f::regprocedure, array['service_role']) from unnest(array[
  'directory.count_lookups(jsonb, timestamptz)', 'directory.take_quotas(jsonb, text, timestamptz)']) f;

notify pgrst, 'reload schema';
