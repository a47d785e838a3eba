-- Words come from the program: as lexemes with places and weights, and of a query as a tsquery. A stem that is no word
-- of the text stands behind a tilde.

create function directory.write_search_documents(domains text[]) returns void language plpgsql as $$
begin
  insert into directory.search_documents as s (domain, visibility, sort_key, words, all_words)
  select n.domain, n.visibility, n.sort_key, n.words, n.words from directory.new_search_documents n
  where n.domain = any(domains) order by n.domain
  on conflict (domain) do update set visibility = excluded.visibility, sort_key = excluded.sort_key,
    words = excluded.words, all_words = ts_filter(s.all_words, '{c,d}') || excluded.words
  where (s.visibility, s.sort_key, s.words) is distinct from (excluded.visibility, excluded.sort_key, excluded.words);
end;
$$;

create function directory.write_text_words(site text, text_words text, version smallint) returns void
language plpgsql as $$
begin
  update directory.search_documents s set all_words = text_words::tsvector || s.words, words_version = version
  where s.domain = site
    and (ts_filter(s.all_words, '{c,d}'), s.words_version) is distinct from (text_words::tsvector, version);
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
    where (o.visibility, o.sort_key / 6, o.facets) is distinct from (n.visibility, n.sort_key / 6, n.facets);
    -- Within a band no word changes.
    update directory.search_documents s set sort_key = n.sort_key from old_rows o join new_rows n using (domain)
    where s.domain = n.domain and o.sort_key <> n.sort_key
      and (o.visibility, o.sort_key / 6, o.facets) is not distinct from (n.visibility, n.sort_key / 6, n.facets);
  else
    select array_agg(n.domain) into changed from old_rows o join new_rows n using (domain)
    where (o.site_words, o.description_words, o.tag_words)
      is distinct from (n.site_words, n.description_words, n.tag_words);
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

-- What is looked for, and where: `words` (of the record) or `all_words`; words or the start of a name; among the sites
-- with all of some facets (null: among all).
create type directory.search as (
  words_column text, query tsquery, prefix text, facets tsquery, max_visibility smallint, max_band smallint);

-- Anybody may ask with the publishable key: no query may be longer than the program makes them.
create function directory.make_search(
  scope text, query text, prefix text, include_unlisted boolean, verified boolean, filter jsonb)
returns directory.search language plpgsql immutable as $$
begin
  if length(query) > 20000 then raise exception 'the query is too long' using errcode = 'PT400'; end if;
  return row(case scope when 'all' then 'all_words' else 'words' end, query::tsquery, prefix,
    (select string_agg(quote_literal('#' || k.key), '&') from unnest(directory.facet_keys(filter)) k (key))::tsquery,
    case when include_unlisted then 1 else 0 end, case when verified then 16 else 33 end)::directory.search;
end;
$$;

-- The lexemes of a query, each in quotation marks.
create function directory.lexemes_of(query tsquery) returns text[] language sql immutable as $$
  select array(select m[1] from regexp_matches(query::text, '''(?:[^'']|'''')*''', 'g') m)
$$;

-- The lexemes of a query that asks for any of them, each as a query of its own; of any other query itself.
create function directory.alternatives_of(query tsquery) returns tsquery[] language plpgsql immutable as $$
declare
  lexemes text[] := directory.lexemes_of(query);
begin
  if lexemes = '{}' or array_to_string(lexemes, ' | ') <> query::text then return array[query]; end if;
  return lexemes::tsquery[];
end;
$$;

-- The lexemes of a query that no site is known to hold: rare ones, and those that are in no text. None where nothing
-- of the query is known: then words may not have been counted yet.
create function directory.unknown_lexemes(query tsquery) returns text[] language plpgsql stable as $$
declare
  lexemes text[] := directory.lexemes_of(query);
  unknown text[] := array(
    select distinct x.lexeme
    from unnest(lexemes) x (lexeme), lateral (select (tsvector_to_array(x.lexeme::tsvector))[1] as word) bare
    -- One at a time by the index: the planner would rather read all words.
    where (select k.word from directory.known_words k where k.word = bare.word limit 1) is null);
begin
  return case when lexemes <@ unknown then '{}' else unknown end;
end;
$$;

