-- Searches read less: a page of a common word only its own place in the order, a page in the depth only the matches before it, the start
-- of a name only an index of names. Whether words come together often is asked of a sample that has an index of its own. Matches are
-- counted in one pass that keeps only those near the page, and what a word has together with one that most domains have by what it has
-- without it. Counters are read where they stand, not along the whole of their index. Words are learned without keeping the writers.

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

-- A word is common from 2,000 matches on: fewer are read in a few milliseconds.
create or replace function directory.common_from() returns int language sql immutable set search_path = '' as $$ select 2000 $$;

-- Words are learned beside the writers. First they are begun: from then on each write keeps what it changes. Then what stands there is
-- counted, in the time that it takes, and added to what was kept meanwhile: both as one moment saw them.
alter table directory.common_words add column known boolean not null default true;

-- Learns words that have become common, the most common first, until they have max_rows matches together: one call begins them, the next
-- counts them. Answers how many words it took further: none means that all are known. A sample of 20,000 rows finds a word of 2,000
-- matches among a million with a tolerance of a third.
create or replace function directory.learn_words(max_rows int) returns jsonb language plpgsql volatile security definer set search_path = ''
  set plan_cache_mode = force_custom_plan as $$
declare tracked int; share real; fresh text[]; missing directory.word_counts[];
begin
  -- Somebody else is learning them.
  if not pg_catalog.pg_try_advisory_xact_lock(7316003) then return '0'; end if;
  select array_agg(w.word) into fresh from directory.common_words w where not w.known;
  if fresh is not null then
    -- One statement, hence one moment.
    select array_agg(row(word, shelf, sort_key, coalesce(f.n, 0) - coalesce(k.n, 0), coalesce(f.named, 0) - coalesce(k.named, 0))::directory.word_counts
        order by word, shelf, sort_key) into missing
      from directory.count_words(fresh) f
        full join (select * from directory.word_counts c where c.word = any(fresh)) k using (word, shelf, sort_key);
    -- The lock of shift_counts: nobody looks at the words between here and the commit.
    perform pg_catalog.pg_advisory_xact_lock(7316001);
    insert into directory.word_counts as c select m.* from unnest(missing) m
      on conflict (word, shelf, sort_key) do update set n = c.n + excluded.n, named = c.named + excluded.named;
    update directory.common_words w set known = true where w.word = any(fresh);
    return to_jsonb(cardinality(fresh));
  end if;
  select t.tracked into tracked from directory.totals t;
  if tracked < directory.common_from() then return '0'; end if;
  share := least(100, 2000000.0 / tracked);
  select array_agg(k.word) into fresh from (
    select f.word, f.n, sum(f.n) over (order by f.n desc, f.word) as together from (
      select t.word, count(*) * 100 / share as n
      from directory.domains d tablesample system (share) repeatable (1), unnest(pg_catalog.tsvector_to_array(d.search)) t(word)
      group by 1 having count(*) * 100 / share >= directory.common_from()) f
    where not exists (select from directory.common_words c where c.word = f.word)) k
  where k.together - k.n < max_rows;
  if fresh is null then return '0'; end if;
  perform pg_catalog.pg_advisory_xact_lock(7316001);
  insert into directory.common_words (word, known) select f.word, false from unnest(fresh) f(word);
  return to_jsonb(cardinality(fresh));
end $$;

-- Websearch syntax (quotes, or, a leading minus) over the same words; every other punctuation parts words, and of a URL the name is meant.
create or replace function directory.search_query(q text) returns tsquery language sql immutable strict parallel safe set search_path = '' as $$
  -- The planner takes a repeated word for two independent ones.
  select case when t.q::text ~ '[|!<]' then pg_catalog.regexp_replace(t.q::text, '^(''[^'']+'') \| \1$', '\1')::tsquery
    else (select pg_catalog.string_agg(distinct w, ' & ')::tsquery from pg_catalog.regexp_split_to_table(t.q::text, ' & ') w) end
  from (select pg_catalog.websearch_to_tsquery('pg_catalog.simple'::regconfig,
    pg_catalog.regexp_replace(pg_catalog.regexp_replace(
      pg_catalog.translate(directory.fold(pg_catalog.regexp_replace(q, '\mhttps?://(www\.)?', ' ', 'gi')), '!#$%&''()*+,./:;<=>?@[\]^_`{|}~', '                              '),
      '(?<=[^\s"])-', ' ', 'g'), '-(?=\s|$)', ' ', 'g')) as q) t
