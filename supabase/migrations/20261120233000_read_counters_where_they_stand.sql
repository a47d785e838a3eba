-- Counters are read where they stand, not along the whole of their index, and what a word has together with one that most domains have is
-- counted by what it has without it.

-- Any page at any depth: the counters say in which bucket of the order it starts, and only the rest of that bucket is skipped.
create or replace function directory.list_domains(page int, per_page int, include_unlisted boolean, verified boolean) returns jsonb
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  deepest smallint := case when list_domains.include_unlisted then 1 else 0 end;
  last_key smallint := case when list_domains.verified then 101 else 203 end;
  size int := least(greatest(list_domains.per_page, 1), 100);
  skip bigint; total bigint; from_key smallint := 0; from_domain text := ''; before bigint; keys text[];
begin
  if list_domains.page < 1 then raise exception 'page counts from 1' using errcode = 'PT400'; end if;
  skip := (list_domains.page::bigint - 1) * size;
  select coalesce(sum(c.n), 0) into total from directory.shelf_counts c where c.shelf <= deepest and c.sort_key <= last_key;
  if skip < total then
    if skip > 0 then
      select b.sort_key, b.before into from_key, before from (
        select c.sort_key, sum(c.n) as n, sum(sum(c.n)) over (order by c.sort_key) - sum(c.n) as before
        from directory.shelf_counts c where c.shelf <= deepest and c.sort_key <= last_key group by c.sort_key) b
        where b.before <= skip and b.n > 0 order by b.sort_key desc limit 1;
      skip := skip - before;
      select b.prefix, b.before into from_domain, before from (
        select c.prefix, sum(c.n) as n, sum(sum(c.n)) over (order by c.prefix) - sum(c.n) as before
        from directory.position_counts c where c.shelf = any(array[0, deepest]) and c.sort_key = from_key group by c.prefix) b
        where b.before <= skip and b.n > 0 order by b.prefix desc limit 1;
      skip := skip - before;
    end if;
    if deepest = 0 then
      keys := array(select d.domain from directory.domains d
        where d.shelf = 0 and (d.sort_key, d.domain) >= (from_key, from_domain) and d.sort_key <= last_key
        order by d.sort_key, d.domain limit size offset skip);
    else
      keys := array(select d.domain from directory.domains d
        where d.shelf < 2 and (d.sort_key, d.domain) >= (from_key, from_domain) and d.sort_key <= last_key
        order by d.sort_key, d.domain limit size offset skip);
    end if;
  end if;
  return jsonb_build_object('total', total, 'total_is_estimate', false, 'results', directory.cards(coalesce(keys, '{}')));
end $$;

-- How many have two words of which one is in most domains: all that have the other, but for those few that lack the first. Null where
-- neither is, or those are more than 5,000.
create function directory.count_with_most(tq tsquery, deepest int, last_key int, scope bigint, first text) returns bigint language plpgsql stable set search_path = '' as $$
declare said text[] := regexp_match(tq::text, '^(''[^'']+'') & (''[^'']+'')$'); most record; other record;
begin
  -- A name that starts like the whole query may hold neither word.
  if first is not null or said is null then return null; end if;
  select c.word, sum(c.n - c.named) as n into most from directory.word_counts c join directory.common_words w on w.word = c.word and w.known
    where c.word in (btrim(said[1], ''''), btrim(said[2], '''')) and c.shelf <= deepest and c.sort_key <= last_key
    group by c.word order by 2 desc limit 1;
  select c.word, sum(c.n - c.named) as n into other from directory.word_counts c join directory.common_words w on w.word = c.word and w.known
    where c.word in (btrim(said[1], ''''), btrim(said[2], '''')) and c.word <> most.word and c.shelf <= deepest and c.sort_key <= last_key
    group by c.word;
  if other.n is null or most.n * 2 <= scope or other.n * (1 - most.n::numeric / scope) > 5000 then return null; end if;
  return other.n - directory.count_matches(('''' || other.word || ''' & !''' || most.word || '''')::tsquery, deepest, last_key);
end $$;

-- Few matches are counted through the index of words. A common word has its facts, and they help to count pairs. For other frequent
-- searches the page comes from a walk of the order with the query as filter, and the total is an estimate. What the planner expects of
-- several words supposes that they come together by chance: up to 40,000 a sample tells whether there are more than the 10,000 that are
-- promised to be exact, and is believed rather than the planner where the two are far apart. Above, a walk that finds too few gives it
-- away.
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
  if scope > 13000 then
    if numnode(tq) > 0 then expected := directory.estimate_matches(tq, deepest, search_domains.verified); end if;
    if length(first) <= 2 then
      select coalesce(sum(c.n), 0) into named from directory.shelf_counts k
        join directory.position_counts c on c.shelf = k.shelf and c.sort_key = k.sort_key and c.prefix >= low and c.prefix < high
        where k.shelf <= deepest and k.sort_key <= last_key;
    elsif first is not null then
      select count(*) into named from (select 1 from directory.domains d where d.domain >= low and d.domain < high limit 13001) x;
    end if;
    -- A name that starts so may hold the words as well.
    expected := expected + named * (1 - least(expected::numeric / scope, 1));
    if expected > directory.common_from() then
      known := case when tq::text ~ ' & ''' then directory.count_with_most(tq, deepest, last_key, scope, first)
        else directory.count_pair(tq, deepest, last_key, expected) end;
    end if;
    if known is not null then
      expected := known;
      exact := known <= directory.common_from();
    elsif numnode(tq) > 1 and expected <= 40000 then
      -- 1,400 of the sample stand for 11,200 matches: 10,000 and four standard deviations.
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
