-- Searches that read bitmaps. Each domain has a number, and each term that many domains have a bit for every number: words, starts of
-- names, the scopes of searches, and the digits of a domain's place in the order (bit-sliced, as O'Neil and Quass, "Improved query
-- performance with variant indexes", SIGMOD 1997). What a query says is then the same words said of bits; the total is the number of bits
-- that are left, and any page, however deep, is found digit by digit. Terms that few domains have are read from the index of words.

drop function api.learn_words(int);
drop function directory.learn_words(int);
drop function directory.find_common(text, tsquery, int, int, bigint, int);
drop function directory.count_pair(tsquery, int, int, bigint);
drop function directory.is_frequent(tsquery, text, text, int, int, bigint);
drop function directory.count_matches(tsquery, int, int);
drop function directory.estimate_matches(tsquery, int, boolean);
drop statistics directory.words_listed, directory.words_shown, directory.words_verified;
drop index directory.domains_search_verified;

---------------------------------------------------------------- terms and their bitmaps

-- A term is common from 1,000 domains on: fewer are read in a few milliseconds.
create or replace function directory.common_from() returns int language sql immutable set search_path = '' as $$ select 1000 $$;

create table directory.numbers (
  domain text collate "C", number int not null generated always as identity (minvalue 0), primary key (domain) include (number)
);
create unique index numbers_number on directory.numbers (number) include (domain);
-- The terms that have bitmaps, or, until they are known, are about to have them.
create table directory.terms (term text collate "C" primary key, known boolean not null default false);
create table directory.bitmaps (term text collate "C", block int, bits bit(4096) not null, primary key (term, block)) with (fillfactor = 70);
-- Numbers of domains that were written while terms are being learned.
create table directory.unsettled (number int primary key);

create type directory.termed as (number int, domain text, shelf smallint, sort_key smallint, words tsvector);

-- The words of domains and what their names start with. No word has a # or a ^ in it.
create function directory.words_of(ts directory.termed[]) returns table (number int, term text) language sql immutable set search_path = '' as $$
  select t.number, w.word from unnest(ts) t, unnest(pg_catalog.tsvector_to_array(t.words)) w(word)
  union all select t.number, '^' || pg_catalog.left(t.domain, i) from unnest(ts) t, pg_catalog.generate_series(1, least(length(t.domain), 16)) i
$$;

-- Which of the wanted scopes domains are in: those that searches are limited to, and #25 to #0, the binary digits of their place in the
-- order (sort_key, then the first three characters of the name at 6 digits each), of which a domain is in those that are 0: it stands
-- before those that are not.
create function directory.scopes_of(ts directory.termed[], wanted text[]) returns table (number int, term text) language sql immutable set search_path = '' as $$
  select t.number, w.term from unnest(wanted) w(term) cross join (
    select u.*, (u.sort_key::int << 18) + (strpos(c.abc, pg_catalog.left(u.domain, 1)) << 12)
      + (case when length(u.domain) > 1 then strpos(c.abc, substr(u.domain, 2, 1)) else 0 end << 6)
      + case when length(u.domain) > 2 then strpos(c.abc, substr(u.domain, 3, 1)) else 0 end as place
    from unnest(ts) u, (values ('-.0123456789_abcdefghijklmnopqrstuvwxyz')) c(abc)) t
  where case w.term when '#listed' then t.shelf = 0 when '#shown' then t.shelf < 2 when '#verified' then t.sort_key <= 101
    else (t.place >> substr(w.term, 2)::int) & 1 = 0 end
$$;

-- Scopes have all blocks, none left out up to the highest number: their bitmaps are then arrays that go together.
create function directory.fill_scopes(scopes text[], upto int) returns void language sql volatile set search_path = '' as $$
  insert into directory.bitmaps (term, block, bits) select s.term, b.block, 0::bit(4096)
    from unnest(scopes) s(term), pg_catalog.generate_series(0, upto / 4096) b(block) order by 1, 2 on conflict do nothing
$$;