$$;

-- The names from `low` to below `high`, by their place in the order. Each place is a range of the index of the order: no row is read.
create function directory.names_between(low text, high text, deepest int, first_key int, last_key int)
  returns table (domain text, sort_key smallint) language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  if low >= high then return; end if;
  if deepest = 0 then
    return query select n.domain, k.sort_key
      from (select distinct c.sort_key from directory.shelf_counts c where c.shelf = 0 and c.n > 0 and c.sort_key between first_key and last_key) k,
        lateral (select d.domain from directory.domains d
          where d.shelf = 0 and d.sort_key = k.sort_key and d.domain >= low and d.domain < high offset 0) n;
  else
    return query select n.domain, k.sort_key
      from (select distinct c.sort_key from directory.shelf_counts c where c.shelf < 2 and c.n > 0 and c.sort_key between first_key and last_key) k,
        lateral (select d.domain from directory.domains d
          where d.shelf < 2 and d.sort_key = k.sort_key and d.domain >= low and d.domain < high offset 0) n;
  end if;
end $$;

-- The matches that stand up to a place in the order: those of the words, and the names from `low` to below `high`. The verified have an
-- index of words of their own.
create function directory.matches_until(tq tsquery, low text, high text, deepest int, last_key int)
  returns table (domain text, sort_key smallint) language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  if last_key <= 101 then
    return query select d.domain, d.sort_key from directory.domains d
      where d.verified and d.shelf <= deepest and d.sort_key <= last_key and d.search @@ tq and (d.domain < low or d.domain >= high);
  elsif deepest = 0 then
    return query select d.domain, d.sort_key from directory.domains d
      where d.shelf = 0 and d.sort_key <= last_key and d.search @@ tq and (d.domain < low or d.domain >= high);
  else
    return query select d.domain, d.sort_key from directory.domains d
      where d.shelf < 2 and d.sort_key <= last_key and d.search @@ tq and (d.domain < low or d.domain >= high);
  end if;
  return query select n.domain, n.sort_key from directory.names_between(low, high, deepest, 0, last_key) n;
end $$;

-- A page of the matches of one common word and their number.
create or replace function directory.find_common(word text, tq tsquery, deepest int, last_key int, skip bigint, size int, out total bigint, out keys text[])
  language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare here record; until_key smallint; walk bigint; matches bigint; places int[]; low text := find_common.word; high text := find_common.word || '~';
begin
  select coalesce(sum(c.n), 0) into total from directory.word_counts c
    where c.word = find_common.word and c.shelf <= deepest and c.sort_key <= last_key;
  keys := '{}';
  if skip >= total then return; end if;
  size := least(size, total - skip);
  with places as (
    select c.sort_key, sum(c.n) as n, sum(sum(c.n)) over (order by c.sort_key) as upto from directory.word_counts c
    where c.word = find_common.word and c.shelf <= deepest and c.sort_key <= last_key group by 1)
  select p.sort_key, p.n, p.upto - p.n as before, (select min(e.sort_key) from places e where e.upto >= skip + size) as until_key into here
    from places p where p.upto > skip order by p.sort_key limit 1;
  until_key := here.until_key;
  skip := skip - here.before;
  -- Rows of the order between the place where the page begins and the one where it ends; of a single place only as much as is needed.
  select coalesce(sum(c.n), 0) into walk from directory.shelf_counts c
    where c.shelf <= deepest and c.sort_key between here.sort_key and until_key;
  select sum(c.n), array_agg(c.shelf * 256 + c.sort_key) into matches, places from directory.word_counts c
    where c.word = find_common.word and c.shelf <= deepest and c.sort_key between here.sort_key and until_key and c.n > 0;
  -- To read the index of words takes as long as 2,000 rows of a walk.
  if least(walk, case when until_key = here.sort_key then walk * (skip + size) / here.n end) > matches + 2000 then
    if not exists (select from directory.word_counts c where c.word = find_common.word and c.shelf <= deepest
        and c.sort_key between here.sort_key and until_key and c.named > 0) then
      low := '~';
      high := '~';
    end if;
    keys := array(select m.domain from (
        select d.domain, d.sort_key from directory.domains d
          where d.search @@ tq and array[d.shelf * 256 + d.sort_key] && places and (d.domain < low or d.domain >= high)
        union all select n.domain, n.sort_key from directory.names_between(low, high, deepest, here.sort_key, until_key) n) m
      order by m.sort_key, m.domain limit size offset skip);
  elsif deepest = 0 then
    keys := array(select w.domain from (select d.domain, d.sort_key, d.search from directory.domains d
        where d.shelf = 0 and d.sort_key between here.sort_key and until_key order by d.sort_key, d.domain limit walk) w
      where w.search @@ tq or (w.domain >= low and w.domain < high) order by w.sort_key, w.domain limit size offset skip);
  else
    keys := array(select w.domain from (select d.domain, d.sort_key, d.search from directory.domains d
        where d.shelf < 2 and d.sort_key between here.sort_key and until_key order by d.sort_key, d.domain limit walk) w
      where w.search @@ tq or (w.domain >= low and w.domain < high) order by w.sort_key, w.domain limit size offset skip);
  end if;
