-- The program splits texts into words and ranks matches.

create table directory.search_documents (
  domain text collate "C" primary key references directory.domains on delete cascade,
  visibility directory.visibility not null,
  sort_key smallint not null,
  facets text[] not null,
  words tsvector not null,
  -- Version of the word rules, or null if the words are outdated.
  words_version smallint
)
-- Store words apart, because searches read many rows and few of their words. A new sort key is updated in place.
with (
  fillfactor = 90,
  toast_tuple_target = 128,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05
);
comment on table directory.search_documents is
  'Search documents. A trigger copies visibility, sort key and facets from domains. The program creates the words: '
  'domain and title have weight A, summary, description and tags B, section and link names C, prose and notes D. The '
  'words include `@` with the domain, and `=` with each word of A and B.';
-- Use one index for both, because with two a filtered search would read the words of all sites of a facet.
create index search_documents_words on directory.search_documents using gin (words, facets)
-- Keep the list of pending words short, because every search reads it and the index never gives its pages back.
with (fastupdate = on, gin_pending_list_limit = 256);

create table directory.word_list (
  one boolean primary key default true check (one),
  made_at timestamptz(3) not null,
  sites int not null,
  words text not null,
  version text not null generated always as (md5(sites || ' ' || words)) stored
);
comment on table directory.word_list is
  'Number of sites per word, counted by the program, in one row. Each line contains a word and the number.';

---------------------------------------------------------------- documents

-- A domain is searchable by name as soon as it has a profile.
create function directory.add_search_documents() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into directory.search_documents (domain, visibility, sort_key, facets, words)
  select d.domain, d.visibility, d.sort_key, d.facets, directory.name_words(d.domain)
  from new_rows n join directory.domains d on d.domain = n.domain order by d.domain;
  return null;
end;
$$;
create trigger document_inserted after insert on directory.profiles
referencing new table as new_rows for each statement execute function directory.add_search_documents();

create function directory.keep_search_documents() returns trigger language plpgsql set search_path = '' as $$
begin
  update directory.search_documents s set visibility = n.visibility, sort_key = n.sort_key, facets = n.facets,
    words_version = case when n.tags = o.tags then s.words_version end
  from old_rows o join new_rows n on n.domain = o.domain
  where s.domain = n.domain
    and (o.visibility, o.sort_key, o.facets, o.tags) is distinct from (n.visibility, n.sort_key, n.facets, n.tags);
  return null;
end;
$$;
create trigger document_updated after update on directory.domains
referencing old table as old_rows new table as new_rows
for each statement execute function directory.keep_search_documents();

-- Mark words of an earlier record as outdated.
create function directory.outdate_words() returns trigger language plpgsql set search_path = '' as $$
begin
  update directory.search_documents s set words_version = null where s.domain = new.domain;
  return null;
end;
$$;
create trigger document_outdated after update of title, summary, description, nested_llms_txt on directory.profiles
for each row when ((old.title, old.summary, old.description, old.nested_llms_txt)
  is distinct from (new.title, new.summary, new.description, new.nested_llms_txt))
execute function directory.outdate_words();

create function api.write_words(sites jsonb, version int) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update directory.search_documents s set words = w.words, words_version = version
  from jsonb_to_recordset(sites) w (domain text, words tsvector)
  where s.domain = w.domain and (s.words, s.words_version) is distinct from (w.words, version::smallint);
  return to_jsonb(jsonb_array_length(sites));
end;
$$;
comment on function api.write_words is
  'Stores the words of `sites`: {"domain", "words"}, with words as the text of a tsvector.';