-- The same query without lexemes that no site holds: the planner expects each as often as a rare one, and each takes
-- time for every index entry of the others. Most of what two words may be written as is in no text. One, '#', stays for
-- what can match only together with such a lexeme. Listed and unlisted sites are asked one after the other, each by
-- their index; without it the planner would read the whole table, because it does not know the lexeme.
create function directory.without_absent(query tsquery) returns tsquery language plpgsql stable
set enable_seqscan = off as $$
declare
  absent constant tsquery := '''#''';
  lexeme text;
  longer tsquery;
begin
  foreach lexeme in array array(
    select u.lexeme from unnest(directory.unknown_lexemes(query)) u (lexeme)
    where not exists (
        select from directory.search_documents s where s.all_words @@ u.lexeme::tsquery and s.visibility = 0)
      and not exists (
        select from directory.search_documents s where s.all_words @@ u.lexeme::tsquery and s.visibility = 1))
  loop
    query := ts_rewrite(query, lexeme::tsquery, absent);
  end loop;
  if not query @> absent then return (query); end if;
  loop
    longer := query;
    query := ts_rewrite(query, absent || absent, absent);
    exit when query = longer;
  end loop;
  foreach lexeme in array directory.lexemes_of(query) loop
    query := ts_rewrite(query, absent || lexeme::tsquery, lexeme::tsquery);
  end loop;
  return (query);
end;
$$;

-- The condition on directory.search_documents s that the words match, down to a band of the list order. Planned for
-- each call, because the best plan depends on the words. Bands and facets are lexemes as well: so the index combines
-- them with words, and reads no more of a frequent word than there are domains in the bands. No other index has a part
-- in it, because to look into the words of a domain costs much more than to find them by their index. Where many are
-- expected, alternatives are looked up one by one: an index entry takes a fifth of the time then, but each makes the
-- plan dearer.
create function directory.matching_words(search directory.search, down_to smallint, expected bigint) returns text
language plpgsql immutable as $$
declare
  many constant int := 2000;
  queries tsquery[] := case when expected > many then directory.alternatives_of(search.query)
    else array[search.query] end;
  band tsquery := case when down_to < 33 then quote_literal('#' || down_to)::tsquery end;
  narrowed tsquery := coalesce(band && search.facets, band, search.facets);
begin
  return (
    select '(' || string_agg(format('s.%I @@ %L::tsquery and s.visibility = %s', search.words_column,
      case when numnode(q) > 0 then coalesce(q && narrowed, q) else q end, v), ' or ') || ')'
    from unnest(queries) q, generate_series(0, search.max_visibility) v);
end;
$$;

-- The condition on directory.search_documents s that the name starts with the prefix, in the same bands and facets.
create function directory.matching_name(search directory.search, down_to smallint) returns text
language sql immutable as $$
  select format('s.band = any(%1$L) and s.domain >= %2$L and s.domain < %2$L || ''~'' %3$s
      and s.visibility <= %4$s',
    array(select generate_series(0, down_to)), search.prefix,
    ' and s.words @@ ' || quote_literal(search.facets) || '::tsquery', search.max_visibility)
$$;

-- How many domains the planner expects to match, from its statistics. Volatile, because EXPLAIN is refused elsewhere.
create function directory.estimate_matches(search directory.search) returns bigint language plpgsql volatile as $$
declare
  plan json;
begin
  execute format('explain (format json)
    select from directory.search_documents s where %s
    union all
    select from directory.search_documents s where %s',
    directory.matching_words(search, search.max_band, 0), directory.matching_name(search, search.max_band)) into plan;
  return greatest((plan->0->'Plan'->>'Plan Rows')::numeric::bigint, 1);
end;
$$;

-- The band that holds the domain at this share of the list order, and the share of the list down to its end.
create function directory.band_at(
  share numeric, max_visibility smallint, max_band smallint, out band smallint, out down_to numeric)
language plpgsql stable as $$
begin
  select b.band, b.so_far / b.total into band_at.band, band_at.down_to
  from (
    select (c.sort_key / 6)::smallint as band, sum(sum(c.n)) over (order by c.sort_key / 6) as so_far,
      sum(sum(c.n)) over () as total
    from directory.current_counters c
    where c.counter in ('listed', case max_visibility when 1 then 'unlisted' end) and c.sort_key / 6 <= max_band
    group by c.sort_key / 6) b
  -- Counts that have returned to zero are kept.
  where b.total > 0 and b.so_far >= b.total * share order by b.band limit 1;
  if band is null then
    band := max_band;
    down_to := 1;
  end if;
