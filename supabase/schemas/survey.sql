-- Counts over the whole directory for statistics and home page, called once per build.

-- Count of numbers per class. The last class has no limit.
create function directory.count_classes(numbers bigint[], bounds bigint[]) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('up_to', b.up_to, 'sites',
    (select count(*) from unnest(numbers) n where n > coalesce(b.above, -1) and (b.up_to is null or n <= b.up_to)))
    order by b.place)
  from (select u.up_to, lag(u.up_to) over (order by u.place) as above, u.place
    from unnest(bounds || null::bigint) with ordinality u (up_to, place)) b
$$;

-- Sizes of read files, and number of sites per broken rule. A site that no longer has a file has no size. Above 50,000
-- files, reads a fixed sample of about this size. The sample takes a second and is exact to half a percentage point.
create function directory.survey_files() returns jsonb language plpgsql stable set search_path = '' as $$
declare
  share real := (
    select least(100, 5000000.0 / greatest(c.n, 1)) from directory.current_counters c where c.counter = 'tracked');
begin
  return (
    with sampled as (
      select i.broken, case when p.links is not null then i.bytes::bigint end as bytes, p.links::bigint as links
      from directory.files i tablesample bernoulli (coalesce(share, 100)) repeatable (1)
      join directory.domains d on d.domain = i.domain
      join directory.profiles p on p.domain = i.domain
      where d.visibility < 'hidden' and i.bytes is not null
    ), broken as (
      select f.id, count(*) as sites from sampled s,
        lateral (
          select distinct split_part(k.rule, ' ', 1) as id from jsonb_object_keys(s.broken) k (rule)
          where k.rule like '% failed') f
      group by f.id
    )
    select jsonb_build_object('files', count(*),
      'bytes', directory.count_classes(coalesce(array_agg(s.bytes), '{}'), array[1000, 4000, 16000, 64000, 256000]),
      'links', directory.count_classes(coalesce(array_agg(s.links), '{}'), array[0, 10, 30, 100, 300, 1000]),
      'rules', (select coalesce(jsonb_agg(b order by b.sites desc, b.id), '[]') from broken b))
    from sampled s);
end;
$$;

-- Listed sites with the largest growth of authority since the start of a day, or since their later first score.
-- New sites do not count.
create function directory.list_climbers(since date) returns jsonb language sql stable set search_path = '' as $$
  with moved as (
    select d.domain, d.authority, coalesce(
      (select h.authority from directory.score_history h
        where h.domain = d.domain and h.day < since and h.authority is not null order by h.day desc limit 1),
      (select h.authority from directory.score_history h
        where h.domain = d.domain and h.day >= since and h.authority is not null order by h.day limit 1)) as before
    from (select distinct h.domain from directory.score_history h where h.day >= since) m
    join directory.domains d on d.domain = m.domain
    join directory.profiles p on p.domain = m.domain
    where d.visibility = 'listed' and (p.first_seen at time zone 'UTC')::date < since
  ), best as (
    select m.* from moved m where m.authority > m.before order by m.authority - m.before desc, m.domain limit 6
  )
  select coalesce(jsonb_agg(jsonb_build_object('domain', b.domain, 'from', b.before, 'to', b.authority)
    order by b.authority - b.before desc, b.domain), '[]') from best b
$$;

-- Sites whose files broke last, and listed sites whose files recovered last.
create function directory.list_status_changes() returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'broken', (
      select coalesce(jsonb_agg(x order by x.at desc, x.domain), '[]') from (
        select c.domain, d.status, directory.iso_timestamp(c.broken_at) as at
        from directory.crawl c join directory.domains d on d.domain = c.domain
        where c.broken_at is not null and d.visibility < 'hidden' order by c.broken_at desc, c.domain limit 50) x),
    'recovered', (
      select coalesce(jsonb_agg(x order by x.at desc, x.domain), '[]') from (
        select c.domain, d.status, directory.iso_timestamp(c.recovered_at) as at
        from directory.crawl c join directory.domains d on d.domain = c.domain
        where c.recovered_at is not null and c.broken_at is null and d.visibility = 'listed'
        order by c.recovered_at desc, c.domain limit 50) x))
$$;

create function api.survey_directory(since date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select directory.survey_files() || directory.list_status_changes() || jsonb_build_object(
    'statuses', '{"valid": 0, "invalid": 0, "unreachable": 0, "pending": 0}'::jsonb || (
      select coalesce(jsonb_object_agg(n.status, n.n), '{}') from (
        select d.status, count(*) as n from directory.domains d where d.visibility < 'hidden' group by d.status) n),
    'tiers', '{"featured": 0, "listed": 0, "unlisted": 0, "rejected": 0, "waiting": 0}'::jsonb || (
      select coalesce(jsonb_object_agg(n.tier, n.n), '{}') from (
        select coalesce(d.tier, 'waiting') as tier, count(*) as n from directory.domains d group by 1) n),
    'days', (
      select coalesce(jsonb_agg(n order by n.day), '[]') from (
        select (p.first_seen at time zone 'UTC')::date as day, count(*) as tracked,
          count(*) filter (where d.status = 'valid') as valid
        from directory.domains d join directory.profiles p on p.domain = d.domain
        where d.visibility < 'hidden' group by 1) n),
    'climbers', directory.list_climbers(since))
$$;
comment on function api.survey_directory is
  'Counts the whole directory for the statistics page and the home page. A build calls it once.';
