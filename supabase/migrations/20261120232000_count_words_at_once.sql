-- Matches of words are counted in one pass that keeps only those near the page, not in a list of all of them.

create type directory.placed as (sort_key smallint, domain text);

-- Rows of the order in which `wanted` of the `expected` matches of a scope should lie, with three standard deviations to spare.
create function directory.rows_to_read(wanted bigint, expected bigint, scope bigint) returns bigint language sql immutable set search_path = '' as $$
  select 500 + (wanted * scope::numeric / expected * (1 + 3 / sqrt(wanted)))::bigint
$$;

-- The place in the order where row number `nth` stands; null when there are fewer.
create function directory.key_of_row(nth bigint, deepest int, last_key int) returns int language sql stable set search_path = '' as $$
  select min(p.sort_key) from (
    select c.sort_key, sum(sum(c.n)) over (order by c.sort_key) as upto from directory.shelf_counts c
    where c.shelf <= deepest and c.sort_key <= last_key group by 1) p where p.upto >= nth
$$;

-- How many match, and those of them that stand up to `near_key`.
create function directory.count_matches_near(tq tsquery, deepest int, last_key int, near_key int, out total bigint, out near directory.placed[])
  language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  if last_key <= 101 then
    select count(*), array_agg(row(d.sort_key, d.domain)::directory.placed) filter (where d.sort_key <= near_key) into total, near
      from directory.domains d where d.verified and d.shelf <= deepest and d.search @@ tq;
  else
    select count(*), array_agg(row(d.sort_key, d.domain)::directory.placed) filter (where d.sort_key <= near_key) into total, near
      from directory.domains d where d.shelf <= deepest and d.search @@ tq;
  end if;
end $$;

drop function directory.count_sampled(tsquery, int, int);

-- The matches among an eighth of the domains, up to `at_most`. The limit would make the planner read the domains themselves.
create function directory.count_sampled(tq tsquery, deepest int, last_key int, at_most int) returns bigint language plpgsql stable set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
begin
  return (select count(*) from (select from directory.domains d
    where hashtext(d.domain) & 7 = 0 and d.search @@ tq and d.shelf <= deepest and d.sort_key <= last_key limit at_most) x);
end $$;