end;
$$;

-- A match, its place in the list order, and where its search document lies: who looks there needs no index, and sees in
-- the same snapshot the same row.
create type directory.match as (domain text collate "C", sort_key smallint, document tid);

-- The matches in the bands up to max_band: how many there are, at most max_matches + 1, and a page of them, to which
-- only those in the bands up to page_band belong: the names of others are not read.
create function directory.find_matches(
  search directory.search, max_band smallint, page_band smallint, expected bigint, max_matches int,
  skip bigint, size bigint, out total bigint, out page directory.match[])
language plpgsql stable as $$
begin
  execute format('
    select count(*), coalesce((array_agg(row(m.domain, m.sort_key, m.document)::directory.match
      order by m.sort_key, m.domain) filter (where m.band <= $2))[$3 + 1 : $3 + $4], ''{}'')
    from (
      (select s.domain, s.sort_key, s.band, s.ctid as document from directory.search_documents s where %2$s
      union all
      select s.domain, s.sort_key, s.band, s.ctid from directory.search_documents s where %1$s %3$s)
      limit $1 + 1) m',
    directory.matching_words(search, max_band, expected), directory.matching_name(search, max_band),
    case when search.prefix is not null then
      format('and not (s.domain >= %1$L and s.domain < %1$L || ''~'')', search.prefix) end)
  into find_matches.total, find_matches.page using max_matches, page_band, skip, size;
end;
$$;

create function directory.domains_of(matches directory.match[]) returns text[] language plpgsql immutable as $$
begin
  return array(select m.domain from unnest(matches) with ordinality m (domain, sort_key, document, n) order by m.n);
end;
$$;

create type directory.found as (total bigint, is_estimate boolean, page directory.match[]);

-- Matches in list order. Up to 10,000 are all found and counted. Beyond that their number is an estimate and the first
-- 10,000 can be reached: as many bands of the order are read as should hold the page, and more where they do not. What
-- is read is in memory, where a page costs a few times as much as an index entry. Where nobody asks for the number
-- (`is_counted` is false), no more is read than the page needs.
create function directory.read_matches(
  search directory.search, skip bigint, size bigint, is_counted boolean default true)
returns directory.found language plpgsql stable
set enable_seqscan = off set random_page_cost = 0.3 set jit = off as $$
declare
  max_matches constant int := 10000;
  -- More than are counted, because the number of matches is expected with an error.
  max_read constant int := 15000;
  max_expected constant int := 11000;
  is_any boolean;
  expected bigint;
  wanted numeric;
  share numeric;
  page_band smallint;
  part record;
  found record;
begin
  search.query := directory.without_absent(search.query);
  is_any := numnode(search.query) < 2 or cardinality(directory.alternatives_of(search.query)) > 1;
  expected := directory.estimate_matches(search);
  size := greatest(least(size, max_matches - skip), 0);
  -- The page ends within `wanted / expected` of the list if the matches lie evenly; four standard deviations are added.
  wanted := skip + size + 4 * sqrt(skip + size);
  if is_counted and expected < max_expected then
    part := directory.band_at(wanted / expected, search.max_visibility, search.max_band);
    foreach page_band in array array[part.band, search.max_band] loop
      select * into found from directory.find_matches(
        search, search.max_band, page_band, expected, max_read, skip, size);
      exit when found.total > max_read or cardinality(found.page) = least(size, greatest(found.total - skip, 0));
    end loop;
    if found.total <= max_read then
      return row(found.total, found.total > max_matches, found.page)::directory.found;
    end if;
  end if;
  if is_counted then expected := greatest(expected, max_matches + 1); end if;
  if size = 0 then return row(expected, true, '{}'::directory.match[])::directory.found; end if;
  share := wanted / expected;
  loop
    part := directory.band_at(share, search.max_visibility, search.max_band);
    select * into found from directory.find_matches(search, part.band, part.band, expected, null, skip, size);
    exit when found.total >= skip + size or part.band = search.max_band;
    share := share * 2;
  end loop;
  if part.band = search.max_band then
    expected := found.total;
  -- How often words come together is expected badly. Where what was read says that they do so seldom, all are counted.
  elsif is_counted and not is_any and found.total < max_matches * part.down_to then
    select * into part from directory.find_matches(
      search, search.max_band, part.band, expected, max_matches, skip, size);
    if part.total <= max_matches then return row(part.total, false, found.page)::directory.found; end if;
  end if;
  return row(expected, expected > max_matches, found.page)::directory.found;
