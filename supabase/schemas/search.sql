create function directory.write_search_documents(domains text[]) returns void language plpgsql as $$
begin
  insert into directory.search_documents as s (domain, visibility, band, words)
  select n.domain, n.visibility, n.band, n.words from directory.new_search_documents n
  where n.domain = any(domains) order by n.domain
  on conflict (domain) do update set visibility = excluded.visibility, band = excluded.band, words = excluded.words
  where (s.visibility, s.band, s.words) is distinct from (excluded.visibility, excluded.band, excluded.words);
end;
$$;

create function directory.keep_search_documents() returns trigger language plpgsql as $$
declare
  changed text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n.domain) into changed from new_rows n;
  elsif tg_table_name = 'domains' then
    select array_agg(n.domain) into changed from old_rows o join new_rows n using (domain)
    where (o.visibility, o.sort_key / 6, o.tags) is distinct from (n.visibility, n.sort_key / 6, n.tags);
  else
    select array_agg(n.domain) into changed from old_rows o join new_rows n using (domain)
    where (o.title, o.summary, o.description) is distinct from (n.title, n.summary, n.description);
  end if;
  if changed is not null then perform directory.write_search_documents(changed); end if;
  return null;
end;
$$;
create trigger document_updated after update on directory.domains
referencing old table as old_rows new table as new_rows
for each statement execute function directory.keep_search_documents();
-- A domain is searched from the moment on that it has a profile.
create trigger document_inserted after insert on directory.profiles
referencing new table as new_rows for each statement execute function directory.keep_search_documents();
create trigger document_updated after update on directory.profiles
referencing old table as old_rows new table as new_rows
for each statement execute function directory.keep_search_documents();

-- How many domains the planner expects to match, from its statistics. Volatile, because EXPLAIN is refused elsewhere.
create function directory.estimate_matches(query tsquery, prefix text, max_visibility smallint, max_band smallint)
returns bigint language plpgsql volatile as $$
declare
  plan json;
begin
  execute 'explain (format json) select from directory.search_documents s
    where (s.words @@ $1 or (s.domain >= $2 and s.domain < $2 || ''~'')) and s.visibility <= $3 and s.band <= $4'
  into plan using query, prefix, max_visibility, max_band;
  return greatest((plan->0->'Plan'->>'Plan Rows')::numeric::bigint, 1);
end;
$$;

-- The band that holds the domain at this share of the list order.
create function directory.band_at(share numeric, max_visibility smallint, max_band smallint) returns smallint
language plpgsql stable as $$
begin
  return (
    with bands as (
      select c.sort_key / 6 as band, sum(sum(c.n)) over (order by c.sort_key / 6) as so_far,
        sum(sum(c.n)) over () as total
      from directory.current_counters c
      where c.counter in ('listed', case max_visibility when 1 then 'unlisted' end) and c.sort_key / 6 <= max_band
      group by c.sort_key / 6
    )
    select coalesce(min(b.band) filter (where b.so_far >= b.total * share), max_band) from bands b);
end;
$$;

-- The matches in the bands up to max_band: how many there are, and those of one page; of more than max_matches only
-- that there are more. Bands tell which of them can be on the page: only for those the place in the order is looked up.
-- Planned for each call, because the best plan depends on the words.
create function directory.find_matches(
  query tsquery, prefix text, max_visibility smallint, max_band smallint, max_matches int, skip bigint, size bigint,
  out total bigint, out page text[])
language plpgsql stable set plan_cache_mode = force_custom_plan as $$
begin
  with matching as materialized (
    select s.domain, s.band from directory.search_documents s
    where (s.words @@ query or (s.domain >= prefix and s.domain < prefix || '~'))
      and s.visibility <= max_visibility and s.band <= max_band
    limit max_matches + 1
  ), bands as (
    select m.band, count(*) as matches, sum(count(*)) over (order by m.band) as so_far, sum(count(*)) over () as total
    from matching m group by m.band
  ), bands_of_page as (
    select b.band, b.so_far - b.matches as before from bands b
    where b.so_far > skip and b.so_far - b.matches < skip + size and coalesce(b.total <= max_matches, true)
  )
  select (select count(*) from matching), array(
    select d.domain
    from bands_of_page b join matching m on m.band = b.band join directory.domains d on d.domain = m.domain
    order by d.sort_key, d.domain limit size offset skip - (select min(f.before) from bands_of_page f))
  into find_matches.total, find_matches.page;
end;
$$;

-- A page of a search in list order. Up to 10,000 matches are all found and counted. Beyond that their number is an
-- estimate and the first 10,000 can be reached: as many bands of the order are read as should hold the page, and more
-- where they do not. What is read is in memory, where a page costs a few times as much as an index entry.
create function directory.search_domains(q text, page int, per_page int, include_unlisted boolean, verified boolean)
returns jsonb language plpgsql stable
set enable_seqscan = off set random_page_cost = 0.3 set jit = off as $$
declare
  max_matches constant int := 10000;
  query tsquery := directory.search_query(q);
  prefix text := directory.search_prefix(q);
  max_visibility smallint := case when include_unlisted then 1 else 0 end;
  max_band smallint := case when verified then 16 else 33 end;
  band smallint;
  size bigint := directory.page_size(per_page);
  skip bigint := directory.rows_before(page, per_page);
  expected bigint := directory.estimate_matches(query, prefix, max_visibility, max_band);
  -- What is expected to be fewer is counted, as far as max_matches. Of one word the planner knows to within 2 % how
  -- frequent it is (see tables.sql), but not how often words come together.
  surely_more int := case when numnode(query) > 1 then 40000 else 11000 end;
  share numeric;
  found record;
begin
  if expected < surely_more then
    select * into found
    from directory.find_matches(query, prefix, max_visibility, max_band, max_matches, skip, size);
    if found.total <= max_matches then return directory.listing(found.total, false, found.page); end if;
  end if;
  expected := greatest(expected, max_matches + 1);
  size := least(size, max_matches - skip);
  if size <= 0 then return directory.listing(expected, true, '{}'); end if;
  -- As much as would do if the matches lay evenly, and three standard deviations.
  share := (skip + size + 3 * sqrt(skip + size)) / expected;
  loop
    band := directory.band_at(share, max_visibility, max_band);
    select * into found from directory.find_matches(query, prefix, max_visibility, band, null, skip, size);
    exit when found.total >= skip + size or band = max_band;
    share := share * 1.5;
  end loop;
  if band = max_band then
    expected := found.total;
  end if;
  return directory.listing(expected, expected > max_matches, found.page);
end;
$$;