-- Few matches are counted through the index of words. A common word has its facts, and they help to count pairs. For other frequent
-- searches the page comes from a walk of the order with the query as filter, and the total is an estimate. Of words that must all be
-- there a sample tells first whether there are more than the 10,000 matches that are promised to be exact. What the planner expects of
-- several words supposes that they come together by chance: up to 40,000 the sample is believed rather than the planner where the two
-- are far apart. Above, a walk that finds too few gives it away.
create or replace function directory.search_domains(q text, page int, per_page int, include_unlisted boolean, verified boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  deepest smallint := case when search_domains.include_unlisted then 1 else 0 end;
  last_key smallint := case when search_domains.verified then 101 else 203 end;
  size int := least(greatest(search_domains.per_page, 1), 100);
  skip bigint := (search_domains.page::bigint - 1) * size;
  tq tsquery := directory.search_query(search_domains.q);
  first text := directory.search_prefix(search_domains.q);
  low text := coalesce(first, '~'); high text := coalesce(first, '') || '~';
  word text; scope bigint; expected bigint := 0; named bigint := 0; known bigint; found bigint; walk bigint; until_key int; total bigint;
  near directory.placed[]; keys text[]; exact boolean := true;
begin
  if search_domains.page < 1 then raise exception 'page counts from 1' using errcode = 'PT400'; end if;
  select coalesce(sum(c.n), 0) into scope from directory.shelf_counts c where c.shelf <= deepest and c.sort_key <= last_key;
  if scope = 0 or (numnode(tq) = 0 and first is null) then
    return jsonb_build_object('total', 0, 'total_is_estimate', false, 'results', '[]'::jsonb);
  end if;
  if numnode(tq) = 1 then
    -- What the query says must be what the facts say, of the beginnings of names too.
    select w.word into word from directory.common_words w
      where w.known and w.word = btrim(tq::text, '''') and first is not distinct from directory.search_prefix(w.word);
    if word is not null then
      select f.total, f.keys into total, keys from directory.find_common(word, tq, deepest, last_key, skip, size) f;
      return jsonb_build_object('total', total, 'total_is_estimate', false, 'results', directory.cards(keys));
    end if;
  end if;
  -- 1,400 of the sample stand for 11,200 matches: 10,000 and four standard deviations.
  if scope > 13000 and numnode(tq) > 1 and tq::text !~ '[|!]' then found := directory.count_sampled(tq, deepest, last_key, 1400); end if;
  if found < 1400 then
    expected := found * 8;
  elsif scope > 13000 then
    if numnode(tq) > 0 then expected := directory.estimate_matches(tq, deepest, search_domains.verified); end if;
    if length(first) <= 2 then
      select coalesce(sum(c.n), 0) into named from directory.position_counts c
        where c.shelf <= deepest and c.sort_key <= last_key and c.prefix >= low and c.prefix < high;
    elsif first is not null then
      select count(*) into named from (select 1 from directory.domains d where d.domain >= low and d.domain < high limit 13001) x;
    end if;
    -- A name that starts so may hold the words as well.
    expected := expected + named * (1 - least(expected::numeric / scope, 1));
    if expected > directory.common_from() then known := directory.count_pair(tq, deepest, last_key, expected); end if;
    if known is not null then
      expected := known;
      exact := known <= directory.common_from();
    elsif numnode(tq) > 1 and expected <= 40000 then
      found := directory.count_sampled(tq, deepest, last_key, 8000);
      exact := found < 1400;
      if exact or abs(found - expected / 8) > 3 * sqrt(found) then
        -- From 17,600 on, what the sample says is within 5 %, by two standard deviations.
        exact := found < 2200;
        expected := found * 8;
      end if;
    else
      exact := expected <= 13000;
    end if;
  end if;
  if not exact then
    walk := directory.rows_to_read(skip + size, expected, scope);
    total := expected;
    if walk > 5000 then
      -- So many rows are more than the matches among them and what it takes to find those through the index of words.
      until_key := coalesce(directory.key_of_row(walk, deepest, last_key), last_key);
      keys := array(select m.domain from directory.matches_until(tq, low, high, deepest, until_key) m
        order by m.sort_key, m.domain limit size offset skip);
    elsif deepest = 0 then
      keys := array(select w.domain from (select d.domain, d.sort_key, d.search from directory.domains d
          where d.shelf = 0 and d.sort_key <= last_key order by d.sort_key, d.domain limit walk) w
        where w.search @@ tq or (w.domain >= low and w.domain < high) order by w.sort_key, w.domain limit size offset skip);
    else
      keys := array(select w.domain from (select d.domain, d.sort_key, d.search from directory.domains d
          where d.shelf < 2 and d.sort_key <= last_key order by d.sort_key, d.domain limit walk) w
        where w.search @@ tq or (w.domain >= low and w.domain < high) order by w.sort_key, w.domain limit size offset skip);
    end if;
    -- The matches do not lie as evenly as expected, or end here: all of them then.
    exact := cardinality(keys) < size;
  end if;
  if exact and first is null then
    -- Of many matches only those near the page are kept; and if they do not lie as evenly as expected, all of them.
    if expected > directory.common_from() then
      until_key := directory.key_of_row(directory.rows_to_read(skip + size, expected, scope), deepest, last_key);
    end if;
    foreach until_key in array array[coalesce(until_key, last_key), last_key] loop
      select c.total, c.near into total, near from directory.count_matches_near(tq, deepest, last_key, until_key) c;
      keys := array(select n.domain from unnest(near) n order by n.sort_key, n.domain limit size offset skip);
      exit when cardinality(keys) = least(size, greatest(total - skip, 0));
    end loop;
  elsif exact then
    with matches as materialized (select m.domain, m.sort_key from directory.matches_until(tq, low, high, deepest, last_key) m)
    select array(select m.domain from matches m order by m.sort_key, m.domain limit size offset skip), (select count(*) from matches) into keys, total;
  end if;
  return jsonb_build_object('total', total, 'total_is_estimate', not exact and known is null, 'results', directory.cards(coalesce(keys, '{}')));
end $$;

revoke execute on all functions in schema directory from public;

notify pgrst, 'reload schema';