create view directory.search_sources with (security_invoker = true) as
  select d.domain, d.visibility, p.title, d.authority, d.verified,
    concat_ws(' ', i.text_hash, p.llms_txt, md5(n.links)) as stamp,
    coalesce(length(t.packed), 0) + coalesce(length(n.links), 0) as bytes,
    jsonb_build_object('domain', d.domain, 'title', p.title, 'summary', p.summary, 'description', p.description,
      'tags', d.tags, 'llms_txt', p.llms_txt, 'cross_domain_redirect', c.cross_domain_redirect,
      'text', directory.text_of(t), 'nested', n.links) as source
  from directory.domains d
  join directory.profiles p on p.domain = d.domain
  join directory.crawl c on c.domain = d.domain
  left join directory.files i on i.domain = d.domain
  left join directory.texts t on t.hash = i.text_hash
  cross join lateral (
    select string_agg(f.links, E'\n' order by f.url) as links from directory.scoped_files f
    where f.domain = d.domain and f.via = 'nested' and f.links <> '' and f.url = any(p.nested_llms_txt)
    offset 0) n;
comment on view directory.search_sources is
  'Sources of words and links: the record, the text or null, and the links of the owner''s further files. `stamp` '
  'changes with the text and the links.';

create function api.read_search_sources(domains text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(s.source), '[]') from directory.search_sources s where s.domain = any(domains)
$$;
comment on function api.read_search_sources is 'Returns the sources of words.';

create function api.read_index_words(domains text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(s.domain, (
    select string_agg(repeat(w.lexeme || ' ', cardinality(w.positions)), '') from unnest(s.words) w
    where w.positions is not null)), '{}')
  from directory.search_documents s where s.domain = any(domains)
$$;
comment on function api.read_index_words is
  'Returns the stems of sites by domain, each as often as it has positions, for the index of the browser.';

create function api.list_unindexed(version int, after text, max_rows int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(x.domain order by x.domain), '[]') from (
    select s.domain from directory.search_documents s
    where s.words_version is distinct from version and s.domain > coalesce(after, '')
    order by s.domain limit least(greatest(max_rows, 1), 1000)) x
$$;
comment on function api.list_unindexed is
  'Lists domains after `after` by name, with words by another version of the rules.';

---------------------------------------------------------------- searches

-- Read only the indexes of the table, because reading words takes far longer than finding them. Turn off jit, because
-- compiling takes longer than the search.
create function api.find_sites(
  query text, lexemes text[], scope text, filter jsonb, include_unlisted boolean, verified boolean, skip int, size int,
  with_facets boolean default false, named text default null)
returns json language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off as $$
declare
  max_size constant int := 300;
  max_counted constant int := 10000;
  weights constant real[] := case scope when 'all' then '{0.12, 0.25, 0.6, 1}' else '{0, 0, 0.6, 1}' end;
  keys text[] := directory.facet_keys(filter);
  max_visibility directory.visibility := case when include_unlisted then 'unlisted' else 'listed' end;
  max_sort_key smallint := directory.max_sort_key(verified);
begin
  -- Anyone can call with the publishable key, so reject a query longer than the program's queries.
  if length(query) > 20000 or cardinality(lexemes) > 500 then
    raise exception 'the query is too long' using errcode = 'PT400';
  end if;
  return (
    with found as materialized (
      select s.domain, case when s.domain = named then -1 else s.sort_key end as sort_key,
        case when with_facets then s.facets end as facets
      from directory.search_documents s
      where (query is null or s.words @@ query::tsquery) and (keys = '{}' or s.facets @> keys)
        and s.visibility <= max_visibility and s.sort_key <= max_sort_key
    ), total as (
      select count(*) as n from found
    ), page as (
      select f.sort_key, f.domain from found f order by f.sort_key, f.domain
      limit least(greatest(size, 0), max_size) offset greatest(skip, 0)
    )
    select json_build_object('total', (select n from total), 'facets', (
      select coalesce(jsonb_agg(directory.facet_count(k.key, k.n) order by k.n desc, k.key), '[]')
      from (
        select u.key, count(*) as n from found f, unnest(f.facets) u (key)
        where with_facets and (select n from total) <= max_counted group by u.key) k), 'sites', (
      select coalesce(json_agg(json_build_object('domain', g.domain, 'authority', d.authority,
        'verified', d.verified, 'ranks', array(
          select ts_rank(weights, w.words, l.lexeme::tsquery) from unnest(lexemes) with ordinality l (lexeme, n)
          order by l.n)) order by g.sort_key, g.domain), '[]')
      from page g
      join directory.domains d on d.domain = g.domain
      -- Deleting '' unpacks the words once, instead of once per lexeme.
      left join lateral (
        select ts_delete(s.words, '') as words from directory.search_documents s
        where lexemes <> '{}' and s.domain = g.domain
        offset 0) w on true)));
