-- What the statistics of the directory and its home page show: counts over the whole of it, for a build to ask once.

-- History is written in the order of its days: a block range is all it takes to find the latest.
create index history_day on directory.history using brin (day);

-- How many of the numbers lie in each class; the last class has no bound.
create function directory.count_classes(numbers bigint[], bounds bigint[]) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('up_to', b.up_to, 'sites',
    (select count(*) from unnest(numbers) n where n > coalesce(b.above, -1) and (b.up_to is null or n <= b.up_to))) order by b.place)
  from (select u.up_to, lag(u.up_to) over (order by u.place) as above, u.place
    from unnest(bounds || null::bigint) with ordinality u(up_to, place)) b
$$;

-- Findings and previews are long: of more than 50,000 files a sample of about so many is read, the same one every time, which takes
-- about a second and is exact to half a percentage point.
create function directory.survey_directory(since date) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  tracked bigint; share real; statuses jsonb; tiers jsonb; days jsonb; files bigint; bytes bigint[]; links bigint[]; rules jsonb; climbers jsonb;
begin
  select t.tracked into tracked from directory.totals t;
  share := least(100, 5000000.0 / greatest(tracked, 1));

  select jsonb_object_agg(s.status, coalesce(n.n, 0)) into statuses
  from unnest(array['valid', 'invalid', 'unreachable', 'pending']) s(status)
  left join (select d.status, count(*) as n from directory.domains d where d.shelf < 2 group by 1) n using (status);

  select jsonb_object_agg(s.tier, coalesce(n.n, 0)) into tiers
  from unnest(array['featured', 'listed', 'unlisted', 'rejected', 'waiting']) s(tier)
  left join (select coalesce(d.tier, 'waiting') as tier, count(*) as n from directory.domains d group by 1) n using (tier);

  select coalesce(jsonb_agg(jsonb_build_object('day', to_char(n.day, 'YYYY-MM-DD'), 'tracked', n.tracked, 'valid', n.valid) order by n.day), '[]') into days
  from (select (d.first_seen at time zone 'UTC')::date as day, count(*) as tracked, count(*) filter (where d.status = 'valid') as valid
    from directory.domains d where d.shelf < 2 group by 1) n;

  with sampled as (
    select r.findings, (r.preview->>'bytes')::bigint as bytes, d.links from directory.readings r tablesample bernoulli (share) repeatable (1)
    join directory.domains d on d.domain = r.domain where d.shelf < 2 and r.preview is not null
  ), broken as (
    select f.id, count(*) as sites from sampled s,
      lateral (select distinct x.id from jsonb_to_recordset(s.findings) x(id text, outcome text) where x.outcome = 'failed') f group by 1
  )
  select (select count(*) from sampled), (select array_agg(s.bytes) from sampled s where s.bytes is not null),
    (select array_agg(s.links) from sampled s where s.links is not null),
    (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'sites', b.sites) order by b.sites desc, b.id), '[]') from broken b)
  into files, bytes, links, rules;

  -- From what the score was at the beginning of that day, or when it was first known after it. Newcomers are no climbers.
  with moved as (
    select d.domain, d.authority, coalesce(
      (select h.authority from directory.history h where h.domain = d.domain and h.day < since and h.authority is not null order by h.day desc limit 1),
      (select h.authority from directory.history h where h.domain = d.domain and h.day >= since and h.authority is not null order by h.day limit 1)) as score
    from (select distinct h.domain from directory.history h where h.day >= since) m join directory.domains d on d.domain = m.domain
    where d.shelf = 0 and (d.first_seen at time zone 'UTC')::date < since
  ), best as (
    select m.domain, m.score, m.authority from moved m where m.authority > m.score order by m.authority - m.score desc, m.domain limit 6
  )
  select coalesce(jsonb_agg(jsonb_build_object('domain', b.domain, 'from', b.score, 'to', b.authority) order by b.authority - b.score desc, b.domain), '[]')
  into climbers from best b;

  return jsonb_build_object('statuses', statuses, 'tiers', tiers, 'days', days, 'files', files,
    'bytes', directory.count_classes(coalesce(bytes, '{}'), array[1000, 4000, 16000, 64000, 256000]),
    'links', directory.count_classes(coalesce(links, '{}'), array[0, 10, 30, 100, 300, 1000]),
    'rules', rules, 'climbers', climbers);
end $$;

revoke execute on function directory.count_classes(bigint[], bigint[]) from public, anon, authenticated, service_role;
select directory.expose('directory.survey_directory(date)', array['service_role']);

notify pgrst, 'reload schema';