end;
$$;

-- A page of a search in list order. `query` is a tsquery; `prefix` the start of a name, or null.
create function directory.search_domains(
  scope text, query text, prefix text, page int, per_page int, include_unlisted boolean, verified boolean,
  filter jsonb default '{}')
returns json language plpgsql stable as $$
declare
  f directory.found := directory.read_matches(
    directory.make_search(scope, query, prefix, include_unlisted, verified, filter),
    directory.rows_before(page, per_page), directory.page_size(per_page));
begin
  return directory.listing(f.total, f.is_estimate, directory.domains_of(f.page));
end;
$$;

---------------------------------------------------------------- by relevance

-- How well each of some domains matches. `terms` is a list of {"words", "joined", "others", "phrase"}: the lexemes
-- that stand for one word of the query, for it and a neighbor written as one, for other words that mean the same, and
-- the word before the next. A term counts by its inverse document frequency as in BM25 (Robertson and Zaragoza 2009,
-- 3.1), how often and where it stands as ts_rank does. `coverage` is the share of what was asked that the domain holds.
-- The authority, 0 for none, is told by the sort key. Numbers are added in the order of the terms, because sums of
-- floating-point numbers depend on it. Compiling it (jit) would take five times as long as running it.
create function directory.score_matches(
  matches directory.match[], terms jsonb, prefix text,
  out domain text, out sort_key smallint, out coverage float8, out score float8)
returns setof record language plpgsql stable set jit = off as $$
#variable_conflict use_column
begin
  return query
  with sites as (
    select greatest(sum(c.n), 1)::float8 as n from directory.current_counters c where c.counter = 'tracked'
  ), lexemes as materialized (
    select t.place, x.lexeme, x.is_own, quote_literal(x.lexeme)::tsquery as query,
      x.factor * ln(1 + (greatest(s.n - k.sites, 0) + 0.5) / (k.sites + 0.5)) as weight
    from sites s, jsonb_array_elements(terms) with ordinality t (term, place),
      lateral (
        select w.lexeme, true as is_own, 1.0 as factor from jsonb_array_elements_text(t.term->'words') w (lexeme)
        union all
        select j.lexeme, false, 1.0 from jsonb_array_elements_text(t.term->'joined') j (lexeme)
        union all
        select o.lexeme, false, 0.6 from jsonb_array_elements_text(t.term->'others') o (lexeme)) x,
      -- One at a time by the index: the planner would rather read all words.
      lateral (select w.sites from directory.known_words w where w.word = x.lexeme limit 1) k
  ), weights as materialized (
    select t.place, (t.term->>'phrase')::tsquery as phrase,
      coalesce((select max(l.weight) from lexemes l where l.place = t.place and l.is_own), 0.01) as weight
    from jsonb_array_elements(terms) with ordinality t (term, place)
  ), candidates as materialized (
    -- Unpacked once, and not for each lexeme: nothing is deleted.
    select m.n, m.domain, m.sort_key, greatest(100 - m.sort_key % 102, 0) as authority,
      ts_delete(s.all_words, '') as words
    from unnest(matches) with ordinality m (domain, sort_key, document, n)
      join directory.search_documents s on s.ctid = m.document
  ), term_scores as (
    select r.n, r.place, max(r.score) as score
    from (
      select c.n, l.place, l.weight * ts_rank('{0.12, 0.25, 0.6, 1}', c.words, l.query) as score
      from candidates c cross join lexemes l
      offset 0) r
    where r.score > 0
    group by r.n, r.place
  ), phrase_scores as (
    select c.n, sum(0.2 * (w.weight + next.weight) order by w.place) as score
    from weights w join weights next on next.place = w.place + 1 join candidates c on c.words @@ w.phrase
    where w.phrase is not null
    group by c.n
  ), sums as (
    select x.n, sum(x.score order by x.place) as score, sum(w.weight order by x.place) as covered
    from term_scores x join weights w on w.place = x.place group by x.n
  )
  select c.domain, c.sort_key, coverage.share,
    coalesce(x.score + coalesce(p.score, 0), 0) * coverage.share * (0.8 + 0.2 * c.authority / 100)
      + case when c.domain >= prefix and c.domain < prefix || '~' then 8 else 0 end
      + case when c.domain = prefix then 100 else 0 end
  from candidates c
  left join sums x on x.n = c.n
  left join phrase_scores p on p.n = c.n
  cross join lateral (
    select case when c.domain >= prefix and c.domain < prefix || '~' then 1
      else coalesce(x.covered, 0) / (select sum(w.weight) from weights w) end as share) coverage;