create function directory.shift_terms(gone directory.termed[], come directory.termed[]) returns void language plpgsql set search_path = '' as $$
declare scopes text[]; highest int := (select max(c.number) from unnest(come) c); unsaid directory.termed[]; said directory.termed[];
begin
  -- The lock of shift_counts: no term begins or becomes known between a writer's look at the terms and its commit.
  perform pg_catalog.pg_advisory_xact_lock(7316001);
  if not exists (select from directory.terms) then return; end if;
  scopes := array(select t.term from directory.terms t where t.known and t.term ~ '^#');
  -- Where the words are as they were, only scopes may differ.
  unsaid := array(select g from unnest(gone) g where not exists (select from unnest(come) c where c.number = g.number and c.words = g.words));
  said := array(select c from unnest(come) c where not exists (select from unnest(gone) g where g.number = c.number and g.words = c.words));
  if not exists (select from directory.bitmaps b where b.term = scopes[1] and b.block = highest / 4096) then
    perform directory.fill_scopes(scopes, highest);
  end if;
  insert into directory.bitmaps as b (term, block, bits)
    select x.term, x.number / 4096, bit_or(set_bit(0::bit(4096), x.number % 4096, 1)) from (
      select m.term, m.number from (
        select -1 as step, w.* from directory.words_of(unsaid) w union all select 1, w.* from directory.words_of(said) w) m
        join directory.terms t on t.term = m.term and t.known
      group by 1, 2 having sum(m.step) <> 0
      union all select m.term, m.number from (
        select -1 as step, s.* from directory.scopes_of(gone, scopes) s union all select 1, s.* from directory.scopes_of(come, scopes) s) m
      group by 1, 2 having sum(m.step) <> 0) x
    group by 1, 2 order by 1, 2
    on conflict (term, block) do update set bits = b.bits # excluded.bits;
  if exists (select from directory.terms t where not t.known) then
    insert into directory.unsettled select t.number from unnest(gone || come) t order by 1 on conflict do nothing;
  end if;
end $$;

create or replace function directory.count_domains() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  gone directory.counted[] := '{}'; come directory.counted[] := '{}';
  unsaid directory.termed[] := '{}'; said directory.termed[] := '{}';
begin
  if tg_op = 'INSERT' then
    select coalesce(array_agg(directory.counted_of(n)), '{}') into come from new_rows n;
    insert into directory.numbers (domain) select n.domain from new_rows n order by 1;
    said := array(select row(k.number, n.domain, n.shelf, n.sort_key, n.search)::directory.termed
      from new_rows n join directory.numbers k on k.domain = n.domain);
  elsif tg_op = 'DELETE' then
    select coalesce(array_agg(directory.counted_of(o)), '{}') into gone from old_rows o;
    unsaid := array(select row(k.number, o.domain, o.shelf, o.sort_key, o.search)::directory.termed
      from old_rows o join directory.numbers k on k.domain = o.domain);
  else
    select coalesce(array_agg(directory.counted_of(o)), '{}'), coalesce(array_agg(directory.counted_of(n)), '{}') into gone, come
      from old_rows o join new_rows n using (domain) where directory.counted_of(o) is distinct from directory.counted_of(n);
    select coalesce(array_agg(row(k.number, o.domain, o.shelf, o.sort_key, o.search)::directory.termed), '{}'),
        coalesce(array_agg(row(k.number, n.domain, n.shelf, n.sort_key, n.search)::directory.termed), '{}') into unsaid, said
      from old_rows o join new_rows n using (domain) join directory.numbers k using (domain)
      where (o.shelf, o.sort_key, o.search) is distinct from (n.shelf, n.sort_key, n.search);
  end if;
  if gone <> '{}' or come <> '{}' then perform directory.shift_counts(gone, come); end if;
  if unsaid <> '{}' or said <> '{}' then perform directory.shift_terms(unsaid, said); end if;
  if tg_op = 'DELETE' then delete from directory.numbers n using unnest(unsaid) u where n.domain = u.domain; end if;
  return null;
end $$;

drop function directory.shift_words(directory.worded[], directory.worded[]);
drop function directory.worded_of(directory.domains);
drop type directory.worded;