end $$;

-- How many match one word without another, or one or another, where a common one has its facts and only what the two share, or what
-- one of them adds, is left to count. Null where that is more than 5,000, or the query says something else.
create or replace function directory.count_pair(tq tsquery, deepest int, last_key int, expected bigint) returns bigint language plpgsql stable set search_path = '' as $$
declare said text[] := regexp_match(tq::text, '^(''[^'']+'') (\| |& !)(''[^'']+'')$'); one bigint; other bigint;
begin
  select sum(c.n - c.named) filter (where c.word = btrim(said[1], '''')), sum(c.n - c.named) filter (where c.word = btrim(said[3], '''')) into one, other
    from directory.word_counts c join directory.common_words w on w.word = c.word and w.known
    where c.word in (btrim(said[1], ''''), btrim(said[3], '''')) and c.shelf <= deepest and c.sort_key <= last_key;
  if said[1] = said[3] then return 0; end if;
  if said[2] = '| ' and one is null then
    said := array[said[3], said[2], said[1]];
    one := other;
    other := null;
  end if;
  if one is null then return null; end if;
  if said[2] = '| ' and other is null then
    return one + directory.count_matches((said[3] || ' & !' || said[1])::tsquery, deepest, last_key);
  end if;
  one := one + case when said[2] = '| ' then other else 0 end;
  if one - expected > 5000 then return null; end if;
  return one - directory.count_matches((said[1] || ' & ' || said[3])::tsquery, deepest, last_key);
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

drop function directory.is_frequent(tsquery, text, text, int, int, bigint);

-- The matches among an eighth of the domains, up to `at_most`. The limit would make the planner read the domains themselves.
create function directory.count_sampled(tq tsquery, deepest int, last_key int, at_most int) returns bigint language plpgsql stable set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
begin
  return (select count(*) from (select from directory.domains d
    where hashtext(d.domain) & 7 = 0 and d.search @@ tq and d.shelf <= deepest and d.sort_key <= last_key limit at_most) x);
end $$;

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

create or replace function directory.count_again() returns jsonb language sql stable security definer set search_path = '' as $$
  select directory.count_rows_again() || coalesce((
    select jsonb_agg(jsonb_build_object('fact', 'word ' || word || ' ' || shelf || ' ' || sort_key, 'kept', k.n, 'found', f.n,
      'kept_named', k.named, 'found_named', f.named) order by word, shelf, sort_key)
    from (select c.* from directory.word_counts c join directory.common_words w on w.word = c.word and w.known where c.n <> 0) k
      full join directory.count_words(array(select w.word from directory.common_words w where w.known)) f using (word, shelf, sort_key)
    where (k.n, k.named) is distinct from (f.n, f.named)), '[]')
$$;

revoke execute on all functions in schema directory from public;

notify pgrst, 'reload schema';
