-- Searches for words that many domains have. How many matches of each such word stand at every place of the order is a fact, kept by the
-- writes that change it: totals are exact then, and any page is found without going through those before it.

-- A word is common from 5,000 matches on: fewer are counted in some milliseconds.
create function directory.common_from() returns int language sql immutable set search_path = '' as $$ select 5000 $$;

create table directory.common_words (word text collate "C" primary key);
-- `named` of the `n` matches have the word only at the beginning of their names, which counts when it is searched for alone.
create table directory.word_counts (
  word text collate "C", shelf smallint, sort_key smallint, n int not null, named int not null, primary key (word, shelf, sort_key)
) with (fillfactor = 70);

create type directory.worded as (domain text, shelf smallint, sort_key smallint, words tsvector);

-- A domain matches a word that its document has, or that its name begins with.
create function directory.shift_words(gone directory.worded[], come directory.worded[]) returns void language plpgsql set search_path = '' as $$
declare longest int;
begin
  -- The lock of shift_counts: nobody learns a word between a writer's look at the words and its commit.
  perform pg_catalog.pg_advisory_xact_lock(7316001);
  select max(pg_catalog.length(w.word)) into longest from directory.common_words w;
  if longest is null then return; end if;
  insert into directory.word_counts as c (word, shelf, sort_key, n, named)
    with moved as (select -1 as step, g.* from unnest(gone) g union all select 1, g.* from unnest(come) g)
    select x.word, x.shelf, x.sort_key, sum(x.step)::int, sum(x.named)::int from (
      select w.word, m.shelf, m.sort_key, m.step, 0 as named
        from moved m cross join unnest(pg_catalog.tsvector_to_array(m.words)) t(word) join directory.common_words w on w.word = t.word
      union all select w.word, m.shelf, m.sort_key, m.step, m.step
        from moved m cross join pg_catalog.generate_series(1, longest) i join directory.common_words w on w.word = pg_catalog.left(m.domain, i)
        where pg_catalog.length(m.domain) >= i and w.word <> all (pg_catalog.tsvector_to_array(m.words))) x
    group by 1, 2, 3 having sum(x.step) <> 0 or sum(x.named) <> 0 order by 1, 2, 3
    on conflict (word, shelf, sort_key) do update set n = c.n + excluded.n, named = c.named + excluded.named;
end $$;

create function directory.worded_of(d directory.domains) returns directory.worded language sql immutable set search_path = '' as $$
  select row(d.domain, d.shelf, d.sort_key, d.search)::directory.worded
$$;

create or replace function directory.count_domains() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  gone directory.counted[] := '{}'; come directory.counted[] := '{}';
  unsaid directory.worded[] := '{}'; said directory.worded[] := '{}';
begin
  if tg_op = 'INSERT' then
    select coalesce(array_agg(directory.counted_of(n)), '{}'), coalesce(array_agg(directory.worded_of(n)), '{}') into come, said from new_rows n;
  elsif tg_op = 'DELETE' then
    select coalesce(array_agg(directory.counted_of(o)), '{}'), coalesce(array_agg(directory.worded_of(o)), '{}') into gone, unsaid from old_rows o;
  else
    select coalesce(array_agg(directory.counted_of(o)), '{}'), coalesce(array_agg(directory.counted_of(n)), '{}') into gone, come
      from old_rows o join new_rows n using (domain) where directory.counted_of(o) is distinct from directory.counted_of(n);
    select coalesce(array_agg(directory.worded_of(o)), '{}'), coalesce(array_agg(directory.worded_of(n)), '{}') into unsaid, said
      from old_rows o join new_rows n using (domain) where (o.shelf, o.sort_key, o.search) is distinct from (n.shelf, n.sort_key, n.search);
  end if;
  if gone <> '{}' or come <> '{}' then perform directory.shift_counts(gone, come); end if;
  if unsaid <> '{}' or said <> '{}' then perform directory.shift_words(unsaid, said); end if;
  return null;
end $$;