-- The bitmaps of terms, read from the domains: words through their index, starts of names through that of the names, scopes from all.
create function directory.count_terms(terms text[]) returns setof directory.bitmaps language plpgsql stable set search_path = '' set jit = off as $$
declare words text[]; starts text[]; scopes text[];
begin
  select array_agg(t) filter (where t !~ '^[#^]'), array_agg(t) filter (where t ~ '^\^'), array_agg(t) filter (where t ~ '^#') into words, starts, scopes
    from unnest(terms) t;
  if words is not null then
    return query select w.term, n.number / 4096, bit_or(set_bit(0::bit(4096), n.number % 4096, 1))::bit(4096)
      from (select u.term, ('''' || u.term || '''')::tsquery as query from unnest(words) u(term)) w
        join directory.domains d on d.search @@ w.query,
        -- One by one: the planner takes a word for more frequent than most are, and would read all numbers.
        lateral (select k.number from directory.numbers k where k.domain = d.domain offset 0) n
      group by 1, 2;
  end if;
  if starts is not null then
    return query select s.term, n.number / 4096, bit_or(set_bit(0::bit(4096), n.number % 4096, 1))::bit(4096)
      from (select u.term, substr(u.term, 2) as low from unnest(starts) u(term)) s
        join directory.numbers n on n.domain >= s.low and n.domain < s.low || '~'
      group by 1, 2;
  end if;
  if scopes is not null then
    return query select s.term, s.number / 4096, bit_or(set_bit(0::bit(4096), s.number % 4096, 1))::bit(4096)
      from (select array_agg(row(n.number, d.domain, d.shelf, d.sort_key, null)::directory.termed) as ts
        from directory.domains d join directory.numbers n on n.domain = d.domain group by n.number / 4096) b,
        directory.scopes_of(b.ts, scopes) s
      group by 1, 2;
  end if;
end $$;

-- Learns terms that have become common until they have max_rows domains together, beside the writers: one call begins them, from when on
-- each write says which domains it changes, and the next reads the domains, in the time that it takes, and then once more those that were
-- changed meanwhile. Answers how much it took further: nothing means that all are known. A sample of 20,000 rows finds a term of 1,000
-- domains among a million with a tolerance of a half.
create function directory.learn_terms(max_rows int) returns jsonb language plpgsql volatile security definer set search_path = ''
  set plan_cache_mode = force_custom_plan as $$
declare tracked int; share real; fresh text[]; scopes text[]; changed directory.termed[]; numbered int;
begin
  -- Somebody else is learning them.
  if not pg_catalog.pg_try_advisory_xact_lock(7316003) then return '0'; end if;
  select array_agg(t.term) into fresh from directory.terms t where not t.known;
  if fresh is not null then
    -- One statement, hence one moment.
    insert into directory.bitmaps select c.* from directory.count_terms(fresh) c order by c.term, c.block;
    perform pg_catalog.pg_advisory_xact_lock(7316001);
    scopes := array(select f.term from unnest(fresh) f(term) where f.term ~ '^#');
    changed := array(select row(n.number, d.domain, d.shelf, d.sort_key, d.search)::directory.termed
      from directory.unsettled u join directory.numbers n on n.number = u.number join directory.domains d on d.domain = n.domain);
    update directory.bitmaps b set bits = b.bits & ~u.bits
      from (select number / 4096 as block, bit_or(set_bit(0::bit(4096), number % 4096, 1)) as bits from directory.unsettled group by 1) u
      where b.term = any(fresh) and b.block = u.block;
    insert into directory.bitmaps as b (term, block, bits)
      select t.term, t.number / 4096, bit_or(set_bit(0::bit(4096), t.number % 4096, 1)) from (
        select w.term, w.number from directory.words_of(changed) w where w.term = any(fresh)
        union all select s.term, s.number from directory.scopes_of(changed, scopes) s) t
      group by 1, 2
      on conflict (term, block) do update set bits = b.bits | excluded.bits;
    perform directory.fill_scopes(scopes, (select max(n.number) from directory.numbers n));
    delete from directory.unsettled;
    update directory.terms t set known = true where t.term = any(fresh);
    return to_jsonb(cardinality(fresh));
  end if;
  select t.tracked into tracked from directory.totals t;
  if tracked < directory.common_from() then return '0'; end if;
  if not exists (select from directory.terms t where t.term = '#shown') then
    -- Domains from before there were numbers.
    insert into directory.numbers (domain) select d.domain from directory.domains d
      where not exists (select from directory.numbers n where n.domain = d.domain) order by d.domain limit max_rows;
    get diagnostics numbered = row_count;
    if numbered > 0 then return to_jsonb(numbered); end if;
    -- '#shown' is the last: when it is known, all are.
    select array_agg(s.term order by s.place) into fresh from (
      select s.* from unnest(array(select '#' || i from generate_series(0, 25) i) || array['#verified', '#listed', '#shown']) with ordinality s(term, place)
      where not exists (select from directory.terms t where t.term = s.term) order by s.place limit greatest(1, 2 * max_rows / tracked)) s;
  else
    share := least(100, 2000000.0 / tracked);
    select array_agg(k.term) into fresh from (
      select f.term, f.n, sum(f.n) over (order by f.n desc, f.term) as together from (
        select w.term, count(*) * 100 / share as n
        from directory.words_of(array(select row(0, d.domain, d.shelf, d.sort_key, d.search)::directory.termed
          from directory.domains d tablesample system (share) repeatable (1))) w
        group by 1 having count(*) * 100 / share >= directory.common_from()) f
      where not exists (select from directory.terms t where t.term = f.term)) k
    where k.together - k.n < max_rows;
  end if;
  if fresh is null then return '0'; end if;
  perform pg_catalog.pg_advisory_xact_lock(7316001);
  insert into directory.terms (term) select unnest(fresh);
  return to_jsonb(cardinality(fresh));
end $$;

drop table directory.word_counts;
drop table directory.common_words;
drop function directory.count_words(text[]);

---------------------------------------------------------------- lists and searches

-- As it was, but that the counters of a place are found by their index (shelf = any) and not along the whole of it.
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

-- One term of a query: its alternative must have it, or, where it is not wanted, must not.
create type directory.factor as (alternative int, term text, wanted boolean);

-- What a query says: alternatives of factors, as websearch syntax knows no parentheses. A phrase is said by its words, which it has at
-- least; a phrase that is not wanted says nothing here. The start of a name is an alternative to the words.
create function directory.factors_of(tq tsquery, first text) returns directory.factor[] language sql immutable set search_path = '' as $$
  select array_agg(row(a.n, pg_catalog.btrim(f.said, '!'' '), f.said !~ '^!')::directory.factor) from (
    select n::int, said from pg_catalog.regexp_split_to_table(pg_catalog.regexp_replace(tq::text, '!\( [^()]* \)', '', 'g'), ' \| ') with ordinality x(said, n)
    union all select 0, '^' || first where first is not null) a,
    pg_catalog.regexp_split_to_table(a.said, ' & | <[-0-9]+> ') f(said) where f.said <> ''
$$;

-- What the factors say in a scope, as the bits of all blocks.
create function directory.match(factors directory.factor[], deepest int, last_key int) returns bit varying[] language plpgsql stable set search_path = '' as $$
declare scope text := case when deepest = 0 then '#listed' else '#shown' end; uncommon text[]; others directory.bitmaps[]; said directory.factor[];
begin
  select array_agg(distinct f.term) into uncommon from unnest(factors) f
    where not exists (select from directory.terms t where t.term = f.term and t.known);
  if uncommon is not null then others := array(select u from directory.count_terms(uncommon) u); end if;
  said := factors || array(select row(a.alternative, s.term, true)::directory.factor from (select distinct f.alternative from unnest(factors) f) a,
    unnest(array[scope] || case when last_key <= 101 then array['#verified'] end) s(term));
  return array(
    select coalesce(y.bits, 0::bit(4096)) from directory.bitmaps s left join (
      select x.block, bit_or(x.bits) as bits from (
        select b.block, bit_and(b.bits) filter (where f.wanted) & ~coalesce(bit_or(b.bits) filter (where not f.wanted), 0::bit(4096)) as bits
        from unnest(said) f join lateral (
          select k.block, k.bits from directory.bitmaps k where k.term = f.term
          union all select u.block, u.bits from unnest(others) u where u.term = f.term) b on true
        group by f.alternative, b.block
        having count(*) filter (where f.wanted) = (select count(*) from unnest(said) w where w.alternative = f.alternative and w.wanted)) x
      group by 1) y on y.block = s.block
    where s.term = scope order by s.block);
end $$;

create function directory.count_bits(blocks bit varying[]) returns bigint language sql immutable set search_path = '' as $$
  select coalesce(sum(pg_catalog.bit_count(b)), 0)::bigint from unnest(blocks) b
$$;

-- The domains that stand in rows skip + 1 to skip + size of `n` matches, of whose places the digits above `digit` are equal.
create function directory.page_of(matches bit varying[], n bigint, digit int, skip bigint, size bigint) returns text[]
  language plpgsql stable set search_path = '' as $$
declare front bit varying[]; before bigint; numbers int[];
begin
  -- So few are sorted sooner than parted.
  while digit >= 0 and n > 300 loop
    front := array(select m.bits & m.zeros
      from unnest(matches, array(select b.bits from directory.bitmaps b where b.term = '#' || digit order by b.block)) m(bits, zeros));
    select sum(bit_count(b)) into before from unnest(front) b;
    digit := digit - 1;
    if skip + size <= before then
      matches := front;
      n := before;
      continue;
    end if;
    matches := array(select m.bits # m.front from unnest(matches, front) m(bits, front));
    n := n - before;
    if skip < before then
      return directory.page_of(front, before, digit, skip, before - skip) || directory.page_of(matches, n, digit, 0, skip + size - before);
    end if;
    skip := skip - before;
  end loop;
  numbers := array(select (m.i - 1) * 4096 + b.number from unnest(matches) with ordinality m(bits, i),
    lateral (select sum(length(g.gap) + 1) over (order by g.i) - 1 as number from string_to_table(m.bits::text, '1') with ordinality g(gap, i)) b
    where m.bits <> 0::bit(4096) and b.number < 4096);
  -- Below digit 18 all have one sort_key.
  if digit < 18 then
    return array(select k.domain from directory.numbers k where k.number = any(numbers) order by k.domain limit size offset skip);
  end if;
  return array(select d.domain from directory.numbers k join directory.domains d on d.domain = k.domain
    where k.number = any(numbers) order by d.sort_key, d.domain limit size offset skip);
end $$;

-- The rows of a page where all of them are among the first 2,000 of the order, which is sooner done; less than that otherwise.
create function directory.walk_to(tq tsquery, low text, high text, deepest int, last_key int, skip bigint, size bigint) returns text[]
  language plpgsql stable set search_path = '' as $$
begin
  if deepest = 0 then
    return array(select w.domain from (select d.domain, d.sort_key, d.search from directory.domains d
        where d.shelf = 0 and d.sort_key <= last_key order by d.sort_key, d.domain limit 2000) w
      where w.search @@ tq or (w.domain >= low and w.domain < high) order by w.sort_key, w.domain limit size offset skip);
  end if;
  return array(select w.domain from (select d.domain, d.sort_key, d.search from directory.domains d
      where d.shelf < 2 and d.sort_key <= last_key order by d.sort_key, d.domain limit 2000) w
    where w.search @@ tq or (w.domain >= low and w.domain < high) order by w.sort_key, w.domain limit size offset skip);
end $$;

create or replace function directory.search_domains(q text, page int, per_page int, include_unlisted boolean, verified boolean) returns jsonb
  language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  deepest smallint := case when search_domains.include_unlisted then 1 else 0 end;
  last_key smallint := case when search_domains.verified then 101 else 203 end;
  size int := least(greatest(search_domains.per_page, 1), 100);
  skip bigint := (search_domains.page::bigint - 1) * size;
  tq tsquery := directory.search_query(search_domains.q);
  first text := directory.search_prefix(search_domains.q);
  low text := coalesce(first, '~'); high text := coalesce(first, '') || '~';
  factors directory.factor[] := directory.factors_of(tq, first);
  has_phrase boolean := tq::text ~ '<'; is_wide boolean; matches bit varying[]; scope bigint; total bigint; share real; sampled int; is_exact boolean := true;
  keys text[] := '{}';
begin
  if search_domains.page < 1 then raise exception 'page counts from 1' using errcode = 'PT400'; end if;
  if numnode(tq) = 0 and first is null then return jsonb_build_object('total', 0, 'total_is_estimate', false, 'results', '[]'::jsonb); end if;
  -- Where each alternative wants a term that is not common there are few matches.
  is_wide := exists (select from directory.terms t where t.term = '#shown' and t.known) and (factors is null or exists (
    select from unnest(factors) f left join directory.terms t on t.term = f.term and t.known
    group by f.alternative having bool_and(t.term is not null or not f.wanted)));
  if is_wide and not has_phrase then
    matches := directory.match(factors, deepest, last_key);
    total := directory.count_bits(matches);
    size := greatest(least(size, total - skip), 0);
    if size > 0 then
      select sum(c.n) into scope from directory.shelf_counts c where c.shelf <= deepest and c.sort_key <= last_key;
      if (skip + size) * scope <= 1500 * total then keys := directory.walk_to(tq, low, high, deepest, last_key, skip, size); end if;
      if cardinality(keys) < size then keys := directory.page_of(matches, total, 25, skip, size); end if;
    end if;
    return jsonb_build_object('total', total, 'total_is_estimate', false, 'results', directory.cards(keys));
  end if;
  if is_wide then
    -- Bitmaps do not know which words are neighbours. 1,600 of a sample of 20,000 rows are within 5 %, by two standard deviations; above
    -- 10,000 matches that is enough.
    select least(100, 2000000.0 / t.tracked) into share from directory.totals t;
    select count(*) into sampled from directory.domains d tablesample system (share) repeatable (1)
      where d.search @@ tq and d.shelf <= deepest and d.sort_key <= last_key;
    total := sampled * 100 / share;
    if sampled >= 1600 and total > 13000 then
      keys := directory.walk_to(tq, low, high, deepest, last_key, skip, size);
      is_exact := cardinality(keys) < size;
    end if;
  end if;
  if is_exact then
    with matching as materialized (select d.domain, d.sort_key from directory.domains d
      where (d.search @@ tq or (d.domain >= low and d.domain < high)) and d.shelf <= deepest and d.sort_key <= last_key)
    select array(select m.domain from matching m order by m.sort_key, m.domain limit size offset skip), (select count(*) from matching) into keys, total;
  end if;
  return jsonb_build_object('total', total, 'total_is_estimate', not is_exact, 'results', directory.cards(keys));
end $$;

create or replace function directory.count_again() returns jsonb language sql stable security definer set search_path = '' as $$
  select directory.count_rows_again() || coalesce((
    select jsonb_agg(jsonb_build_object('fact', 'term ' || term || ' ' || block, 'kept', bit_count(k.bits), 'found', bit_count(f.bits)) order by term, block)
    from (select b.* from directory.bitmaps b join directory.terms t on t.term = b.term and t.known where b.bits <> 0::bit(4096)) k
      full join directory.count_terms(array(select t.term from directory.terms t where t.known)) f using (term, block)
    where k.bits is distinct from f.bits), '[]')
$$;

create or replace function directory.left_out_of_copies() returns text[] language sql immutable set search_path = '' as $$
  select array['shelf_counts', 'position_counts', 'country_counts', 'totals', 'tag_counts', 'tagged', 'numbers', 'terms', 'bitmaps', 'unsettled',
    'instance', 'restoration', 'ranks_a', 'ranks_b']
$$;

select directory.close_tables();
revoke execute on all functions in schema directory from public;
select directory.expose('directory.search_domains(text, int, int, boolean, boolean)'::regprocedure, array['anon', 'service_role']);
select directory.expose('directory.learn_terms(int)'::regprocedure, array['service_role']);

notify pgrst, 'reload schema';