end;
$$;

-- A page of a search by relevance: the domain that the query names first, then verified domains, then by how well they
-- match together with authority. The first matches in list order are compared; what is behind them stays in that
-- order. Where few hold all words, some that hold most of them (`part_query`) follow; `whole` is then the number of
-- those that hold all.
create function directory.rank_domains(
  scope text, query text, part_query text, prefix text, terms jsonb, page int, per_page int,
  include_unlisted boolean, verified boolean, filter jsonb default '{}')
returns json language plpgsql stable as $$
declare
  -- Unpacking and ranking the words of a domain takes some 0.05 ms.
  max_ranked constant int := 200;
  enough constant int := 3;
  max_parts constant int := 5;
  min_coverage constant float8 := 0.34;
  search directory.search := directory.make_search(scope, query, prefix, include_unlisted, verified, filter);
  skip bigint := directory.rows_before(page, per_page);
  size bigint := directory.page_size(per_page);
  f directory.found := directory.read_matches(search, 0, greatest(max_ranked, skip + size));
  few directory.found;
  domains text[];
begin
  if skip < max_ranked then
    domains := array(
      select m.domain from directory.score_matches(f.page[:max_ranked], terms, prefix) m
      order by (m.domain = prefix) is not true, m.sort_key > 101, m.score desc, m.sort_key, m.domain)
      || directory.domains_of(f.page[max_ranked + 1:]);
  else
    domains := directory.domains_of(f.page);
  end if;
  if f.total < enough and part_query is not null then
    search.query := part_query::tsquery;
    few := directory.read_matches(search, 0, max_ranked, false);
    domains := domains || array(
      select m.domain from directory.score_matches(few.page, terms, null) m
      where m.coverage >= min_coverage and m.domain <> all(domains)
      order by m.score desc, m.sort_key, m.domain limit max_parts);
    return directory.listing(cardinality(domains), false, domains[skip + 1:skip + size], f.total);
  end if;
  return directory.listing(f.total, f.is_estimate, domains[skip + 1:skip + size]);
end;
$$;

---------------------------------------------------------------- known words

-- Counts again how many sites hold each word: of a large directory in a sample, beside what is known from earlier
-- ones. The pause grows with the directory to an hour. A small one is counted at once, so that its first hour has
-- suggestions.
create function directory.count_words(at timestamptz default now()) returns jsonb language plpgsql as $$
declare
  max_counted constant int := 2000;
  counted_at_once constant int := 200;
  pause_per_site constant interval := '50 milliseconds';
  listed int := (
    select coalesce(sum(c.n), 0) from directory.current_counters c where c.counter in ('listed', 'unlisted'));
  factor float8;
begin
  update directory.instance i set words_counted_at = at
  where i.words_counted_at is null or listed <= counted_at_once
    or i.words_counted_at < at - least(interval '1 hour', pause_per_site * listed);
  if not found then return 'false'; end if;
  factor := greatest(listed, 1)::float8 / least(greatest(listed, 1), max_counted);
  if factor = 1 then delete from directory.known_words; end if;
  insert into directory.known_words as k (word, sites)
  select w.word, ceil(w.ndoc * factor) from ts_stat(format(
    'select s.all_words from directory.search_documents s where s.visibility < 2 %s',
    case when factor > 1 then format('and random() < %s limit %s', 1.1 / factor, max_counted) end)) w
  where w.word not like '#%'
  order by w.word
  on conflict (word) do update set sites = (3 * k.sites + excluded.sites) / 4;
  return 'true';