-- The matches of words, by their place in the order.
create function directory.count_words(words text[]) returns table (word text, shelf smallint, sort_key smallint, n int, named int) language sql stable set search_path = '' as $$
  -- No word of a document has a quote or a backslash in it.
  select w.word, d.shelf, d.sort_key, count(*)::int, (count(*) filter (where not d.search @@ w.query))::int
  from (select u.word, ('''' || u.word || '''')::tsquery as query from unnest(words) u(word)) w
    join directory.domains d on d.search @@ w.query or (d.domain >= w.word and d.domain < w.word || '~')
  group by 1, 2, 3
$$;

-- Learns words that have become common, the most common first, until they have max_rows matches together. Answers how many were learned:
-- none means that all are known. A sample of 20,000 rows finds a word of 5,000 matches among a million with a tolerance of a fifth.
create function directory.learn_words(max_rows int) returns jsonb language plpgsql volatile security definer set search_path = ''
  set plan_cache_mode = force_custom_plan as $$
declare tracked int; share real; fresh text[]; learned int;
begin
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
  with added as (insert into directory.common_words (word) select f.word from unnest(fresh) f(word) on conflict do nothing returning word),
    counted as (insert into directory.word_counts (word, shelf, sort_key, n, named)
      select c.* from directory.count_words(array(select a.word from added a)) c)
  select count(*) into learned from added;
  return to_jsonb(learned);
end $$;

-- A page of the matches of one common word and their number. `keys` is null where it is less work to count them all than to walk to it.
create function directory.find_common(word text, tq tsquery, deepest int, last_key int, skip bigint, size int, out total bigint, out keys text[])
  language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare here record; until_key smallint; walk bigint; high text := find_common.word || '~';
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
  if least(walk, case when until_key = here.sort_key then walk * (skip + size) / here.n end) > total then
    keys := null;
  elsif deepest = 0 then
    keys := array(select w.domain from (select d.domain, d.sort_key, d.search from directory.domains d
        where d.shelf = 0 and d.sort_key between here.sort_key and until_key order by d.sort_key, d.domain limit walk) w
      where w.search @@ tq or (w.domain >= find_common.word and w.domain < high) order by w.sort_key, w.domain limit size offset skip);
  else
    keys := array(select w.domain from (select d.domain, d.sort_key, d.search from directory.domains d
        where d.shelf < 2 and d.sort_key between here.sort_key and until_key order by d.sort_key, d.domain limit walk) w
      where w.search @@ tq or (w.domain >= find_common.word and w.domain < high) order by w.sort_key, w.domain limit size offset skip);
  end if;
end $$;

create function directory.count_matches(tq tsquery, deepest int, last_key int) returns bigint language plpgsql stable set search_path = ''
  set plan_cache_mode = force_custom_plan as $$
begin
  return (select count(*) from directory.domains d where d.search @@ tq and d.shelf <= deepest and d.sort_key <= last_key);
end $$;

-- How many match one word without another, or one or another, where a common one has its facts and only what the two share, or what
-- one of them adds, is left to count. Null where that is much, or the query says something else.
create function directory.count_pair(tq tsquery, deepest int, last_key int, expected bigint) returns bigint language plpgsql stable set search_path = '' as $$
declare said text[] := regexp_match(tq::text, '^(''[^'']+'') (\| |& !)(''[^'']+'')$'); one bigint; other bigint;
begin
  select sum(c.n - c.named) filter (where c.word = btrim(said[1], '''')), sum(c.n - c.named) filter (where c.word = btrim(said[3], '''')) into one, other
    from directory.word_counts c
    where c.word in (btrim(said[1], ''''), btrim(said[3], '''')) and c.shelf <= deepest and c.sort_key <= last_key;
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
  if one - expected > directory.common_from() then return null; end if;
  return one - directory.count_matches((said[1] || ' & ' || said[3])::tsquery, deepest, last_key);
end $$;

-- Whether more than 10,000 domains match, by a sample in which 150 stand for them: four standard deviations above, and not far from what
-- is expected.
create function directory.is_frequent(tq tsquery, low text, high text, deepest int, last_key int, expected bigint) returns boolean
  language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare share constant real := 0.015; found int; hoped double precision := expected * share;
begin
  select count(*) into found from directory.domains d tablesample system (share * 100) repeatable (1)
    where (d.search @@ tq or (d.domain >= low and d.domain < high)) and d.shelf <= deepest and d.sort_key <= last_key;
  return found - 4 * sqrt(found) > 10000 * share and abs(found - hoped) < 4 * sqrt(hoped);
end $$;

-- Few matches are counted through the index of words. A common word has its facts, and they help to count pairs. For other frequent
-- searches the page comes from a walk of the order with the query as filter, and the total is the planner's estimate: above 13,000 expected
-- matches, which is far enough above the 10,000 that are promised to be exact. Of several words the planner does not know how often they
-- come together: up to 40,000 a sample must agree before it is believed, and above that a walk that finds too few gives it away.
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
  word text; scope bigint; expected bigint := 0; named bigint := 0; known bigint; walk bigint; total bigint; keys text[]; exact boolean := true;
begin
  if search_domains.page < 1 then raise exception 'page counts from 1' using errcode = 'PT400'; end if;
  select coalesce(sum(c.n), 0) into scope from directory.shelf_counts c where c.shelf <= deepest and c.sort_key <= last_key;
  if scope = 0 or (numnode(tq) = 0 and first is null) then
    return jsonb_build_object('total', 0, 'total_is_estimate', false, 'results', '[]'::jsonb);
  end if;
  if numnode(tq) = 1 then
    -- What the query says must be what the facts say, of the beginnings of names too.
    select w.word into word from directory.common_words w
      where w.word = btrim(tq::text, '''') and first is not distinct from directory.search_prefix(w.word);
    if found then
      select f.total, f.keys into total, keys from directory.find_common(word, tq, deepest, last_key, skip, size) f;
      if keys is not null then
        return jsonb_build_object('total', total, 'total_is_estimate', false, 'results', directory.cards(keys));
      end if;
    end if;
  end if;
  if scope > 13000 and word is null then
    if numnode(tq) > 0 then expected := directory.estimate_matches(tq, deepest, search_domains.verified); end if;
    if length(first) <= 2 then
      select coalesce(sum(c.n), 0) into named from directory.position_counts c
        where c.shelf <= deepest and c.sort_key <= last_key and c.prefix >= low and c.prefix < high;
    elsif first is not null then
      select count(*) into named from (select 1 from directory.domains d where d.domain >= low and d.domain < high limit 13001) x;
    end if;
    -- A name that starts so may hold the words as well.
    expected := expected + named * (1 - least(expected::numeric / scope, 1));
  end if;
  if expected > directory.common_from() then known := directory.count_pair(tq, deepest, last_key, expected); end if;
  if known > directory.common_from() then
    expected := known;
    exact := false;
  else
    exact := known is not null or expected <= 13000
      or (expected <= 40000 and numnode(tq) > 1 and not directory.is_frequent(tq, low, high, deepest, last_key, expected));
  end if;
  if not exact then
    -- Rows of the order to read until the page is full, with three standard deviations to spare; a row costs about as much as a match.
    walk := 500 + ((skip + size) * scope::numeric / expected * (1 + 3 / sqrt(skip + size)))::bigint;
    exact := walk > 2 * expected;
  end if;
  if not exact then
    if deepest = 0 then
      keys := array(select w.domain from (select d.domain, d.sort_key, d.search from directory.domains d
          where d.shelf = 0 and d.sort_key <= last_key order by d.sort_key, d.domain limit walk) w
        where w.search @@ tq or (w.domain >= low and w.domain < high) order by w.sort_key, w.domain limit size offset skip);
    else
      keys := array(select w.domain from (select d.domain, d.sort_key, d.search from directory.domains d
          where d.shelf < 2 and d.sort_key <= last_key order by d.sort_key, d.domain limit walk) w
        where w.search @@ tq or (w.domain >= low and w.domain < high) order by w.sort_key, w.domain limit size offset skip);
    end if;
    total := expected;
    -- The matches do not lie as evenly as expected: the other way then.
    exact := cardinality(keys) < size;
  end if;
  if exact and search_domains.verified then
    with matches as materialized (select d.domain, d.sort_key from directory.domains d
      where d.verified and (d.search @@ tq or (d.domain >= low and d.domain < high)) and d.shelf <= deepest)
    select array(select m.domain from matches m order by m.sort_key, m.domain limit size offset skip), (select count(*) from matches) into keys, total;
  elsif exact then
    with matches as materialized (select d.domain, d.sort_key from directory.domains d
      where (d.search @@ tq or (d.domain >= low and d.domain < high)) and d.shelf <= deepest)
    select array(select m.domain from matches m order by m.sort_key, m.domain limit size offset skip), (select count(*) from matches) into keys, total;
  end if;
  return jsonb_build_object('total', total, 'total_is_estimate', not exact and known is null, 'results', directory.cards(coalesce(keys, '{}')));
end $$;

alter function directory.count_again() rename to count_rows_again;
create function directory.count_again() returns jsonb language sql stable security definer set search_path = '' as $$
  select directory.count_rows_again() || coalesce((
    select jsonb_agg(jsonb_build_object('fact', 'word ' || word || ' ' || shelf || ' ' || sort_key, 'kept', k.n, 'found', f.n,
      'kept_named', k.named, 'found_named', f.named) order by word, shelf, sort_key)
    from (select * from directory.word_counts c where c.n <> 0) k
      full join directory.count_words(array(select w.word from directory.common_words w)) f using (word, shelf, sort_key)
    where (k.n, k.named) is distinct from (f.n, f.named)), '[]')
$$;

create or replace function directory.left_out_of_copies() returns text[] language sql immutable set search_path = '' as $$
  select array['shelf_counts', 'position_counts', 'country_counts', 'totals', 'tag_counts', 'tagged', 'common_words', 'word_counts', 'instance',
    'restoration', 'ranks_a', 'ranks_b']
$$;

select directory.close_tables();
revoke execute on all functions in schema directory from public;
revoke execute on function directory.count_rows_again() from public, anon, authenticated, service_role;
select directory.expose('directory.learn_words(int)'::regprocedure, array['service_role']);
select directory.expose('directory.count_again()'::regprocedure, array['service_role']);

notify pgrst, 'reload schema';