end;
$$;
comment on function api.find_sites is
  'Returns the number of sites that match a tsquery, and the sites from `skip` with their data for ranking, in list '
  'order after the domain `named`. `ranks` weights each lexeme by field. With a scope other than `all`, files do not '
  'count. `facets` counts each facet in up to 10,000 matches, if requested. A null query matches all sites.';

create function api.read_link_texts(wanted jsonb, max_bytes int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_array_length(wanted) > 10 then raise exception 'at most 10 domains' using errcode = 'PT400'; end if;
  return (
    select coalesce(jsonb_agg(x.site order by x.n), '[]') from (
      select w.n, sum(s.bytes) over (order by w.n) - s.bytes as bytes_before,
        jsonb_build_object('domain', s.domain, 'title', s.title, 'authority', s.authority, 'verified', s.verified,
          'stamp', s.stamp) || case when w.stamp is distinct from s.stamp then s.source else '{}' end as site
      from rows from (jsonb_to_recordset(wanted) as (domain text, stamp text)) with ordinality w (domain, stamp, n)
      join directory.search_sources s on s.domain = w.domain and s.visibility = 'listed' and s.bytes > 0) x
    where max_bytes is null or x.bytes_before < max_bytes);
end;
$$;
comment on function api.read_link_texts is
  'Returns the texts of listed sites with the links of their further files, in the order of `wanted`: {"domain", '
  '"stamp"}, with the last stamp of the caller or null. An unchanged site has no texts. After `max_bytes` of texts, '
  'later sites are left out, so that the sites do not depend on what the caller has. Null means no limit.';

---------------------------------------------------------------- the list of words

create function api.get_word_list(known text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('version', l.version, 'sites', l.sites, 'words', l.words)
  from directory.word_list l where l.version is distinct from known
$$;
comment on function api.get_word_list is 'Returns the list of words, or null if the caller has this version.';

create function api.plan_word_list(max_sampled int, max_titles int, at timestamptz default now()) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  listed int := (select coalesce(sum(c.n), 0) from directory.current_counters c where c.counter = 'listed');
begin
  return (
    select jsonb_build_object('sites', listed,
      -- Use the same sample each time.
      'sampled', array(
        select s.domain from directory.search_documents s where s.visibility = 'listed'
        order by md5(s.domain) limit max_sampled),
      'titles', array(
        select p.title from directory.domains d join directory.profiles p on p.domain = d.domain
        where d.visibility = 'listed' and p.title is not null order by d.sort_key, d.domain limit max_titles))
    where listed <= 200 or not exists (select from directory.word_list l where l.made_at > at - interval '1 day'));
end;
$$;
comment on function api.plan_word_list is
  'Returns the sites for a new list of words, at most `max_sampled`, with the titles of the first `max_titles`. Null '
  'if a directory of more than 200 sites has a list of the last day.';

create function api.write_word_list(sites int, words text, at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  insert into directory.word_list as l (made_at, sites, words) values (at, sites, words)
  on conflict (one) do update set made_at = excluded.made_at, sites = excluded.sites, words = excluded.words;
  return to_jsonb(sites);
end;
$$;
comment on function api.write_word_list is 'Replaces the list of words.';