end;
$$;

-- A word with any two neighboring letters exchanged: it has few trigrams in common with what was meant.
create function directory.exchange_letters(word text) returns text[] language sql immutable as $$
  select array(
    select overlay(word placing reverse(substr(word, i, 2)) from i for 2) from generate_series(1, length(word) - 1) i)
$$;

-- Of the given words those that no site is known to hold, each with known ones that look alike. The work grows with the
-- square of a word, and no word of a language is longer than 64 letters.
create function directory.find_similar_words(words text[]) returns jsonb language plpgsql stable
set pg_trgm.similarity_threshold = 0.3 as $$
begin
  if cardinality(words) > 100 then raise exception 'at most 100 words' using errcode = 'PT400'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('word', g.word, 'similar', (
      select coalesce(jsonb_agg(x), '[]') from (
        select k.word, k.sites from directory.known_words k
        where k.word = any(directory.exchange_letters(g.word))
          or (k.word operator(extensions.%) g.word and k.word not like '~%')
        order by k.word = any(directory.exchange_letters(g.word)) desc,
          extensions.similarity(k.word, g.word) desc, k.word limit 20) x))), '[]')
    from unnest(words) g (word)
    where length(g.word) <= 64
      and not exists (select from directory.known_words k where k.word in (g.word, '~' || g.word)));
end;
$$;

---------------------------------------------------------------- words of stored texts

-- What some sites are found by: what the record says, and the beginning of the text. Of a site without a text it is null.
create function directory.read_search_sources(domains text[], max_characters int) returns jsonb
language plpgsql stable as $$
begin
  if cardinality(domains) > 100 then raise exception 'at most 100 domains' using errcode = 'PT400'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('domain', d.domain, 'title', p.title, 'summary', p.summary,
      'description', p.description, 'tags', d.tags, 'llms_txt', p.llms_txt,
      'cross_domain_redirect', c.cross_domain_redirect, 'text_hash', i.text_hash,
      'text', left(t.body, max_characters))), '[]')
    from directory.domains d
    join directory.profiles p on p.domain = d.domain
    join directory.crawl c on c.domain = d.domain
    left join directory.files i on i.domain = d.domain
    left join directory.texts t on t.hash = i.text_hash
    where d.domain = any(domains));
end;
$$;

-- Sites whose stored text has no words of this version: after a restore, or when the rules of words have changed.
create function directory.list_unindexed(version int, after text, max_rows int) returns jsonb
language sql stable as $$
  select coalesce(jsonb_agg(x order by x.domain), '[]') from (
    select s.domain, p.llms_txt, c.cross_domain_redirect, p.title, p.summary, p.description, d.tags, p.language,
      t.body as text
    from directory.search_documents s
    join directory.domains d on d.domain = s.domain
    join directory.profiles p on p.domain = s.domain
    join directory.crawl c on c.domain = s.domain
    join directory.files i on i.domain = s.domain
    join directory.texts t on t.hash = i.text_hash
    where s.words_version is distinct from version and s.domain > coalesce(after, '')
    order by s.domain limit least(greatest(max_rows, 1), 100)) x
$$;

-- By domain, what is searched of it.
create function directory.read_words(domains text[], scope text) returns jsonb language plpgsql stable as $$
begin
  if cardinality(domains) > 1000 then raise exception 'at most 1,000 domains' using errcode = 'PT400'; end if;
  return (
    select coalesce(jsonb_object_agg(s.domain, case scope when 'all' then s.all_words else s.words end::text), '{}')
    from directory.search_documents s where s.domain = any(domains) and s.visibility < 2);
end;
$$;

-- The words of some domains, made anew.
create function directory.write_words(words jsonb, version int) returns jsonb language plpgsql as $$
declare
  w record;
begin
  for w in
    select x.* from jsonb_to_recordset(words) x (domain text, site_words tsvector, description_words tsvector,
      tag_words tsvector, text_words text)
    order by x.domain
  loop
    update directory.profiles p set site_words = w.site_words, description_words = w.description_words,
      tag_words = w.tag_words where p.domain = w.domain;
    perform directory.write_text_words(w.domain, w.text_words, version::smallint);
  end loop;
  return to_jsonb(jsonb_array_length(words));
end;
$$;
