-- Made by npm run make-migration from supabase/schemas. Not edited by hand.

-- schemas/roles-and-schemas.sql

-- Runs unchanged on PostgreSQL 15 to 18, PGlite and hosted Supabase. All of them have the only extension, pg_trgm.
--
-- `directory` is private, and contains the tables and the functions that operations share. The Data API exposes `api`,
-- which contains the functions of the operations and no table. These functions run as their owner, and grants.sql lists
-- their callers. Raise refusals as PTxyz, which PostgREST returns as status xyz. Never raise 40001,
-- because PostgREST 12 retries it endlessly.
--
-- Comments of tables, views and functions of `api` are part of the schema. Use timestamptz(3), because the program
-- reads and writes milliseconds as JSON.
--
-- Use PL/pgSQL for functions called per row or visit, because it keeps plans. An SQL function with a fixed
-- search_path is not inlined and is planned again by each calling statement.

do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
end;
$$;

-- Schema of extensions on hosted Supabase.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

create schema directory;
create schema api;
grant usage on schema api to anon, service_role;

-- schemas/tables.sql

-- Lists that show a domain: all lists, lists with include_unlisted, or no list. The values are ordered.
create type directory.visibility as enum ('listed', 'unlisted', 'hidden');

-- List order as one ascending number: verified first, then authority, null last.
create function directory.sort_key(verified boolean, authority smallint) returns smallint
language sql immutable set search_path = '' as $$
  select ((case when verified then 0 else 102 end) + coalesce(100 - authority, 101))::smallint
$$;

-- Keep rows narrow, because every new score rewrites the row.
create table directory.domains (
  domain text collate "C" primary key check (domain ~ '^[a-z0-9_][a-z0-9._-]*$' and length(domain) <= 253),
  status text not null default 'pending' check (status in ('pending', 'valid', 'invalid', 'unreachable')),
  tier text check (tier in ('featured', 'listed', 'unlisted', 'rejected')),
  authority smallint check (authority between 0 and 100),
  verified boolean not null default false,
  visibility directory.visibility not null generated always as (
    case
      when tier in ('featured', 'listed') then 'listed'::directory.visibility
      when tier = 'rejected' then 'hidden'
      else 'unlisted'
    end
  ) stored,
  -- Place in the list order. The domain breaks ties.
  sort_key smallint not null generated always as (directory.sort_key(verified, authority)) stored,
  reach smallint,
  trust smallint,
  quality smallint,
  freshness smallint,
  score_version smallint,
  rejection text check (rejection in ('block-list', 'parked', 'spam', 'opt-out')),
  rank int check (rank >= 1),
  registered_at timestamptz(3),
  country text check (length(country) = 2),
  country_basis text check (country_basis in ('cctld', 'locale', 'address')),
  tags text[] not null default '{}',
  -- Topics by the program's rules, best first.
  topics text[] not null default '{}',
  llms_full_txt text,
  -- True if visits found pages as Markdown.
  has_markdown boolean not null default false,
  -- profiles.language without region and script.
  language_code text,
  -- Class of the number of links.
  size_class text check (size_class in ('small', 'medium', 'large')),
  -- Program that wrote the file.
  generator text,
  -- Filter keys of lists: topics, and other facts with a prefix.
  facets text[] not null generated always as (
    array_remove(
      topics || array[
        'country:' || country,
        'language:' || language_code,
        'size:' || size_class,
        'generator:' || generator,
        case
          when llms_full_txt is not null then 'has:full'
        end,
        case
          when has_markdown then 'has:markdown'
        end,
        case
          when tier in ('featured', 'listed') then 'tier:' || tier
        end,
        case
          when verified then 'owner:verified'
        end
      ],
      null
    )
  ) stored,
  -- Increases with each change outside of a visit, so that a visit judged before is judged again.
  edits int not null default 0
)
-- Leave free space in every page, so that a score with an unchanged sort_key updates in place.
with (
  fillfactor = 85,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05
);
comment on table directory.domains is 'Facts that order, filter and count domains. Texts are in profiles.';
create index domains_order on directory.domains (sort_key, domain) include (visibility) where visibility < 'hidden';
create index domains_facets on directory.domains using gin (facets) where visibility < 'hidden';
create index domains_quality on directory.domains (quality desc nulls last, domain) where visibility < 'hidden';
create index domains_never_valid on directory.domains (domain) where authority is null and not verified;
create index domains_unregistered on directory.domains (domain) where status = 'valid' and registered_at is null;

create table directory.profiles (
  domain text collate "C" primary key references directory.domains on delete cascade,
  first_seen timestamptz(3) not null,
  verified_at timestamptz(3),
  llms_txt text,
  nested_llms_txt text[] not null default '{}',
  title text,
  summary text,
  summary_source text check (summary_source in ('quote', 'paragraph', 'homepage')),
  description text,
  contact text,
  sections int,
  links int,
  -- First section names of the file.
  section_names text[] not null default '{}',
  language text
);
comment on table directory.profiles is 'Texts of a site and its owner.';
create index profiles_first_seen on directory.profiles (first_seen desc, domain);

create table directory.crawl (
  domain text collate "C" primary key references directory.domains on delete cascade,
  due_at timestamptz(3) not null,
  priority smallint not null check (priority between 0 and 4),
  lease uuid,
  -- domains.edits at the start of the lease.
  lease_edits int,
  run text,
  worker text,
  attempts smallint not null default 0,
  quarantined_at timestamptz(3),
  -- Time of a request for an early visit.
  requested_at timestamptz(3),
  -- True if an operator's decision forbids visits.
  forbidden boolean not null default false,
  -- Time of the next registration lookup. Null if never looked up.
  registration_due_at timestamptz(3),
  last_checked timestamptz(3),
  failure jsonb,
  uptime jsonb not null default '[]',
  -- Time since which a formerly valid file is invalid, and time of the last recovery.
  broken_at timestamptz(3),
  recovered_at timestamptz(3),
  content_hash text,
  content_changed_at timestamptz(3),
  etag text,
  last_modified text,
  interval_ms bigint,
  tls_valid boolean,
  cross_domain_redirect boolean,
  evidence jsonb
)
with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
comment on table directory.crawl is
  'State between visits, and the queue. While a row is leased, due_at is the end of the lease, so the rows of a dead '
  'worker become due. A row that waits for its run, or may not be visited, has due_at = ''infinity''.';
create index crawl_due on directory.crawl (priority, due_at);
create unique index crawl_lease on directory.crawl (lease) where lease is not null;
create index crawl_last_checked on directory.crawl (last_checked) where last_checked is not null;
create index crawl_content_changed on directory.crawl (content_changed_at desc nulls last, domain);
create index crawl_broken on directory.crawl (broken_at desc, domain) where broken_at is not null;
create index crawl_recovered on directory.crawl (recovered_at desc, domain) where recovered_at is not null;
create index crawl_requested on directory.crawl (requested_at) where requested_at is not null;

create table directory.owners (
  domain text collate "C" primary key references directory.domains on delete cascade,
  -- Proof and result of rechecks. Null for seeded owners.
  proof jsonb,
  recrawled_at timestamptz(3),
  webhook_url text,
  -- Encrypted with a key outside of the database.
  webhook_secret text,
  webhook_state text check (webhook_state in ('active', 'disabled')),
  notify_email text,
  email_state text check (email_state in ('unconfirmed', 'confirmed', 'unsubscribed')),
  -- True if alerts include new versions.
  notify_changes boolean not null default false,
  check ((webhook_url is null) = (webhook_secret is null) and (webhook_url is null) = (webhook_state is null)),
  check ((notify_email is null) = (email_state is null))
);
comment on table directory.owners is 'Owners of domains: proof and channels.';
create index owners_notify_email on directory.owners (notify_email) where notify_email is not null;

create table directory.rulings (
  domain text collate "C" primary key references directory.domains on delete cascade,
  rejection text not null check (rejection in ('block-list', 'parked', 'spam', 'opt-out')),
  ruled_at timestamptz(3) not null
);
comment on table directory.rulings is 'Decisions of operators. Visits do not change them.';

create table directory.score_history (
  domain text collate "C" not null references directory.domains on delete cascade,
  day date not null,
  at timestamptz(3) not null,
  status text not null check (status in ('pending', 'valid', 'invalid', 'unreachable')),
  authority smallint,
  -- Version of the formula. A new version changes scores without a change of the site.
  score_version smallint,
  reach smallint,
  trust smallint,
  quality smallint,
  freshness smallint,
  primary key (domain, day)
);
comment on table directory.score_history is 'Score at the end of each day with a change.';
-- Rows are in the order of days, so block ranges suffice to find the latest.
create index score_history_day on directory.score_history using brin (day);

-- schemas/text.sql

-- The program packs texts by Brotli, because the compression of PostgreSQL takes twice the space.
create table directory.texts (hash text primary key, packed bytea not null);
comment on table directory.texts is 'Texts of llms.txt files, each stored once for all domains and versions.';
alter table directory.texts alter packed set storage external;

create table directory.files (
  domain text collate "C" primary key references directory.domains on delete cascade,
  text_hash text references directory.texts,
  -- Size of the served file.
  bytes int,
  -- Number of findings by "rule severity outcome".
  broken jsonb not null default '{}',
  -- Data of the visit that read the text: URL, tested links, and findings of rules that judge more than the text.
  seen jsonb,
  -- Findings, quality and preview of a later response without a stored text. Null if the text is current.
  answer jsonb,
  -- Version of the topic rules. 0 means outdated.
  topics_version smallint not null default 0,
  nested jsonb,
  -- Tested Markdown patterns of groups of pages, latest test first.
  twins jsonb,
  -- Rules of robots.txt for agents, once for all agents with equal rules.
  agents jsonb
);
comment on table directory.files is
  'Results of the last visit that read a domain''s files, except those derived from the text. The program judges the '
  'text again to show findings, quality and preview.';
create index files_text on directory.files (text_hash) where text_hash is not null;
create index files_topics_version on directory.files (topics_version) where text_hash is not null;

-- Formats ISO 8601 in UTC with Z and milliseconds, independent of session settings.
create function directory.iso_timestamp(t timestamptz) returns text
language sql stable strict parallel safe set search_path = '' as $$
  select pg_catalog.to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Search words of a new domain until the program creates them: its name and the stems of its parts.
create function directory.name_words(domain text) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select array_to_tsvector('@' || domain || array_agg(x.stem) || array_agg('=' || x.stem))
  from (
    select coalesce((ts_lexize('pg_catalog.english_stem', k.part))[1], k.part) as stem
    from regexp_split_to_table(domain, '[.-]+') k (part) where k.part <> '') x
$$;

-- Returns the compressed text, which the program decodes.
create function directory.text_of(t directory.texts) returns text language sql immutable set search_path = '' as $$
  select translate(encode(t.packed, 'base64'), E'\n', '')
$$;

-- Lock the text, so that storing and deleting it cannot overlap.
create function directory.lock_texts() returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(7316002)
$$;

-- `text` is {"hash", "packed"}.
create function directory.store_text(text jsonb) returns void language plpgsql set search_path = '' as $$
begin
  perform directory.lock_texts();
  insert into directory.texts (hash, packed) values (text->>'hash', decode(text->>'packed', 'base64'))
  on conflict (hash) do nothing;
end;
$$;

-- Deletes a text after its last file and version.
create function directory.drop_text() returns trigger language plpgsql set search_path = '' as $$
begin
  perform directory.lock_texts();
  delete from directory.texts x
  where x.hash = old.text_hash and not exists (select from directory.files i where i.text_hash = old.text_hash)
    and not exists (select from directory.versions v where v.text_hash = old.text_hash);
  return null;
end;
$$;
create trigger file_removed after delete on directory.files
for each row when (old.text_hash is not null) execute function directory.drop_text();
create trigger file_text_removed after update of text_hash on directory.files
for each row when (old.text_hash is distinct from new.text_hash) execute function directory.drop_text();

-- schemas/scores.sql

-- Declare it stable like jsonb_build_object(), because PostgreSQL does not inline a function with a wrong immutable
-- label.
create function directory.score_components(d directory.domains) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('reach', d.reach, 'trust', d.trust, 'quality', d.quality, 'freshness', d.freshness)
$$;

-- Inputs of authority and tier. Writers pass the inputs that they used.
create function directory.score_basis(d directory.domains) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('status', d.status, 'rejection', d.rejection, 'verified', d.verified,
    'authority', d.authority, 'components', directory.score_components(d))
$$;


-- schemas/views.sql

-- Format times in the view, because calls of directory.iso_timestamp() would take longer than all other columns.
create view directory.records
with (security_invoker = true)
as
  select
    d.domain,
    d.status,
    d.tier,
    d.authority,
    d.verified,
    to_char(p.verified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as verified_at,
    p.llms_txt,
    d.llms_full_txt,
    p.nested_llms_txt,
    p.title,
    p.summary,
    p.description,
    d.tags,
    d.topics,
    p.contact,
    p.sections,
    p.links,
    d.generator,
    d.rank,
    to_char(d.registered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as registered_at,
    d.country,
    to_char(p.first_seen at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as first_seen,
    to_char(c.last_checked at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_checked
  from
    directory.domains as d
    join directory.profiles as p on p.domain = d.domain
    join directory.crawl as c on c.domain = d.domain;
comment on view directory.records is 'Public record of each domain. The columns are its members.';

create view directory.states
with (security_invoker = true)
as
  select
    r.*,
    directory.score_components(d) as components,
    d.score_version,
    d.rejection,
    u.rejection as ruling,
    p.summary_source,
    p.language,
    d.country_basis,
    c.failure,
    c.uptime,
    c.content_hash,
    directory.iso_timestamp(c.content_changed_at) as content_changed_at,
    c.etag,
    c.last_modified,
    c.interval_ms,
    c.tls_valid,
    c.cross_domain_redirect,
    o.proof
  from
    directory.domains as d
    join directory.records as r on r.domain = d.domain
    join directory.profiles as p on p.domain = d.domain
    join directory.crawl as c on c.domain = d.domain
    left join directory.owners as o on o.domain = d.domain
    left join directory.rulings as u on u.domain = d.domain;
comment on view directory.states is 'Data of a domain for judging. The columns are the members of its state.';

-- schemas/pages.sql

-- Finds the stored files that cover a page. The program normalizes URLs, and passes domains and a hash.

create table directory.scoped_files (
  domain text collate "C" not null references directory.domains on delete cascade,
  url text collate "C" not null,
  via text not null check (via in ('nested', 'describedby')),
  title text,
  links text not null,
  pages int[] not null,
  primary key (domain, url)
);
comment on table directory.scoped_files is
  'Further valid files of a site, each for the pages under its path. `via` is the source of the file: the owner or a '
  'page of the site. A line of `links` has title, URL, notes and section, separated by tabs. `pages` has a hash of '
  'each link''s normalized page.';

-- Files of these domains that cover pages, without files of rejected domains.
create function directory.page_sites(domains text[]) returns table (domain text, site jsonb)
language sql stable set search_path = '' as $$
  select d.domain, jsonb_build_object(
    'domain', d.domain,
    'tier', d.tier,
    'verified', d.verified,
    'verified_at', directory.iso_timestamp(p.verified_at),
    'title', p.title,
    'file', case when d.status = 'valid' and d.visibility < 'hidden' then p.llms_txt end,
    'twins', case when d.status = 'valid' and d.visibility < 'hidden' then coalesce(i.twins, '[]') else '[]' end)
  from directory.domains d
  join directory.profiles p on p.domain = d.domain
  left join directory.files i on i.domain = d.domain
  where d.domain = any(domains)
$$;

-- Further valid files of a site, each with the lines that may be the page with this hash. Hide titles and notes of
-- hidden sites.
create function directory.find_scoped_files(site text, hash int) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('url', f.url, 'title', f.title, 'via', f.via, 'lines', (
    select coalesce(jsonb_agg(x.line), '[]') from (
      select split_part(f.links, E'\n', p.place) as line
      from unnest(array_positions(f.pages, hash)) p (place)
      where d.visibility = 'listed' order by p.place limit 20) x)) order by f.url), '[]')
  from directory.scoped_files f
  join directory.domains d on d.domain = f.domain
  join directory.profiles p on p.domain = f.domain
  -- Ignore files that the owner removed from the list, even before the next visit.
  where f.domain = site and d.visibility < 'hidden' and (f.via <> 'nested' or f.url = any(p.nested_llms_txt))
$$;

create function api.find_pages(pages jsonb) returns jsonb
language plpgsql stable set jit = off security definer set search_path = '' as $$
declare
  max_pages constant int := 100;
  max_domains constant int := 10;
begin
  if jsonb_array_length(pages) > max_pages then raise exception 'at most 100 pages' using errcode = 'PT400'; end if;
  return (
    with asked as (
      select p.n, (p.page->>'hash')::int as hash, t.name, t.place
      from jsonb_array_elements(pages) with ordinality p (page, n),
        jsonb_array_elements_text(p.page->'domains') with ordinality t (name, place)
      where t.place <= max_domains
    ), found as (
      select a.n, jsonb_agg(s.site || jsonb_build_object('scoped', directory.find_scoped_files(a.name, a.hash))
        order by a.place) as sites
      from asked a
      join directory.page_sites(array(select k.name from asked k)) s on s.domain = a.name
      group by a.n
    )
    select coalesce(jsonb_agg(coalesce(f.sites, '[]') order by p.n), '[]')
    from jsonb_array_elements(pages) with ordinality p (page, n)
    left join found f on f.n = p.n);
end;
$$;
comment on function api.find_pages is
  'Returns the data of the domains of each page {"domains", "hash"}, in order, with the lines of further files that '
  'may be the page.';

-- schemas/search.sql

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

-- schemas/counters.sql

create table directory.counters (
  counter text collate "C" check (
    counter in (
      'tracked', 'valid', 'pending', 'verified', 'with_llms_full_txt', 'listed', 'unlisted', 'listed by prefix',
      'unlisted by prefix', 'country valid', 'country listed', 'country verified', 'listed with facet'
    )
  ),
  sort_key smallint,
  key text collate "C",
  n int not null,
  primary key (counter, sort_key, key)
)
with (fillfactor = 70);
comment on table directory.counters is
  'Number of domains: in total, at each position of the list order, per tag and country.';

create table directory.counter_changes (
  id bigint generated always as identity primary key,
  counter text collate "C" not null,
  sort_key smallint not null,
  key text collate "C" not null,
  change int not null
);
comment on table directory.counter_changes is
  'Changes of counters by writers that are not yet added up. Inserts never wait.';

create table directory.listed_tags (
  tag text collate "C",
  sort_key smallint,
  domain text collate "C" references directory.domains on delete cascade deferrable initially deferred,
  primary key (tag, sort_key, domain)
);
comment on table directory.listed_tags is 'Listed domains per tag, in list order.';
create index listed_tags_domain on directory.listed_tags (domain);

create view directory.current_counters
with (security_invoker = true)
as
  select c.counter, c.sort_key, c.key, sum(c.n)::int as n
  from
    (
      select counter, sort_key, key, n from directory.counters
      union all
      select counter, sort_key, key, change from directory.counter_changes
    ) as c
  group by c.counter, c.sort_key, c.key;
comment on view directory.current_counters is 'Exact counts, because they include changes that are not yet added up.';

-- Counters of each domain. A rejected domain counts only as tracked. The counters of the list order (domains per sort
-- key, and per first two letters) locate a page without reading earlier pages.
create function directory.counters_of(d directory.domains) returns table (counter text, sort_key smallint, key text)
language plpgsql immutable set search_path = '' as $$
begin
  return query
  select c.counter, c.sort_key::smallint, c.key from (values
      (true, 'tracked', 0, ''),
      (d.visibility < 'hidden' and d.status = 'valid', 'valid', 0, ''),
      (d.visibility < 'hidden' and d.status = 'pending', 'pending', 0, ''),
      (d.visibility < 'hidden' and d.verified, 'verified', 0, ''),
      (d.visibility < 'hidden' and d.llms_full_txt is not null, 'with_llms_full_txt', 0, ''),
      (d.visibility = 'listed', 'listed', d.sort_key, ''),
      (d.visibility = 'unlisted', 'unlisted', d.sort_key, ''),
      (d.visibility = 'listed', 'listed by prefix', d.sort_key, left(d.domain, 2)),
      (d.visibility = 'unlisted', 'unlisted by prefix', d.sort_key, left(d.domain, 2)),
      (d.visibility < 'hidden' and d.status = 'valid', 'country valid', 0, coalesce(d.country, '')),
      (d.visibility = 'listed', 'country listed', 0, coalesce(d.country, '')),
      (d.visibility < 'hidden' and d.verified, 'country verified', 0, coalesce(d.country, ''))
    ) c (counts, counter, sort_key, key)
    where c.counts
  union all
  select 'listed with facet', 0::smallint, f.facet from unnest(d.facets) f (facet) where d.visibility = 'listed';
end;
$$;

-- Adds up the changes. One transaction at a time adds up, and the others skip the work.
create function directory.fold_counter_changes() returns void language plpgsql set search_path = '' as $$
declare
  lock_id constant bigint := 7316001;
begin
  if not pg_try_advisory_xact_lock(lock_id) then return; end if;
  with folded as (delete from directory.counter_changes returning *)
  insert into directory.counters as c (counter, sort_key, key, n)
  select f.counter, f.sort_key, f.key, sum(f.change) from folded f
  group by f.counter, f.sort_key, f.key having sum(f.change) <> 0
  on conflict (counter, sort_key, key) do update set n = c.n + excluded.n;
end;
$$;

create function directory.count_domains() returns trigger language plpgsql set search_path = '' as $$
declare
  -- Most changes until they are added up. A larger number makes the table larger and readers slower.
  changes_per_fold constant int := 250;
  removed directory.domains[];
  added directory.domains[];
  is_full boolean;
begin
  if tg_op = 'INSERT' then
    select array_agg(n) into added from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(o) into removed from old_rows o;
  else
    select array_agg(o), array_agg(n) into removed, added from old_rows o join new_rows n using (domain)
    where (o.status, o.visibility, o.sort_key, o.country, o.tags, o.facets)
      is distinct from (n.status, n.visibility, n.sort_key, n.country, n.tags, n.facets);
  end if;
  if removed is null and added is null then return null; end if;
  with changes as (
    insert into directory.counter_changes (counter, sort_key, key, change)
    select c.counter, c.sort_key, c.key, sum(c.change) from (
        select -1 as change, o.* from unnest(removed) r, directory.counters_of(r) o
        union all
        select 1, n.* from unnest(added) a, directory.counters_of(a) n
      ) c
    group by c.counter, c.sort_key, c.key having sum(c.change) <> 0
    returning id
  )
  select max(c.id) / changes_per_fold > (min(c.id) - 1) / changes_per_fold into is_full from changes c;
  -- Most domains have no tags, because only owners set them.
  if exists (select from unnest(removed || added) d where d.tags <> '{}') then
    delete from directory.listed_tags t using unnest(removed) r
    where r.visibility = 'listed' and t.tag = any(r.tags) and t.sort_key = r.sort_key and t.domain = r.domain;
    insert into directory.listed_tags (tag, sort_key, domain)
    select distinct t.tag, a.sort_key, a.domain from unnest(added) a, unnest(a.tags) t (tag)
    where a.visibility = 'listed';
  end if;
  if is_full then perform directory.fold_counter_changes(); end if;
  return null;
end;
$$;
create trigger count_inserted after insert on directory.domains
referencing new table as new_rows for each statement execute function directory.count_domains();
create trigger count_deleted after delete on directory.domains
referencing old table as old_rows for each statement execute function directory.count_domains();
create trigger count_updated after update on directory.domains
referencing old table as old_rows new table as new_rows for each statement execute function directory.count_domains();

create function directory.refuse_truncate() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'directory.domains is never truncated: its counters would not notice' using errcode = '0A000';
end;
$$;
create trigger refuse_truncate before truncate on directory.domains
for each statement execute function directory.refuse_truncate();

create function api.verify_counters() returns jsonb language sql stable security definer set search_path = '' as $$
  with kept as (
    select c.counter || ' ' || c.sort_key || ' ' || c.key as fact, c.n::bigint as n
    from directory.current_counters c where c.n <> 0
    union all
    select 'listed_tags ' || t.tag || ' ' || t.sort_key || ' ' || t.domain, 1 from directory.listed_tags t
    union all
    select 'search document of ' || s.domain, hashtext(row(s.visibility, s.sort_key, s.facets)::text)
    from directory.search_documents s
  ), found as (
    select c.counter || ' ' || c.sort_key || ' ' || c.key as fact, count(*) as n
    from directory.domains d, directory.counters_of(d) c group by 1
    union all
    select distinct 'listed_tags ' || t.tag || ' ' || d.sort_key || ' ' || d.domain, 1
    from directory.domains d, unnest(d.tags) t (tag) where d.visibility = 'listed'
    union all
    select 'search document of ' || d.domain, hashtext(row(d.visibility, d.sort_key, d.facets)::text)
    from directory.domains d
  )
  select coalesce(jsonb_agg(jsonb_build_object('fact', fact, 'kept', k.n, 'found', f.n) order by fact), '[]')
  from kept k full join found f using (fact) where k.n is distinct from f.n
$$;
comment on function api.verify_counters is
  'Compares all counters kept by triggers with the rows, and returns the differences. Reads the whole directory.';

-- schemas/reads.sql

-- Anyone can call with the publishable key, so no call may cost more than a page of results.
create function directory.require_few(domains text[], most int default 200)
returns void language plpgsql immutable set search_path = '' as $$
begin
  if cardinality(domains) > most then raise exception 'at most % domains', most using errcode = 'PT400'; end if;
end;
$$;

create function api.lookup_domain(domain text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select to_jsonb(r) from directory.records r where r.domain = lookup_domain.domain);
end;
$$;
comment on function api.lookup_domain is 'Returns the record of a domain, or null.';

create function api.lookup_domains(domains text[]) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform directory.require_few(domains, 1000);
  return (select coalesce(json_agg(r), '[]') from directory.records r where r.domain = any(domains));
end;
$$;
comment on function api.lookup_domains is
  'Returns the records of several domains in any order, without untracked domains.';

---------------------------------------------------------------- lists

-- Returns the last sort key of verified domains or of all domains.
create function directory.max_sort_key(verified boolean) returns smallint
language sql immutable set search_path = '' as $$
  select directory.sort_key(verified, null)
$$;

create function directory.page_size(per_page int) returns int language sql immutable set search_path = '' as $$
  select least(greatest(per_page, 1), 100)
$$;

create function directory.rows_before(page int, per_page int) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  if page < 1 then raise exception 'page counts from 1' using errcode = 'PT400'; end if;
  return (page::bigint - 1) * directory.page_size(per_page);
end;
$$;

-- Page as returned: the records of `page` in order. Use json, because jsonb takes twice the time.
create function directory.listing(total bigint, total_is_estimate boolean, page text[])
returns json language plpgsql stable set search_path = '' as $$
begin
  return format('{"total":%s,"total_is_estimate":%s,"results":[%s]}', total, total_is_estimate::text, (
    select string_agg(row_to_json(r)::text, ',' order by p.place)
    from unnest(page) with ordinality p (domain, place) join directory.records r on r.domain = p.domain))::json;
end;
$$;

-- Counters locate the sort key and the first two letters of a page, so that few rows are skipped at any depth.
create function api.list_domains(page int, per_page int, include_unlisted boolean, verified boolean)
returns json language plpgsql stable security definer set search_path = '' as $$
declare
  max_visibility directory.visibility := case when include_unlisted then 'unlisted' else 'listed' end;
  max_sort_key smallint := directory.max_sort_key(verified);
  skip bigint := directory.rows_before(page, per_page);
  start record;
  keys text[];
begin
  select * into start from directory.start_of_page(skip, max_visibility, max_sort_key);
  if skip < start.total then
    keys := directory.read_order(start.sort_key, start.prefix, max_visibility, max_sort_key, skip - start.before,
      least(directory.page_size(per_page), start.total - skip));
  end if;
  return directory.listing(start.total, false, keys);
end;
$$;
comment on function api.list_domains is 'Returns a page of all listed domains, in list order.';

-- Returns the number of domains in a list, the sort key and prefix of the first domain after `skip` domains, and the
-- number of domains before that prefix.
create function directory.start_of_page(
  skip bigint, max_visibility directory.visibility, max_sort_key smallint,
  out total bigint, out sort_key smallint, out prefix text, out before bigint)
language plpgsql stable set search_path = '' as $$
begin
  select coalesce(max(k.so_far), 0), min(k.sort_key) filter (where k.so_far > skip),
    coalesce(max(k.so_far) filter (where k.so_far <= skip), 0)
  into total, sort_key, before from (
    select c.sort_key, sum(sum(c.n)) over (order by c.sort_key) as so_far
    from directory.current_counters c
    where c.counter in ('listed', case max_visibility when 'unlisted' then 'unlisted' end)
      and c.sort_key <= max_sort_key
    group by c.sort_key) k;
  select min(x.key) filter (where start_of_page.before + x.so_far > skip),
    start_of_page.before + coalesce(max(x.so_far) filter (where start_of_page.before + x.so_far <= skip), 0)
  into prefix, before from (
    select c.key, sum(sum(c.n)) over (order by c.key) as so_far
    from directory.current_counters c
    where c.counter in ('listed by prefix', case max_visibility when 'unlisted' then 'unlisted by prefix' end)
      and c.sort_key = start_of_page.sort_key
    group by c.key) x;
end;
$$;

-- Domains of the list order from a position. Plan each call, because the best plan depends on the skipped rows.
create function directory.read_order(
  sort_key smallint, prefix text, max_visibility directory.visibility, max_sort_key smallint, skip bigint, size bigint)
returns text[] language plpgsql stable set plan_cache_mode = force_custom_plan set search_path = '' as $$
begin
  return array(
    select d.domain from directory.domains d
    where d.visibility < 'hidden' and d.visibility <= max_visibility
      and (d.sort_key, d.domain) >= (read_order.sort_key, prefix) and d.sort_key <= max_sort_key
    order by d.sort_key, d.domain limit size offset skip);
end;
$$;

---------------------------------------------------------------- the directory as a whole

create function api.get_stats() returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(s) from (
    select
      coalesce(sum(c.n) filter (where c.counter = 'tracked'), 0) as domains_tracked,
      coalesce(sum(c.n) filter (where c.counter = 'valid'), 0) as valid_llms_txt,
      coalesce(sum(c.n) filter (where c.counter = 'listed'), 0) as listed,
      coalesce(sum(c.n) filter (where c.counter = 'verified'), 0) as verified,
      coalesce(sum(c.n) filter (where c.counter = 'with_llms_full_txt'), 0) as with_llms_full_txt,
      coalesce(sum(c.n) filter (where c.counter = 'pending'), 0) as pending,
      directory.iso_timestamp((
        select k.last_checked from directory.crawl k
        where k.last_checked is not null order by k.last_checked desc limit 1)) as last_checked
    from directory.current_counters c
    where c.counter in ('tracked', 'valid', 'listed', 'verified', 'with_llms_full_txt', 'pending')) s
$$;
comment on function api.get_stats is 'Returns the numbers of domains by kind, and the time of the last visit.';

create function api.count_countries() returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(c order by c.country nulls first), '[]') from (
    select nullif(k.key, '') as country,
      coalesce(sum(k.n) filter (where k.counter = 'country valid'), 0) as valid,
      coalesce(sum(k.n) filter (where k.counter = 'country listed'), 0) as listed,
      coalesce(sum(k.n) filter (where k.counter = 'country verified'), 0) as verified
    from directory.current_counters k
    where k.counter in ('country valid', 'country listed', 'country verified') and k.n <> 0 group by k.key) c
$$;
comment on function api.count_countries is 'Returns the numbers of domains per country.';

---------------------------------------------------------------- one domain

-- Latest points of the score history, oldest first.
create function directory.list_score_points(site text, max_rows int) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(p order by p.at), '[]') from (
    select directory.iso_timestamp(h.at) as at, h.status, h.authority, h.score_version,
      h.reach, h.trust, h.quality, h.freshness
    from directory.score_history h where h.domain = site order by h.day desc limit max_rows) p
$$;

-- Six similar listed domains: domains of the first topic first, then by shared rare words and tags. Ignore words of
-- more than 100 sites. Compare the best sites of a tag and the topic. Without the topic, require five words or a tag.
create function directory.list_similar(site text, topic text, tags text[]) returns jsonb language sql stable
set enable_seqscan = off set jit = off set search_path = '' as $$
  with own as materialized (
    select m.domains, 1 / ln(1 + cardinality(m.domains)) as weight
    from directory.search_documents s, unnest(s.words) w (lexeme, places, weights),
      -- Read one more than allowed, to detect too many.
      lateral (
        select array(
          select k.domain from directory.search_documents k
          where k.visibility = 'listed' and k.words @@ quote_literal(w.lexeme)::tsquery limit 101) as domains) m
    where s.domain = site and s.visibility < 'hidden' and w.lexeme like '=%'
      and cardinality(m.domains) between 2 and 100
    order by cardinality(m.domains), w.lexeme limit 12
  ), candidates as materialized (
    select m.domain, o.weight, 1 as words from own o, unnest(o.domains) m (domain)
    union all
    select l.domain, 1, 5 from unnest(list_similar.tags) t (tag),
      lateral (select l.domain from directory.listed_tags l where l.tag = t.tag order by l.sort_key, l.domain limit 7) l
    union all
    select m.domain, 0, 0 from (
      select d.domain from directory.domains d
      where d.visibility < 'hidden' and d.visibility = 'listed' and d.facets @> array[list_similar.topic]
      order by d.sort_key, d.domain limit 20) m
  ), best as (
    select d.domain, d.authority, row_number() over (
        order by list_similar.topic = any(d.topics) is true desc, sum(c.weight) desc, d.sort_key, d.domain) as place
    from candidates c join directory.domains d on d.domain = c.domain
    where d.visibility = 'listed' and d.domain <> site
    group by d.domain
    having list_similar.topic = any(d.topics) or sum(c.words) >= 5
    order by place limit 6
  )
  select coalesce(jsonb_agg(jsonb_build_object('domain', b.domain, 'title', p.title, 'authority', b.authority)
    order by b.place), '[]')
  from best b join directory.profiles p on p.domain = b.domain
$$;

create function api.get_text(domain text) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('hash', t.hash, 'text', directory.text_of(t)) from directory.domains d
  join directory.files i on i.domain = d.domain
  join directory.texts t on t.hash = i.text_hash
  where d.domain = get_text.domain and d.visibility = 'listed'
$$;
comment on function api.get_text is 'Returns the packed text of a listed site, or null. Hidden data stays hidden.';

-- schemas/facets.sql

-- Keys in domains.facets of a list filter.
create function directory.facet_keys(filter jsonb) returns text[] language sql immutable set search_path = '' as $$
  select array_remove(array[filter->>'topic', 'country:' || (filter->>'country'),
    'language:' || (filter->>'language'), 'size:' || (filter->>'size'),
    'generator:' || (filter->>'generator'),
    case when (filter->>'has_full')::boolean then 'has:full' end,
    case when (filter->>'has_markdown')::boolean then 'has:markdown' end, 'tier:' || (filter->>'tier')], null)
$$;

-- Number of sites with the facet of this key.
create function directory.facet_count(key text, n bigint) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('facet', case when key like '%:%' then split_part(key, ':', 1) else 'topic' end,
    'value', case when key like '%:%' then split_part(key, ':', 2) else key end, 'listed', n)
$$;

create function api.count_facets() returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(directory.facet_count(c.key, c.n) order by c.n desc, c.key), '[]')
  from directory.current_counters c where c.counter = 'listed with facet' and c.n > 0
$$;
comment on function api.count_facets is 'Returns the number of listed sites per facet, largest first.';

-- Number of domains in a filtered list. The number is stored for all listed domains and for one facet. Other
-- filters are counted up to max_counted + 1.
create function directory.count_filtered(
  keys text[], max_visibility directory.visibility, max_sort_key smallint, max_counted bigint)
returns bigint language plpgsql stable set plan_cache_mode = force_custom_plan set search_path = '' as $$
begin
  if cardinality(keys) = 0 then
    return (directory.start_of_page(0, max_visibility, max_sort_key)).total;
  elsif cardinality(keys) = 1 and max_visibility = 'listed' and max_sort_key = directory.max_sort_key(false) then
    return (select coalesce(sum(c.n), 0) from directory.current_counters c
      where c.counter = 'listed with facet' and c.sort_key = 0 and c.key = keys[1]);
  end if;
  return (select count(*) from (
    select from directory.domains d
    where d.visibility < 'hidden' and d.visibility <= max_visibility and d.sort_key <= max_sort_key and d.facets @> keys
    limit max_counted + 1) f);
end;
$$;

-- Sort few matches. For many matches, read the order from its index until the page is full.
create function api.list_filtered(
  filter jsonb, sort text, page int, per_page int, include_unlisted boolean, verified boolean)
returns json language plpgsql stable set jit = off security definer set search_path = '' as $$
declare
  max_reached constant bigint := 10000;
  keys text[] := directory.facet_keys(filter);
  max_visibility directory.visibility := case when include_unlisted then 'unlisted' else 'listed' end;
  max_sort_key smallint := directory.max_sort_key(verified);
  skip bigint := least(directory.rows_before(page, per_page), max_reached);
  size bigint := least(directory.page_size(per_page), max_reached - skip);
  total bigint := directory.count_filtered(keys, max_visibility, max_sort_key, max_reached);
  is_kept boolean := cardinality(keys) = 0 or cardinality(keys) = 1 and not include_unlisted and not verified;
  tracked bigint := (select sum(c.n) from directory.current_counters c where c.counter = 'tracked');
  place text := case sort
    when 'newest' then 'p.first_seen desc'
    when 'changed' then 'c.content_changed_at desc nulls last'
    when 'quality' then 'd.quality desc nulls last'
    else 'd.sort_key' end;
  found text[] := '{}';
begin
  if skip < total and size > 0 then
    execute format(
      'with matching as %s (
        select d.domain, d.sort_key, d.quality from directory.domains d
        where d.visibility < ''hidden'' and d.visibility <= %L and d.sort_key <= %s and d.facets @> %L)
      select array(select d.domain from matching d %s order by %s, d.domain limit %s offset %s)',
      -- The read part of the index grows with the page and with the rarity of matches.
      case when (skip + size) * tracked > total * total then 'materialized'
        else 'not materialized' end,
      max_visibility, max_sort_key, keys,
      case sort when 'newest' then 'join directory.profiles p on p.domain = d.domain'
        when 'changed' then 'join directory.crawl c on c.domain = d.domain' else '' end,
      place, size, skip)
    into found;
  end if;
  return directory.listing(least(total, case when is_kept then total else max_reached end),
    not is_kept and total > max_reached, found);
end;
$$;
comment on function api.list_filtered is
  'Returns a page of a filtered or sorted list. The first 10,000 sites are reachable. For several facets, the total '
  'ends at 10,000.';

-- schemas/instance.sql

create table directory.instance (
  one boolean primary key default true check (one),
  id uuid not null default gen_random_uuid(),
  -- Generation of domains without a key. A restore increases the generation, because the copy may lack issued keys.
  first_generation int not null default 0,
  -- BASE_URL of the last server. Null before the first.
  served_url text
);
comment on table directory.instance is
  'Identity of this database. A cursor of another database starts from the beginning.';
insert into directory.instance default values;

create function api.get_served_url() returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(to_jsonb(i.served_url), 'null') from directory.instance i
$$;
comment on function api.get_served_url is 'Returns the BASE_URL of the last server, or null.';

create function api.set_served_url(url text) returns jsonb language sql security definer set search_path = '' as $$
  update directory.instance i set served_url = url returning to_jsonb(i.served_url)
$$;
comment on function api.set_served_url is 'Stores the BASE_URL of a server that starts.';

-- PL/pgSQL, because the record does not exist when the first migration creates this function.
create function api.get_schema_version() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select to_jsonb(max(m.version)) from supabase_migrations.schema_migrations m);
end;
$$;
comment on function api.get_schema_version is
  'Returns the version of the last migration, as recorded by the Supabase CLI.';

-- schemas/changes.sql

-- The change log has one row per domain, stamped with the last changing transaction. Reads stop before the oldest
-- running transaction, so that later commits never get a place before rows that were read. An open transaction delays
-- all readers.

-- Rows have the transaction id and are read below the oldest running transaction, so that readers miss no commit. No
-- foreign key, because a removed domain stays here until its page is deleted.
create table directory.changes (
  domain text collate "C" primary key,
  -- Stamp of the last change of the page. A visit without changes does not count.
  stamp xid8 not null,
  removed boolean not null default false,
  -- Stamp of the last change of record or text, for followers.
  told xid8 not null,
  at timestamptz(3) not null default clock_timestamp(),
  -- True if lists show the domain, with the stamp at which that started. A reader that stopped before this stamp does
  -- not have the domain.
  shown boolean not null default false,
  added xid8 not null default '0'
)
with (fillfactor = 80);
comment on table directory.changes is 'Change log for builds and followers.';
create index changes_stamp on directory.changes (stamp, domain);
create index changes_told on directory.changes (told, domain);
create index changes_at on directory.changes (at);

-- Marks these domains as changed for builds, and with `told` also for followers of the change log. Call this
-- function after the change, in the same transaction.
create function directory.stamp_changes(domains text[], removed boolean default false, told boolean default true)
returns void language plpgsql set search_path = '' as $$
begin
  insert into directory.changes as c (domain, stamp, removed, told, at, shown, added)
  select n.domain, pg_current_xact_id(), stamp_changes.removed, pg_current_xact_id(), clock_timestamp(), n.shown,
    case when n.shown then pg_current_xact_id() else '0' end
  from (
    select distinct u.domain, coalesce(d.visibility < 'hidden', false) as shown
    from unnest(domains) u (domain) left join directory.domains d on d.domain = u.domain) n
  order by n.domain
  on conflict (domain) do update set stamp = excluded.stamp, removed = excluded.removed,
    told = case when stamp_changes.told then excluded.told else c.told end,
    at = case when stamp_changes.told then excluded.at else c.at end, shown = excluded.shown,
    added = case when excluded.shown and not c.shown then excluded.stamp else c.added end;
end;
$$;

create function directory.stamp_removed() returns trigger language plpgsql set search_path = '' as $$
begin
  perform directory.stamp_changes(array(select o.domain from old_rows o), true);
  return null;
end;
$$;
create trigger stamp_removed after delete on directory.domains
referencing old table as old_rows for each statement execute function directory.stamp_removed();

-- Stamps from the future mean that the tables came from a database with other transaction ids, by pg_restore for
-- example. Runs renew stamps from the future, so that builds and followers read every row again.
create function directory.renew_stamps() returns void language plpgsql set search_path = '' as $$
begin
  if exists (
    select from directory.changes c
    where c.stamp >= pg_snapshot_xmax(pg_current_snapshot())
      and c.stamp is distinct from pg_current_xact_id_if_assigned()
  ) then
    update directory.changes c set stamp = '3', told = '3', added = '3';
    update directory.instance set id = gen_random_uuid();
  end if;
end;
$$;

-- Position of a cursor (`<instance>.<stamp>.<domain>`) in the log. A cursor of another database, or of a state later
-- than the restored copy, is unknown and comes before everything.
create function directory.find_change_cursor(
  after text, horizon xid8, out instance text, out stamp xid8, out domain text, out is_known boolean)
language plpgsql stable set search_path = '' as $$
begin
  select i.id into instance from directory.instance i;
  stamp := '0';
  domain := '';
  is_known := false;
  if after ~ ('^' || instance || '\.\d{1,19}\.') and split_part(after, '.', 2)::xid8 < horizon then
    stamp := split_part(after, '.', 2);
    domain := substring(after from '^[^.]*\.[^.]*\.(.*)$');
    is_known := true;
  end if;
end;
$$;

create function api.list_changes(after text, max_rows int) returns jsonb language plpgsql stable
set plan_cache_mode = force_custom_plan security definer set search_path = '' as $$
declare
  horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
  start record;
  size int := least(greatest(max_rows, 1), 1000);
  changes jsonb;
  last jsonb;
begin
  select * into start from directory.find_change_cursor(after, horizon);
  select coalesce(jsonb_agg(x), '[]') into changes from (
    select c.domain, lpad(c.stamp::text, 20, '0') as revision, d.tier, c.removed
    from directory.changes c left join directory.domains d on d.domain = c.domain
    where (c.stamp, c.domain) > (start.stamp, start.domain) and c.stamp < horizon
    order by c.stamp, c.domain limit size) x;
  last := changes->-1;
  return jsonb_build_object('changes', changes, 'more', jsonb_array_length(changes) = size, 'cursor', concat_ws('.',
    start.instance, coalesce(ltrim(last->>'revision', '0'), start.stamp::text),
    coalesce(last->>'domain', start.domain)));
end;
$$;
comment on function api.list_changes is
  'Lists the domains that changed after a cursor, for builds. An unknown cursor starts from the beginning.';

-- First position in the log with a change at or after a time, or the end.
create function directory.find_change_time(since timestamptz, horizon xid8, out stamp xid8, out domain text)
language plpgsql stable set search_path = '' as $$
begin
  select c.told, '' into stamp, domain from directory.changes c
  where c.at >= since and c.told < horizon order by c.told limit 1;
  if not found then
    select c.told, c.domain into stamp, domain from directory.changes c
    where c.told < horizon order by c.told desc, c.domain desc limit 1;
  end if;
end;
$$;

create function api.get_last_change() returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(directory.iso_timestamp(max(c.at))) from directory.changes c
$$;
comment on function api.get_last_change is
  'Returns the time of the last change for followers, or null if the log is empty.';

create function api.read_changes(after text, since timestamptz, max_rows int) returns jsonb language plpgsql stable
set plan_cache_mode = force_custom_plan security definer set search_path = '' as $$
declare
  horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
  start record;
  first_stamp xid8;
  first_domain text;
  size int := least(greatest(max_rows, 1), 1000);
  changes jsonb;
  last jsonb;
begin
  select * into start from directory.find_change_cursor(after, horizon);
  first_stamp := start.stamp;
  first_domain := start.domain;
  if since is not null then
    select coalesce(f.stamp, '0'), coalesce(f.domain, '') into first_stamp, first_domain
    from directory.find_change_time(since, horizon) f;
  end if;
  select coalesce(jsonb_agg(x), '[]') into changes from (
    select lpad(c.told::text, 20, '0') || '.' || c.domain as seq, directory.iso_timestamp(c.at) as at, c.domain,
      case when r.domain is null then 'removed'
        when (c.added, c.domain) > (first_stamp, first_domain) then 'added' else 'changed' end as kind,
      to_jsonb(r) as record
    from (
      select k.* from directory.changes k
      where (k.told, k.domain) > (first_stamp, first_domain) and k.told < horizon
      order by k.told, k.domain limit size) c
    left join directory.domains d on d.domain = c.domain and d.visibility < 'hidden'
    left join directory.records r on r.domain = d.domain
    order by c.told, c.domain) x;
  last := changes->-1;
  return jsonb_build_object('changes', changes, 'more', jsonb_array_length(changes) = size,
    'restarted', after is not null and not start.is_known,
    'cursor', concat_ws('.', start.instance, coalesce(ltrim(split_part(last->>'seq', '.', 1), '0'), first_stamp::text),
      coalesce(last->>'domain', first_domain)));
end;
$$;
comment on function api.read_changes is
  'Returns changes with current records: after a cursor, since a time (inclusive), or from the beginning. Hidden '
  'domains count as removed. A new `last_checked` alone is not a change.';

create function api.read_sites(after text, max_rows int, domains text[] default null)
returns jsonb language plpgsql stable
set plan_cache_mode = force_custom_plan security definer set search_path = '' as $$
declare
  size int := least(greatest(max_rows, 1), 1000);
begin
  return (
    with page as materialized (
      select d.domain from directory.domains d
      where d.domain > coalesce(read_sites.after, '') and d.visibility < 'hidden'
        and (read_sites.domains is null or d.domain = any(read_sites.domains))
      order by d.domain limit size
    ), sites as (
      select p.domain, to_jsonb(r) as record, coalesce(c.failure->>'kind' = 'blocked', false) as blocked
      from page p
      join directory.records r on r.domain = p.domain
      join directory.crawl c on c.domain = p.domain
    )
    select jsonb_build_object('more', count(*) = size, 'sites',
      coalesce(jsonb_agg(to_jsonb(s) - 'domain' order by s.domain), '[]'))
    from sites s);
end;
$$;
comment on function api.read_sites is
  'Lists visible sites by name, each with its record and whether it refused the last visit. If `domains` is given, '
  'returns only these. A copy of the whole directory starts with these pages and continues with the change log.';

create function api.list_last_visits(after text, max_rows int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_array(v.domain, directory.iso_timestamp(v.last_checked), v.refused) order by v.domain), '[]')
  from (
    select d.domain, c.last_checked, coalesce(c.failure->>'kind' = 'blocked', false) as refused
    from directory.domains d join directory.crawl c on c.domain = d.domain
    where d.domain > coalesce(list_last_visits.after, '') and d.visibility < 'hidden'
    order by d.domain limit least(greatest(max_rows, 1), 10000)) v
$$;
comment on function api.list_last_visits is
  'Lists the last visit of each visible site by name: [domain, time, refused]. The change log does not contain it.';

-- schemas/ranks.sql

create table directory.rank_list (
  one boolean primary key default true check (one),
  entries int not null default 0
);
comment on table directory.rank_list is 'Length of the list of domain ranks. The list itself is not stored.';
insert into directory.rank_list default values;

create function api.list_ranks(after text, max_rows int) returns jsonb
language sql stable security definer set search_path = '' as $$
  with page as materialized (
    select d.domain, d.rank from directory.domains d
    where d.domain > coalesce(after, '') order by d.domain limit max_rows
  )
  select jsonb_build_object('entries', (select l.entries from directory.rank_list l),
    'cursor', case when count(*) = max_rows then max(p.domain) end,
    'ranks', coalesce(jsonb_agg(jsonb_build_array(p.domain, p.rank) order by p.domain), '[]'))
  from page p
$$;
comment on function api.list_ranks is
  'Returns the ranks of the next tracked domains by name, and the number of entries of the rank list.';

create function api.list_score_bases(domains text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('domain', d.domain, 'basis', directory.score_basis(d))), '[]')
  from directory.domains d where d.domain = any(domains)
$$;
comment on function api.list_score_bases is 'Returns the score inputs of these domains.';

create function api.set_rank_list(entries int) returns jsonb
language sql security definer set search_path = '' as $$
  update directory.rank_list l set entries = set_rank_list.entries returning to_jsonb(l.entries)
$$;
comment on function api.set_rank_list is 'Records the length of a new rank list.';

create function api.write_ranks(ranked jsonb, at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
  rescored text[];
begin
  with given as (
    select x.*, d.reach as old_reach, d.authority as old_authority
    from jsonb_to_recordset(ranked)
      x (domain text, rank int, reach smallint, authority smallint, tier text, basis jsonb)
    join directory.domains d on d.domain = x.domain and directory.score_basis(d) = x.basis
    order by d.domain for update of d
  ), written as (
    update directory.domains d
    set rank = g.rank, reach = g.reach, authority = g.authority, tier = g.tier, edits = d.edits + 1
    from given g where d.domain = g.domain
    returning d.domain, (g.old_reach, g.old_authority) is distinct from (d.reach, d.authority) as is_rescored
  )
  select coalesce(array_agg(w.domain), '{}'), array_agg(w.domain) filter (where w.is_rescored) into changed, rescored
  from written w;
  perform directory.write_score_point(d.domain, at, to_jsonb(d))
  from directory.domains d where d.domain = any(rescored);
  perform directory.reschedule(changed, null);
  perform directory.stamp_changes(changed);
  return to_jsonb(cardinality(changed));
end;
$$;
comment on function api.write_ranks is
  'Writes ranks and the resulting scores. Skips rows changed in the meantime, which the next run finds.';

-- schemas/registrations.sql

create table directory.registrations (
  name text collate "C" primary key,
  registered_at timestamptz(3),
  -- Time of the next lookup. 'infinity' if the date is known. A lookup leases the row.
  due_at timestamptz(3) not null
);
comment on table directory.registrations is
  'Registration dates from registries, once per registrable name such as example.co.uk.';

create function api.list_unregistered(after text, max_rows int, at timestamptz default now())
returns jsonb
language plpgsql stable set plan_cache_mode = force_custom_plan security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(x.domain order by x.domain), '[]') from (
    select d.domain from directory.domains d join directory.crawl c on c.domain = d.domain
    where d.status = 'valid' and d.registered_at is null and d.visibility < 'hidden' and d.domain > coalesce(after, '')
      and coalesce(c.registration_due_at, '-infinity') <= at
    order by d.domain limit least(greatest(max_rows, 0), 1000)) x);
end;
$$;
comment on function api.list_unregistered is
  'Lists valid domains with an unknown registration that may be looked up, by name.';

create function api.lease_registrations(names text[], at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  taken text[];
begin
  with due as (
    insert into directory.registrations as r (name, due_at)
    select distinct n.name, at + interval '15 minutes' from unnest(names) n (name) order by 1
    on conflict (name) do update set due_at = excluded.due_at where r.due_at <= at
    returning r.name
  )
  select coalesce(array_agg(d.name), '{}') into taken from due d;
  return (
    select coalesce(jsonb_agg(x order by x.name), '[]') from (
      select r.name, directory.iso_timestamp(r.registered_at) as registered_at,
        directory.iso_timestamp(nullif(r.due_at, 'infinity')) as due_at, r.name = any(taken) as ask
      from directory.registrations r where r.name = any(names)) x);
end;
$$;
comment on function api.lease_registrations is
  'Returns the registration date of each name, or a lease of 15 minutes to query the registry.';

create function api.set_registration(name text, domains text[], registered_at timestamptz, due_at timestamptz)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  next_lookup timestamptz := coalesce(due_at, 'infinity');
  changed text[];
begin
  insert into directory.registrations as r (name, registered_at, due_at)
  values (set_registration.name, set_registration.registered_at, next_lookup)
  on conflict on constraint registrations_pkey do update set
    registered_at = coalesce(excluded.registered_at, r.registered_at), due_at = excluded.due_at;
  with differing as (
    select d.domain from directory.domains d
    where d.domain = any(domains) and set_registration.registered_at is not null
      and d.registered_at is distinct from set_registration.registered_at
    order by d.domain for update
  ), edited as (
    update directory.domains d set registered_at = set_registration.registered_at, edits = d.edits + 1
    from differing f where d.domain = f.domain returning d.domain
  )
  select coalesce(array_agg(e.domain), '{}') into changed from edited e;
  update directory.crawl c set registration_due_at = next_lookup where c.domain = any(domains);
  perform directory.stamp_changes(changed);
  return to_jsonb(cardinality(changed));
end;
$$;
comment on function api.set_registration is
  'Stores a registry''s answer for all tracked domains of a name. The next visit computes trust.';

-- schemas/queue.sql

-- State of a domain as JSON. `ruling` is a member only during a decision.
create function directory.state_as_json(s directory.states) returns jsonb language sql stable set search_path = '' as $$
  select to_jsonb(s) - case when s.ruling is null then 'ruling' else '' end
$$;

-- Order of due domains: verified, changing at least daily, popular, new, then all other domains.
create function directory.visit_priority(verified boolean, interval_ms bigint, rank int, last_checked timestamptz)
returns smallint language plpgsql immutable set search_path = '' as $$
begin
  return case
    when verified then 0
    when interval_ms <= 86400000 then 1
    when rank <= 100000 then 2
    when last_checked is null then 3
    else 4
    end;
end;
$$;

-- Updates the priorities of these domains. `due` is the latest due time, or null to keep it.
create function directory.reschedule(domains text[], due timestamptz) returns void
language sql set search_path = '' as $$
  update directory.crawl c
  set priority = directory.visit_priority(d.verified, c.interval_ms, d.rank, c.last_checked),
    due_at = case when c.lease is null then least(c.due_at, due) else c.due_at end
  from directory.domains d where c.domain = any(domains) and d.domain = c.domain
    and (c.priority <> directory.visit_priority(d.verified, c.interval_ms, d.rank, c.last_checked) or due is not null)
$$;

-- A domain that may not be visited is never due.
create function directory.keep_forbidden_unscheduled() returns trigger language plpgsql set search_path = '' as $$
begin
  new.due_at := 'infinity';
  return new;
end;
$$;
create trigger keep_forbidden_unscheduled before update on directory.crawl
for each row when (new.forbidden and new.lease is null and new.due_at < 'infinity')
execute function directory.keep_forbidden_unscheduled();

create function api.track_domains(
  domains text[], network text default null, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  names text[] := array(select distinct n.name collate "C" from unnest(domains) n (name) order by 1);
  added text[];
begin
  with tracked as (
    insert into directory.domains (domain) select n.name from unnest(names) n (name)
    on conflict (domain) do nothing returning domain
  ), described as (
    insert into directory.profiles (domain, first_seen) select a.domain, at from tracked a
  ), registered as (
    insert into directory.registrants (domain, network, at) select a.domain, track_domains.network, track_domains.at
    from tracked a where track_domains.network is not null
  ), queued as (
    insert into directory.crawl (domain, due_at, priority)
    select a.domain, at, directory.visit_priority(false, null, null, null) from tracked a
  )
  select coalesce(array_agg(a.domain), '{}') into added from tracked a;
  perform directory.stamp_changes(added);
  return jsonb_build_object('added', cardinality(added), 'known', cardinality(names) - cardinality(added));
end;
$$;
comment on function api.track_domains is 'Adds domains. `network` is the registering network, or null for an import.';

create function api.lease_domains(
  run text, worker text, max_rows int, lease_ms bigint, only_domains text[] default null,
  only_due boolean default false, at timestamptz default now())
returns jsonb language plpgsql set plan_cache_mode = force_custom_plan security definer set search_path = '' as $$
declare
  max_attempts constant int := 5;
  size int := least(greatest(max_rows, 0), 1000);
  picked text[] := '{}';
begin
  update directory.runs r set seen_at = greatest(r.seen_at, at) where r.id = lease_domains.run;
  if not found then raise exception 'run % is not open', lease_domains.run using errcode = 'PT404'; end if;
  perform directory.close_abandoned_runs(at);
  if only_domains is not null then
    picked := array(
      select c.domain from directory.crawl c
      where c.domain = any(only_domains) and (c.due_at <= at or (c.lease is null and not only_due))
      order by c.domain limit size for update skip locked);
  end if;
  for class in 0..4 loop
    exit when only_domains is not null or cardinality(picked) >= size;
    with worn_out as materialized (
      select k.domain from directory.crawl k
      where k.priority = class and k.due_at <= at and k.attempts >= max_attempts
      order by k.due_at limit size for update skip locked)
    update directory.crawl c set lease = null, attempts = 0, quarantined_at = at, due_at = at + interval '1 day'
    from worn_out w where c.domain = w.domain;
    picked := picked || array(
      select c.domain from directory.crawl c
      where c.priority = class and c.due_at <= at and c.attempts < max_attempts
      order by c.due_at limit size - cardinality(picked) for update skip locked);
  end loop;
  update directory.crawl c
  set lease = gen_random_uuid(), lease_edits = d.edits, run = lease_domains.run, worker = lease_domains.worker,
    attempts = case when c.attempts >= max_attempts then 1 else c.attempts + 1 end,
    due_at = at + make_interval(secs => lease_ms / 1000.0)
  from directory.domains d where c.domain = any(picked) and d.domain = c.domain;
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('state', directory.state_as_json(s), 'lease', c.lease, 'attempts', c.attempts)
      order by p.place), '[]')
    from unnest(picked) with ordinality p (domain, place)
    join directory.crawl c on c.domain = p.domain
    join directory.states s on s.domain = p.domain);
end;
$$;
comment on function api.lease_domains is
  'Leases due domains, highest priority first. With only_domains, leases these if they are free, due or not. With '
  'only_due, leases only due domains. A domain that five workers in a row did not return rests for a day, because it '
  'may kill them.';

create function api.extend_leases(leases uuid[], lease_ms bigint, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  extended int;
begin
  with kept as (
    select k.domain from directory.crawl k where k.lease = any(leases) and k.due_at < 'infinity'
    order by k.domain for update
  ), extended as (
    update directory.crawl c set due_at = at + make_interval(secs => lease_ms / 1000.0)
    from kept k where c.domain = k.domain returning c.run
  ), seen as (
    update directory.runs r set seen_at = at where r.id in (select e.run from extended e) and r.seen_at < at
  )
  select count(*) into extended from extended e;
  return to_jsonb(extended);
end;
$$;
comment on function api.extend_leases is 'Extends leases of a running worker, and returns their number.';

create function api.release_lease(lease uuid, due_at timestamptz) returns jsonb
language sql security definer set search_path = '' as $$
  with released as (
    update directory.crawl c set lease = null, due_at = release_lease.due_at, attempts = greatest(c.attempts - 1, 0)
    where c.lease = release_lease.lease and c.due_at < 'infinity' returning 1
  )
  select to_jsonb(exists (select from released))
$$;
comment on function api.release_lease is 'Ends a lease without a visit. Returns false if the lease has ended.';

create function api.get_planned_visit(domain text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('state', directory.state_as_json(s),
    'due_at', directory.iso_timestamp(nullif(c.due_at, 'infinity')),
    'worker', case when c.lease is not null then c.worker end)
  from directory.crawl c join directory.states s on s.domain = c.domain
  where c.domain = get_planned_visit.domain
$$;
comment on function api.get_planned_visit is
  'Returns the next visit of a domain, with its initial state. While the domain is leased, due_at is the end of the '
  'lease.';

create function api.count_due(at timestamptz default now()) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(count(*)) from directory.crawl c where c.priority between 0 and 4 and c.due_at <= at
$$;
comment on function api.count_due is 'Returns the number of due domains.';

create function api.request_visits(domains text[], at timestamptz default now()) returns jsonb
language sql security definer set search_path = '' as $$
  with requested as (
    select k.domain from directory.crawl k where k.domain = any(domains) order by k.domain for update
  ), written as (
    update directory.crawl c set requested_at = at from requested r where c.domain = r.domain returning 1
  )
  select to_jsonb(count(*)) from written
$$;
comment on function api.request_visits is 'Requests early visits of these domains.';

create function api.list_requested_visits(max_rows int, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  with visited as materialized (
    select k.domain from directory.crawl k where k.requested_at <= k.last_checked
    order by k.domain limit 1000 for update skip locked
  )
  update directory.crawl c set requested_at = null from visited v where c.domain = v.domain;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('domain', r.domain, 'network', r.network)
      order by r.place, r.requested_at, r.domain), '[]') from (
      select k.domain, k.requested_at, n.network, row_number() over (
        partition by coalesce(n.network, k.domain) order by k.requested_at, k.domain) as place
      from directory.crawl k left join directory.registrants n on n.domain = k.domain
      where k.requested_at is not null and k.requested_at > coalesce(k.last_checked, '-infinity')
        and k.due_at <= list_requested_visits.at
      order by place, k.requested_at, k.domain limit least(greatest(max_rows, 0), 1000)) r);
end;
$$;
comment on function api.list_requested_visits is
  'Lists due, unleased, requested visits with the registering network. The oldest request of each network comes '
  'first, then the second. Deletes requests of domains visited in the meantime.';

-- schemas/runs.sql

create table directory.runs (
  id text primary key check (length(id) between 1 and 100),
  kind text not null check (kind in ('scheduled', 'on-demand')),
  opened_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  verdict text check (verdict in ('sound', 'broken', 'abandoned')),
  settled_at timestamptz(3),
  visited int not null default 0,
  fine int not null default 0,
  failed int not null default 0,
  settled int not null default 0
);
comment on table directory.runs is 'Runs of the crawler. A settled run has a verdict on its failures.';
create index runs_open on directory.runs (seen_at) where settled_at is null;

create table directory.run_visits (
  run text not null references directory.runs on delete cascade,
  domain text collate "C" not null references directory.domains on delete cascade,
  fine boolean not null,
  failed boolean not null,
  lease uuid,
  held jsonb,
  primary key (run, domain)
);
comment on table directory.run_visits is
  'Visits of unsettled runs. `held` is the whole visit while it waits for the run to settle.';
create index run_visits_domain on directory.run_visits (domain);

create function api.open_run(id text, kind text, at timestamptz default now()) returns jsonb
language sql security definer set search_path = '' as $$
  select directory.renew_stamps();
  insert into directory.runs (id, kind, opened_at, seen_at) values (open_run.id, open_run.kind, at, at)
  on conflict (id) do update set seen_at = excluded.seen_at
  returning jsonb_build_object('id', runs.id)
$$;
comment on function api.open_run is 'Opens a run of the crawler, or continues it.';

create function api.touch_run(run text, at timestamptz default now()) returns jsonb
language sql security definer set search_path = '' as $$
  with seen as (
    update directory.runs r set seen_at = at
    where r.id = touch_run.run and r.settled_at is null and r.seen_at < at returning 1
  )
  select to_jsonb(exists (select from seen))
$$;
comment on function api.touch_run is 'Records the heartbeat of a run. Returns false if the run has ended.';

-- A run sends a heartbeat every 20 s. After five minutes without a heartbeat, held visits are dropped and their
-- domains are due again. A run waits only 65 s for an unavailable store.
create function directory.close_abandoned_runs(t timestamptz) returns void language plpgsql set search_path = '' as $$
declare
  run_timeout constant interval := '5 minutes';
  r directory.runs;
begin
  for r in
    select * from directory.runs k where k.settled_at is null and k.seen_at < t - run_timeout for update skip locked
  loop
    update directory.crawl c set lease = null, due_at = t, attempts = 0
    from directory.run_visits v where v.run = r.id and v.held is not null and c.domain = v.domain and c.lease = v.lease;
    if r.verdict is null then
      r := directory.count_run_visits(r);
    end if;
    update directory.runs k set verdict = coalesce(r.verdict, 'abandoned'), settled_at = t,
      visited = r.visited, fine = r.fine, failed = r.failed
    where k.id = r.id;
    delete from directory.run_visits v where v.run = r.id;
  end loop;
end;
$$;

create function directory.count_run_visits(inout r directory.runs) language plpgsql stable set search_path = '' as $$
begin
  select count(*), count(*) filter (where v.fine), count(*) filter (where v.failed) into r.visited, r.fine, r.failed
  from directory.run_visits v where v.run = r.id;
end;
$$;

create function api.settle_run(run text, max_rows int, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  r directory.runs;
  v directory.run_visits;
  applied int := 0;
  waiting int;
begin
  select * into r from directory.runs k where k.id = settle_run.run for update;
  if not found then raise exception 'run % is not open', settle_run.run using errcode = 'PT404'; end if;
  if r.verdict is null then
    r := directory.count_run_visits(r);
    r.verdict := case when r.failed >= 20 and r.failed > 0.05 * r.fine then 'broken' else 'sound' end;
  end if;
  for v in
    select * from directory.run_visits k where k.run = r.id and k.held is not null order by k.domain limit max_rows
  loop
    applied := applied + directory.settle_visit(v, r.verdict, at)::int;
  end loop;
  select count(*) into waiting from directory.run_visits k where k.run = r.id and k.held is not null;
  if waiting = 0 then
    delete from directory.run_visits k where k.run = r.id;
  end if;
  update directory.runs k set verdict = r.verdict, visited = r.visited, fine = r.fine, failed = r.failed,
    settled = k.settled + applied, seen_at = greatest(k.seen_at, at),
    settled_at = case when waiting = 0 then coalesce(k.settled_at, at) end
  where k.id = r.id returning * into r;
  return jsonb_build_object('visited', r.visited, 'fine', r.fine, 'failed', r.failed, 'broken', r.verdict = 'broken',
    'settled', r.settled, 'left', waiting);
end;
$$;
comment on function api.settle_run is
  'Ends a run. If more than 5 % and at least 20 valid domains failed, assumes a fault on our side and drops held '
  'visits. Works in steps of max_rows. `left` is the number of waiting visits.';

-- Reports whether a held visit was applied. Otherwise makes the domain due: soon if the fault is ours, at once if the
-- row changed.
create function directory.settle_visit(v directory.run_visits, verdict text, t timestamptz)
returns boolean language plpgsql set search_path = '' as $$
declare
  is_applied boolean;
begin
  perform from directory.domains d where d.domain = v.domain for update;
  select verdict = 'sound' and d.edits = c.lease_edits into is_applied
  from directory.domains d join directory.crawl c on c.domain = d.domain
  where d.domain = v.domain and c.lease = v.lease for update of c;
  if is_applied then
    perform directory.write_visit(v.held, t);
  else
    update directory.crawl c set lease = null, attempts = 0,
      due_at = case when verdict = 'broken' then t + interval '15 minutes' else t end
    where c.domain = v.domain and c.lease = v.lease;
  end if;
  update directory.run_visits k set held = null where k.run = v.run and k.domain = v.domain;
  return coalesce(is_applied, false);
end;
$$;

create function api.count_crawl_minutes(at timestamptz default now()) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('runs', count(*), 'visited', coalesce(sum(r.visited), 0),
    'minutes', coalesce(ceil(sum(extract(epoch from r.seen_at - r.opened_at)) / 60), 0),
    'last_seen_at', directory.iso_timestamp(max(r.seen_at) filter (where r.visited > 0 or r.settled_at is null)))
  from directory.runs r where r.kind = 'scheduled' and r.opened_at > at - interval '30 days'
$$;
comment on function api.count_crawl_minutes is
  'Returns the time of scheduled crawls in the last 30 days. A run is one job, from its first to its last heartbeat. '
  '`last_seen_at` is the last heartbeat of a run that visited a domain or is under way.';

-- schemas/watches.sql

-- Watches send events of a domain to a receiver that agreed.

create table directory.watches (
  id uuid primary key default gen_random_uuid(),
  domain text collate "C" not null references directory.domains on delete cascade,
  webhook_url text not null,
  -- Encrypted with a key outside of the database.
  secret text not null,
  -- Keyed hash of the requesting network. No address is stored.
  network text not null,
  -- Hash of the token that deletes the watch.
  token_hash text not null,
  expires_at timestamptz(3) not null,
  unique (domain, network, webhook_url)
);
comment on table directory.watches is
  'Watches of a domain by people who do not own it. A receiver gets events only after it agreed.';
create index watches_network on directory.watches (network);
create index watches_expires_at on directory.watches (expires_at);

create function api.open_watch(watch jsonb, at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  asked directory.watches := jsonb_populate_record(null::directory.watches, watch);
  opened directory.watches;
begin
  perform from directory.domains d where d.domain = asked.domain for update;
  if not found then return null; end if;
  -- Lock the network, so that two calls cannot take the last place.
  perform pg_advisory_xact_lock(hashtextextended('watches ' || asked.network, 0));
  update directory.watches w set expires_at = asked.expires_at
  where w.domain = asked.domain and w.network = asked.network and w.webhook_url = asked.webhook_url
  returning * into opened;
  if found then return jsonb_build_object('result', 'renewed', 'id', opened.id); end if;
  if (watch->>'most_of_network')::int <= (
    select count(*) from directory.watches w where w.network = asked.network and w.expires_at > at)
  then
    return '{"result": "full_network"}';
  end if;
  if (watch->>'most_of_domain')::int <= (
    select count(*) from directory.watches w
    where w.network = asked.network and w.domain = asked.domain and w.expires_at > at)
  then
    return '{"result": "full_domain"}';
  end if;
  insert into directory.watches (domain, webhook_url, secret, network, token_hash, expires_at)
  values (asked.domain, asked.webhook_url, asked.secret, asked.network, asked.token_hash, asked.expires_at)
  returning * into opened;
  return jsonb_build_object('result', 'opened', 'id', opened.id);
end;
$$;
comment on function api.open_watch is
  'Opens a watch after its receiver agreed, or renews the watch of this network and receiver. `result` is `opened`, '
  '`renewed`, or `full_domain` or `full_network` if the network has its maximum. Null if the domain is not tracked.';

create function api.delete_watch(id uuid, token_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  delete from directory.watches w where w.id = delete_watch.id and w.token_hash = delete_watch.token_hash;
  return to_jsonb(found);
end;
$$;
comment on function api.delete_watch is 'Deletes a watch. Returns false if there is no watch with this id and token.';

-- Deletes a few expired watches.
create function directory.clear_watches(t timestamptz) returns void language sql set search_path = '' as $$
  with ended as materialized (
    select w.id from directory.watches w where w.expires_at < t
    order by w.expires_at limit 100 for update skip locked)
  delete from directory.watches w using ended e where w.id = e.id
$$;

-- schemas/notifications.sql

create table directory.alerts (
  id uuid primary key default gen_random_uuid(),
  domain text collate "C" not null references directory.domains on delete cascade,
  type text not null check (
    type in (
      'llms_txt.broken', 'llms_txt.recovered', 'llms_txt.changed', 'proof.missing', 'proof.restored',
      'verification.lapsed', 'verification.changed', 'tier.changed', 'ownership.renewed', 'email.confirmation', 'test'
    )
  ),
  data jsonb not null default '{}',
  created_at timestamptz(3) not null,
  -- Sent to watches, not to the owner.
  for_watches boolean not null default false
);
comment on table directory.alerts is 'Outbox. The transaction of a change writes its alert.';
create index alerts_domain on directory.alerts (domain, created_at);
create index alerts_created_at on directory.alerts (created_at);

create table directory.deliveries (
  id uuid primary key default gen_random_uuid(),
  alert uuid not null references directory.alerts on delete cascade,
  domain text collate "C" not null references directory.domains on delete cascade,
  channel text not null check (channel in ('webhook', 'email')),
  -- Null for the owner's channel.
  watch uuid references directory.watches on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'dead', 'cancelled')),
  -- Numbers of started and of failed attempts. An attempt whose sender died does not count as failed.
  attempts int not null default 0,
  failures int not null default 0,
  due_at timestamptz(3) not null,
  lease uuid,
  last_error text,
  -- Target of a last alert to an earlier owner. For other alerts, owners has the target and the secret.
  address text,
  secret text,
  unique nulls not distinct (alert, channel, watch)
)
with (fillfactor = 80);
comment on table directory.deliveries is
  'Deliveries of alerts, each through one channel. While a row is leased, due_at is the end of the lease.';
create index deliveries_due on directory.deliveries (due_at) where status = 'pending';
create index deliveries_domain on directory.deliveries (domain);
create index deliveries_watch on directory.deliveries (watch) where watch is not null;

-- Deliveries to the owner's channels. A last alert to an earlier owner has a separate address.
create function directory.cancel_deliveries(site text, channels text[]) returns void
language sql set search_path = '' as $$
  update directory.deliveries v set status = 'cancelled', lease = null
  where v.domain = site and v.channel = any(channels) and v.status = 'pending' and v.address is null
    and v.watch is null
$$;

-- Target of an alert, or null if its channel may not be used. An unconfirmed address gets only the confirmation
-- email.
create function directory.delivery_address(channel text, type text, o directory.owners)
returns text language sql immutable set search_path = '' as $$
  select case
    when channel = 'webhook' and o.webhook_state = 'active' and type <> 'email.confirmation' then o.webhook_url
    when channel = 'email' and o.email_state = 'confirmed' and type <> 'email.confirmation' then o.notify_email
    when channel = 'email' and o.email_state = 'unconfirmed' and type = 'email.confirmation' then o.notify_email
    end
$$;

-- Creates one delivery per usable channel, in the transaction of the alert.
create function directory.create_deliveries() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.for_watches then
    perform directory.create_watch_deliveries(new);
    return null;
  end if;
  insert into directory.deliveries (alert, domain, channel, due_at)
  select new.id, new.domain, c.channel, new.created_at
  from directory.owners o, unnest(array['webhook', 'email']) c (channel)
  where o.domain = new.domain and directory.delivery_address(c.channel, new.type, o) is not null;
  return null;
end;
$$;
create trigger create_deliveries after insert on directory.alerts
for each row execute function directory.create_deliveries();

-- Writes an event for the watches of a domain.
create function directory.tell_watches(site text, kind text, facts jsonb, t timestamptz)
returns void language sql set search_path = '' as $$
  insert into directory.alerts (domain, type, data, created_at, for_watches)
  select site, kind, facts || jsonb_build_object('at', directory.iso_timestamp(t)), t, true
  where exists (select from directory.watches w where w.domain = site and w.expires_at > t)
$$;

-- Creates one delivery per watch, at most one per hour and type. A later event replaces a waiting event.
create function directory.create_watch_deliveries(event directory.alerts) returns void
language sql set search_path = '' as $$
  with replaced as (
    update directory.deliveries v set alert = event.id
    from directory.alerts a
    where v.domain = event.domain and v.watch is not null and v.status = 'pending' and v.attempts = 0
      and a.id = v.alert and a.type = event.type
    returning v.watch
  )
  insert into directory.deliveries (alert, domain, channel, watch, due_at)
  select event.id, event.domain, 'webhook', w.id, greatest(event.created_at, (
      select max(v.due_at) + interval '1 hour' from directory.deliveries v
      join directory.alerts a on a.id = v.alert where v.watch = w.id and a.type = event.type))
  from directory.watches w
  where w.domain = event.domain and w.expires_at > event.created_at
    and w.id not in (select r.watch from replaced r)
$$;

-- Runs after every change of a domain by a visit, its owner or an operator.
create function directory.tell_of_domain() returns trigger language plpgsql set search_path = '' as $$
declare
  t timestamptz := clock_timestamp();
begin
  if old.status = 'valid' and new.status in ('invalid', 'unreachable') then
    perform directory.tell_watches(new.domain, 'llms_txt.broken', jsonb_build_object('status', new.status), t);
  elsif new.status = 'valid' and old.status in ('invalid', 'unreachable') then
    perform directory.tell_watches(new.domain, 'llms_txt.recovered', jsonb_build_object('status', new.status), t);
  end if;
  if old.verified <> new.verified then
    perform directory.tell_watches(new.domain, 'verification.changed',
      jsonb_build_object('verified', new.verified), t);
  end if;
  if old.tier is distinct from new.tier then
    perform directory.tell_watches(new.domain, 'tier.changed',
      jsonb_build_object('tier', new.tier, 'before', old.tier), t);
  end if;
  return null;
end;
$$;
create trigger tell_of_domain after update of status, verified, tier on directory.domains
for each row when ((old.status, old.verified, old.tier) is distinct from (new.status, new.verified, new.tier))
execute function directory.tell_of_domain();

create function api.lease_deliveries(
  max_rows int, lease_ms bigint, channels text[], only_alert uuid default null,
  at timestamptz default clock_timestamp())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  due uuid[];
  leased jsonb;
begin
  due := array(
    select v.id from directory.deliveries v
    where v.status = 'pending' and v.due_at <= at and v.channel = any(channels)
      and (only_alert is null or v.alert = only_alert)
    order by v.due_at limit least(greatest(max_rows, 0), 1000) for update skip locked);
  -- Cancel deliveries whose channel was removed or has another address.
  update directory.deliveries v set status = 'cancelled', lease = null
  from directory.alerts a, directory.owners o
  where v.id = any(due) and a.id = v.alert and o.domain = v.domain
    and v.address is null and v.watch is null and directory.delivery_address(v.channel, a.type, o) is null;
  with leased as (
    update directory.deliveries v set lease = gen_random_uuid(), attempts = v.attempts + 1,
      due_at = at + make_interval(secs => lease_ms / 1000.0)
    where v.id = any(due) and v.status = 'pending' returning v.*
  )
  select coalesce(jsonb_agg(m), '[]') into leased from (
    select v.id as delivery, v.lease, a.id, a.type, a.data, v.domain,
      directory.iso_timestamp(a.created_at) as created_at, v.channel, v.attempts, v.failures,
      coalesce(v.address, w.webhook_url, directory.delivery_address(v.channel, a.type, o)) as address,
      case when v.address is not null then v.secret when w.id is not null then w.secret
        when v.channel = 'webhook' then o.webhook_secret end as secret
    from leased v join directory.alerts a on a.id = v.alert
    left join directory.owners o on o.domain = v.domain
    left join directory.watches w on w.id = v.watch) m;
  perform directory.clear_alerts(at);
  return leased;
end;
$$;
comment on function api.lease_deliveries is
  'Leases due messages, oldest first, to one sender each, for the sender''s channels.';

-- Drops messages not sent within a week, and deletes a few old finished alerts.
create function directory.clear_alerts(t timestamptz) returns void language plpgsql set search_path = '' as $$
begin
  with late as materialized (
    select k.id, k.watch from directory.deliveries k
    where k.status = 'pending' and k.due_at < t - interval '7 days'
    order by k.due_at limit 100 for update skip locked
  ), given_up as (
    update directory.deliveries v set status = 'dead', lease = null,
      last_error = coalesce(v.last_error, 'nobody could send it within a week')
    from late l where v.id = l.id
  )
  delete from directory.watches w using late l where w.id = l.watch;
  perform directory.clear_watches(t);
  with old as materialized (
    select a.id from directory.alerts a
    where a.created_at < t - interval '90 days'
      and not exists (select from directory.deliveries v where v.alert = a.id and v.status = 'pending')
    order by a.created_at limit 100 for update skip locked)
  delete from directory.alerts a using old o where a.id = o.id;
end;
$$;

create function api.finish_delivery(
  delivery uuid, lease uuid, outcome text, error text, due_at timestamptz, address text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v directory.deliveries;
  stays boolean := outcome in ('retry', 'postponed');
begin
  select * into v from directory.deliveries k where k.id = delivery and k.lease = finish_delivery.lease for update;
  if not found then return 'false'; end if;
  update directory.deliveries k set lease = null, last_error = error,
    attempts = k.attempts - (outcome = 'postponed')::int,
    failures = k.failures + (outcome not in ('delivered', 'postponed'))::int,
    status = case when stays then 'pending' when outcome = 'gone' then 'dead' else outcome end,
    due_at = case when stays then finish_delivery.due_at else k.due_at end,
    address = case when stays then k.address end, secret = case when stays then k.secret end
  where k.id = v.id and k.status = 'pending';
  if v.watch is not null then
    delete from directory.watches w where w.id = v.watch and outcome in ('gone', 'dead');
  elsif outcome = 'gone' then
    update directory.owners o set webhook_state = 'disabled' where o.domain = v.domain and o.webhook_url = address;
    if found then perform directory.cancel_deliveries(v.domain, array['webhook']); end if;
  end if;
  return 'true';
end;
$$;
comment on function api.finish_delivery is
  'Stores the outcome of a send: `delivered`, `dead`, `retry` at due_at, `postponed` to due_at without a send, or '
  '`gone`, which disables the webhook. Returns false if another sender has the lease.';

create function api.open_test(domain text, lease_ms bigint, at timestamptz default clock_timestamp())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  alert uuid;
begin
  -- The table rounds to milliseconds, and a message that is due in the future gets no lease.
  at := date_trunc('milliseconds', at);
  insert into directory.alerts (domain, type, created_at) values (open_test.domain, 'test', at) returning id into alert;
  return api.lease_deliveries(2, lease_ms, array['webhook', 'email'], alert, at);
end;
$$;
comment on function api.open_test is
  'Creates a test event for every usable channel, and leases its deliveries to the caller.';

create function directory.list_recent_deliveries(site text) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(r order by r.created_at desc, r.id, r.channel), '[]') from (
    select v.alert as id, a.type, v.channel, directory.iso_timestamp(a.created_at) as created_at,
      v.status, v.attempts, v.last_error
    from directory.deliveries v join directory.alerts a on a.id = v.alert
    -- Hide the last alert to an earlier owner.
    where v.domain = site and v.watch is null and a.type <> 'ownership.renewed'
    order by a.created_at desc, v.alert, v.channel limit 50) r
$$;

-- schemas/versions.sql

-- Versions of a file.

create table directory.versions (
  domain text collate "C" not null references directory.domains on delete cascade,
  version int not null check (version >= 1),
  same_as text not null,
  -- Hash of the first served text.
  hash text not null,
  -- Null if only the facts are stored.
  text_hash text references directory.texts,
  first_seen timestamptz(3) not null,
  -- For the latest version of a present file, crawl.last_checked applies, and status and quality are current.
  last_seen timestamptz(3) not null,
  bytes int not null,
  tokens int not null,
  title text,
  sections int not null,
  links int not null,
  status text not null check (status in ('pending', 'valid', 'invalid', 'unreachable')),
  quality smallint,
  -- Summary of the changes since the previous version. Null if unknown.
  changes jsonb,
  primary key (domain, version)
)
with (fillfactor = 85);
comment on table directory.versions is
  'Versions of a domain''s text, numbered from 1. Texts with equal `same_as` are one version.';
create index versions_text on directory.versions (text_hash) where text_hash is not null;
create trigger version_removed after delete on directory.versions
for each row when (old.text_hash is not null) execute function directory.drop_text();
create trigger version_text_removed after update of text_hash on directory.versions
for each row when (old.text_hash is distinct from new.text_hash) execute function directory.drop_text();

create view directory.seen_versions
with (security_invoker = true)
as
  select
    v.domain,
    v.version,
    case when s.is_there then c.last_checked else v.last_seen end as last_seen,
    case when s.is_there then d.status else v.status end as status,
    case when s.is_there then d.quality else v.quality end as quality
  from
    directory.versions as v
    join directory.domains as d on d.domain = v.domain
    join directory.crawl as c on c.domain = v.domain
    cross join lateral (
      select
        d.status = 'valid' and c.failure is null and not exists (
          select from directory.versions k where k.domain = v.domain and k.version = v.version + 1) as is_there
    ) as s;
comment on view directory.seen_versions is
  'Last sight of each version. While the file is present, the last visit saw the latest version.';

-- If an earlier text returns after another text, it is a new version and shares the stored text of the first. Keep
-- the texts of the last 50 versions, up to 3 MiB together, because a copy reads a whole domain in less than 16 MiB.
create function directory.write_version(site text, visit jsonb, t timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  max_texts constant int := 50;
  max_bytes constant int := 3 * 1024 * 1024;
  next jsonb := visit->'next';
  new jsonb := visit->'version';
  latest directory.versions;
  has_new boolean;
begin
  select * into latest from directory.versions v where v.domain = site order by v.version desc limit 1;
  has_new := new is not null and latest.same_as is distinct from new->>'same_as';
  -- The previous visit was the last visit that saw the latest version.
  if has_new or next->>'status' <> 'valid' or next->'failure' <> 'null' then
    update directory.versions v set last_seen = s.last_seen, status = s.status, quality = s.quality
    from directory.seen_versions s
    where v.domain = site and v.version = latest.version and s.domain = site and s.version = latest.version
      and (v.last_seen, v.status, v.quality) is distinct from (s.last_seen, s.status, s.quality);
  end if;
  if not has_new then return; end if;
  insert into directory.versions
    (domain, version, same_as, hash, text_hash, first_seen, last_seen, bytes, tokens, title, sections, links, status,
    quality, changes)
  values (site, coalesce(latest.version, 0) + 1, new->>'same_as', new->>'hash',
    new->>'hash',
    (next->>'last_checked')::timestamptz, (next->>'last_checked')::timestamptz, (new->>'bytes')::int,
    (new->>'tokens')::int, new->>'title', (new->>'sections')::int, (new->>'links')::int, next->>'status',
    (next->'components'->>'quality')::smallint,
    nullif(new->'changes', 'null'));
  if latest.version is null then return; end if;
  perform directory.tell_watches(site, 'llms_txt.changed', jsonb_build_object(
    'version', latest.version + 1, 'changes', nullif(new->'changes', 'null') - 'first'), t);
  if (next->>'verified')::boolean then
    perform directory.alert_of_version(site, latest.version + 1, new->'changes', t);
  end if;
  update directory.versions v set text_hash = null
  from (
    select k.version, row_number() over latest_first as place, sum(octet_length(x.packed)) over latest_first as bytes
    from directory.versions k join directory.texts x on x.hash = k.text_hash
    where k.domain = site
    window latest_first as (order by k.version desc)) k
  where v.domain = site and v.version = k.version and k.place > 1 and (k.place > max_texts or k.bytes > max_bytes);
end;
$$;

-- Alert the owners who requested alerts of new versions. The alert counts the changes of each kind, and contains no
-- text of the file.
create function directory.alert_of_version(site text, version int, changes jsonb, t timestamptz)
returns void language sql set search_path = '' as $$
  insert into directory.alerts (domain, type, data, created_at)
  select d.domain, 'llms_txt.changed', jsonb_build_object('domain', d.domain, 'version', version,
    'changes', nullif(changes, 'null') - 'first', 'at', directory.iso_timestamp(t)), t
  from directory.domains d join directory.owners o on o.domain = d.domain
  where d.domain = site and o.notify_changes
$$;

create function api.list_versions(domain text, page int, per_page int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'total', (select count(*) from directory.versions v where v.domain = d.domain and d.visibility < 'hidden'),
    'versions', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.version desc), '[]') from (
        select v.version, v.hash, directory.iso_timestamp(v.first_seen) as first_seen,
          directory.iso_timestamp(s.last_seen) as last_seen, v.bytes, v.tokens, v.title, v.sections, v.links,
          s.status, s.quality, v.text_hash is not null and d.visibility = 'listed' as has_text,
          case when d.visibility = 'listed' then v.changes end as changes
        from directory.versions v
        join directory.seen_versions s on s.domain = v.domain and s.version = v.version
        where v.domain = d.domain and d.visibility < 'hidden'
        order by v.version desc limit directory.page_size(per_page)
        offset directory.rows_before(page, per_page)) x))
  from directory.domains d where d.domain = list_versions.domain
$$;
comment on function api.list_versions is
  'Lists the versions of a site, latest first. Empty for a rejected site. Null if the site is not tracked.';

create function api.read_versions(domain text, versions int[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('version', v.version, 'hash', x.hash, 'bytes', v.bytes, 'packed', directory.text_of(x))), '[]')
  from directory.domains d
  join directory.versions v on v.domain = d.domain and v.version = any(versions[1:2])
  join directory.texts x on x.hash = v.text_hash
  where d.domain = read_versions.domain and d.visibility = 'listed'
$$;
comment on function api.read_versions is
  'Returns the packed texts of at most two versions of a listed site. Hidden data stays hidden.';

-- schemas/registrants.sql

create table directory.registrants (
  domain text collate "C" primary key references directory.domains on delete cascade,
  network text,
  at timestamptz(3) not null
);
comment on table directory.registrants is
  'Registered (not imported) entries with the keyed hash of the network, which is deleted later.';
create index registrants_network on directory.registrants (network, at) where network is not null;

create function api.remove_never_valid(max_rows int, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  t timestamptz := remove_never_valid.at;
  removed int;
begin
  with old as materialized (
    select k.domain from directory.registrants k where k.network is not null and k.at < t - interval '90 days'
    order by k.domain limit 2000 for update skip locked
  )
  update directory.registrants r set network = null from old o where r.domain = o.domain;
  with never_valid as materialized (
    select d.domain from directory.domains d
    join directory.profiles p on p.domain = d.domain
    join directory.crawl c on c.domain = d.domain
    left join directory.registrants r on r.domain = d.domain
    where d.authority is null and not d.verified and c.last_checked is not null and c.lease is null
      and p.first_seen < t - case when r.domain is null then interval '90 days' else interval '30 days' end
      and not exists (select from directory.rulings u where u.domain = d.domain)
      and not exists (select from directory.owners o where o.domain = d.domain)
    order by d.domain limit least(greatest(max_rows, 0), 1000) for update of d skip locked
  )
  delete from directory.domains d using never_valid n where d.domain = n.domain;
  get diagnostics removed = row_count;
  return to_jsonb(removed);
end;
$$;
comment on function api.remove_never_valid is
  'Removes entries that were never valid: 30 days after registration, 90 days after an import. Entries with an owner '
  'or a decision stay. Returns the number of removed entries. A number below max_rows means that no such entry is '
  'left. Deletes the network that registered an entry after 90 days.';

create function api.count_registrants(max_rows int, at timestamptz default now())
returns jsonb language sql stable security definer set search_path = '' as $$
  with counted as materialized (
    select r.network, count(*) as entries,
      count(*) filter (where r.at > count_registrants.at - interval '1 day') as last_day,
      count(*) filter (where d.authority is null) as never_valid,
      count(*) filter (where d.verified) as verified,
      directory.iso_timestamp(min(r.at)) as first_at, directory.iso_timestamp(max(r.at)) as last_at
    from directory.registrants r join directory.domains d on d.domain = r.domain group by r.network
  ), busiest as (
    select c.* from counted c where c.network is not null
    order by c.entries desc, c.network limit least(greatest(max_rows, 0), 1000)
  )
  select jsonb_build_object(
    'entries', coalesce(sum(c.entries), 0), 'last_day', coalesce(sum(c.last_day), 0),
    'never_valid', coalesce(sum(c.never_valid), 0), 'verified', coalesce(sum(c.verified), 0),
    'networks', (select coalesce(jsonb_agg(b order by b.entries desc, b.network), '[]') from busiest b))
  from counted c
$$;
comment on function api.count_registrants is 'Returns the number of registered entries by network, most entries first.';

create function api.count_held_bytes(network text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with sites as materialized (
    select r.domain from directory.registrants r where r.network = count_held_bytes.network
    order by r.at desc limit 5000
  ), held as (
    select distinct x.hash, octet_length(x.packed) as bytes from sites s
    join directory.domains d on d.domain = s.domain and not d.verified
    cross join lateral (
      select f.text_hash from directory.files f where f.domain = s.domain
      union all select v.text_hash from directory.versions v where v.domain = s.domain) k
    join directory.texts x on x.hash = k.text_hash
  )
  select to_jsonb(coalesce(sum(h.bytes), 0)) from held h
$$;
comment on function api.count_held_bytes is
  'Returns the size of the packed texts of a network''s unverified sites, for its latest 5,000 registrations.';

-- schemas/details.sql

create view directory.summaries
with (security_invoker = true)
as
  select
    d.domain,
    to_jsonb(r) as facts,
    directory.score_components(d) as components,
    d.score_version,
    d.language_code as language,
    c.failure,
    directory.iso_timestamp(c.content_changed_at) as content_changed_at,
    p.section_names,
    d.has_markdown
  from
    directory.domains as d
    join directory.records as r on r.domain = d.domain
    join directory.profiles as p on p.domain = d.domain
    join directory.crawl as c on c.domain = d.domain;
comment on view directory.summaries is 'Data of a list row.';

create function api.get_summaries(domains text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select directory.require_few(domains);
  select coalesce(jsonb_agg(to_jsonb(s) - 'domain' order by s.domain), '[]')
  from directory.summaries s where s.domain = any(domains)
$$;
comment on function api.get_summaries is 'Returns the list rows of these domains, by name.';

-- Use json, because jsonb would copy each text twice.
create function api.get_details(domains text[]) returns json
language sql stable security definer set search_path = '' as $$
  select directory.require_few(domains);
  select coalesce(json_agg(x order by x.facts->>'domain'), '[]') from (
    select s.facts, s.components, s.score_version, s.language, s.failure, s.content_changed_at, s.section_names,
      s.has_markdown, p.summary_source, d.country_basis, d.rejection,
      case when o.proof->'absence'->>'grace_since' is not null
        then o.proof->'absence'->>'since' end as proof_missing_since,
      c.evidence, i.seen, i.answer, i.bytes, i.text_hash as hash, directory.text_of(t) as text,
      -- Hide files that the owner removed from the list, even before the next visit.
      (select coalesce(jsonb_agg(f.file order by w.place), '[]') from jsonb_array_elements(i.nested) f (file)
        join unnest(p.nested_llms_txt) with ordinality w (url, place) on w.url = f.file->>'url') as nested,
      case when d.visibility < 'hidden' then coalesce(i.twins, '[]') else '[]' end as twins,
      case when d.visibility < 'hidden' then i.agents end as agents,
      directory.list_score_points(d.domain, 90) as history,
      api.list_versions(d.domain, 1, 50)->'versions' as versions,
      directory.list_similar(d.domain, d.topics[1], d.tags) as similar
    from directory.domains d
    join directory.summaries s on s.domain = d.domain
    join directory.profiles p on p.domain = d.domain
    join directory.crawl c on c.domain = d.domain
    left join directory.files i on i.domain = d.domain
    left join directory.texts t on t.hash = i.text_hash
    left join directory.owners o on o.domain = d.domain
    where d.domain = any(domains)) x
$$;
comment on function api.get_details is 'Returns the stored data of the pages of these domains, by name.';

-- schemas/visits.sql

-- Stores one point per day. A later point replaces an earlier point of the same day. `point` has status, authority
-- and its components, like a row of directory.domains as JSON.
create function directory.write_score_point(site text, t timestamptz, point jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  p directory.score_history := jsonb_populate_record(null::directory.score_history, point);
begin
  insert into directory.score_history as h
    (domain, day, at, status, authority, score_version, reach, trust, quality, freshness)
  values (site, (t at time zone 'UTC')::date, t, p.status, p.authority, p.score_version, p.reach, p.trust, p.quality,
    p.freshness)
  on conflict (domain, day) do update set at = excluded.at, status = excluded.status, authority = excluded.authority,
    score_version = excluded.score_version, reach = excluded.reach, trust = excluded.trust, quality = excluded.quality,
    freshness = excluded.freshness;
end;
$$;

-- Writes the results of a visit to domains and profiles, after its files. Use one statement, so that the expensive
-- triggers run once and see both tables.
create function directory.write_state(next jsonb) returns void language plpgsql set search_path = '' as $$
declare
  d directory.domains;
  p directory.profiles;
  new_d directory.domains;
  new_p directory.profiles;
begin
  select * into strict d from directory.domains k where k.domain = next->>'domain';
  select * into strict p from directory.profiles k where k.domain = next->>'domain';
  new_d := jsonb_populate_record(d, next || (next->'components'));
  new_p := jsonb_populate_record(p, next);
  new_d.has_markdown := exists (
    select from directory.files i, jsonb_array_elements(i.twins) r (rule)
    where i.domain = d.domain and r.rule->'found' <> '[]');
  if d is not distinct from new_d and p is not distinct from new_p then return; end if;
  with described as (
    update directory.profiles k set verified_at = new_p.verified_at, llms_txt = new_p.llms_txt, title = new_p.title,
      summary = new_p.summary, summary_source = new_p.summary_source,
      sections = new_p.sections, links = new_p.links, section_names = new_p.section_names, language = new_p.language
    where k.domain = p.domain and p is distinct from new_p
  )
  update directory.domains k set status = new_d.status, tier = new_d.tier, authority = new_d.authority,
    verified = new_d.verified, reach = new_d.reach, trust = new_d.trust, quality = new_d.quality,
    freshness = new_d.freshness, score_version = new_d.score_version, rejection = new_d.rejection,
    country = new_d.country, country_basis = new_d.country_basis, llms_full_txt = new_d.llms_full_txt,
    topics = new_d.topics, language_code = new_d.language_code, size_class = new_d.size_class,
    generator = new_d.generator, has_markdown = new_d.has_markdown
  where k.domain = d.domain and d is distinct from new_d;
end;
$$;

-- Replaces the groups of pages that a visit has tested. Other groups stay for half a year.
create function directory.merge_twins(known jsonb, tested jsonb, t timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(x.rule order by x.place), '[]') from (
    select r.rule, r.place from jsonb_array_elements(tested) with ordinality r (rule, place)
    union all
    select r.rule, 1000 + r.place from jsonb_array_elements(known) with ordinality r (rule, place)
    where (r.rule->>'tested_at')::timestamptz > t - interval '180 days'
      and not exists (select from jsonb_array_elements(tested) n (rule) where n.rule->'pages' = r.rule->'pages')
    order by 2 limit 12) x
$$;

-- Keeps the stored parts that a visit lacks: text, answer, nested files, twins, agents. A text replaces the results of
-- an earlier answer. An answer without preview or quality keeps the stored preview and quality.
create function directory.write_files(visit jsonb, t timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  site text := visit->'next'->>'domain';
  new_hash text := visit->'text'->>'hash';
begin
  if new_hash is null and not visit ?| array['broken', 'nested', 'twins', 'agents'] then return; end if;
  insert into directory.files as i
    (domain, text_hash, bytes, broken, seen, answer, topics_version, nested, twins, agents)
  values (site, new_hash, (visit->>'bytes')::int, coalesce(visit->'broken', '{}'), visit->'seen', visit->'answer',
    coalesce((visit->>'topics_version')::smallint, 0), visit->'nested', visit->'twins', visit->'agents')
  on conflict (domain) do update set
    text_hash = coalesce(excluded.text_hash, i.text_hash),
    bytes = coalesce(excluded.bytes, i.bytes),
    broken = coalesce(visit->'broken', i.broken),
    seen = coalesce(excluded.seen, i.seen),
    answer = case when new_hash is null then coalesce(i.answer || excluded.answer, excluded.answer, i.answer) end,
    topics_version = case when new_hash is null then i.topics_version else excluded.topics_version end,
    nested = coalesce(excluded.nested, i.nested),
    agents = coalesce(excluded.agents, i.agents),
    twins = case when excluded.twins is null then i.twins
      else directory.merge_twins(coalesce(i.twins, '[]'), excluded.twins, t) end;
end;
$$;

-- Further valid files from the sources that a visit has read. A file without links did not answer, so its row stays.
create function directory.write_scoped_files(site text, sources jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  delete from directory.scoped_files f where f.domain = site and sources ? f.via
    and not exists (
      select from jsonb_array_elements(sources->f.via) x (file) where x.file->>'url' = f.url and not x.file ? 'links');
  insert into directory.scoped_files (domain, url, via, title, links, pages)
  select d.domain, x.url, s.via, x.title, x.links, x.pages
  from directory.domains d, jsonb_each(sources) s (via, files),
    jsonb_to_recordset(s.files) x (url text, title text, links text, pages int[])
  where d.domain = site and x.links is not null
  on conflict (domain, url) do update set
    via = excluded.via, title = excluded.title, links = excluded.links, pages = excluded.pages;
end;
$$;

-- Stores the proof result of a visit. A lapse suspends the key.
create function directory.write_proof(next jsonb, t timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  update directory.owners o set proof = nullif(next->'proof', 'null')
  where o.domain = next->>'domain' and o.proof is distinct from nullif(next->'proof', 'null');
  if not (next->>'verified')::boolean then
    update directory.keys k set suspended_at = t where k.domain = next->>'domain' and k.suspended_at is null;
  end if;
end;
$$;

-- Data of a domain for followers: its record without the time of the last visit, and the hash of its text. This
-- function and the next use PL/pgSQL, because PostgreSQL 17 plans an SQL function again at each call.
create function directory.told_state(site text) returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_jsonb(r) - 'last_checked' || jsonb_build_object('content_hash', c.content_hash)
    from directory.records r join directory.crawl c on c.domain = r.domain where r.domain = site);
end;
$$;

-- Data of a domain's page, without values that each visit changes: time, response, numbers of tested links, and parts
-- of the score that depend on time. The member `told` contains the part for followers.
create function directory.shown_state(site text) returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'told', directory.told_state(site), 'is_visited', c.last_checked is not null,
      'quality', d.quality, 'country_basis', d.country_basis, 'language', d.language_code, 'rejection', d.rejection,
      'summary_source', p.summary_source, 'section_names', p.section_names, 'changed_at', c.content_changed_at,
      'failure', c.failure - '{count,last_at,alerted,others}'::text[],
      'absence', case when o.proof->'absence'->>'grace_since' is not null then o.proof->'absence'->'since' end,
      'text', i.text_hash, 'seen', i.seen - 'links', 'answer', i.answer, 'nested', i.nested,
      'agents', i.agents,
      -- Sorted, because a visit moves the groups that it tests to the front.
      'twins', (
        select jsonb_agg(r.rule - 'tested_at' order by r.rule->>'pages') from jsonb_array_elements(i.twins) r (rule)))
    from directory.domains d
    join directory.profiles p on p.domain = d.domain
    join directory.crawl c on c.domain = d.domain
    left join directory.owners o on o.domain = d.domain
    left join directory.files i on i.domain = d.domain
    where d.domain = site);
end;
$$;

-- Stores a whole visit and ends its lease. A visit without changes writes only the row of crawl, so its page stays as
-- published.
create function directory.write_visit(visit jsonb, t timestamptz) returns void
-- Use generic plans, because planning the statements again for each visit takes longer than the statements.
language plpgsql set plan_cache_mode = force_generic_plan set search_path = '' as $$
declare
  next jsonb := visit->'next';
  site text := next->>'domain';
  new_c directory.crawl := jsonb_populate_record(null::directory.crawl, next);
  before jsonb := directory.shown_state(site);
  after jsonb;
begin
  if visit->'text' <> 'null' then perform directory.store_text(visit->'text'); end if;
  perform directory.write_version(site, visit, t);
  perform directory.write_files(visit, t);
  perform directory.write_state(next);
  if visit ? 'words' then
    perform api.write_words(jsonb_build_array(jsonb_build_object('domain', site, 'words', visit->'words')),
      (visit->>'words_version')::int);
  end if;
  if visit ? 'scoped_files' then
    perform directory.write_scoped_files(site, visit->'scoped_files');
  end if;
  -- Mark words of the main file as outdated if there are further files and one may have changed.
  if (visit ? 'words' or visit->'scoped_files' ? 'nested')
    and exists (select from directory.scoped_files f where f.domain = site and f.via = 'nested')
  then
    update directory.search_documents s set words_version = null
    where s.domain = site and s.words_version is not null;
  end if;
  perform directory.write_proof(next, t);
  if visit->'point' <> 'null' then
    perform directory.write_score_point(site, (visit->'point'->>'at')::timestamptz, visit->'point');
  end if;
  insert into directory.alerts (domain, type, data, created_at)
  select site, a.type, coalesce(a.data, '{}'), t from jsonb_to_recordset(visit->'alerts') a (type text, data jsonb);
  update directory.crawl c set lease = null, attempts = 0, quarantined_at = null,
    due_at = (visit->>'due_at')::timestamptz,
    priority = directory.visit_priority(d.verified, new_c.interval_ms, d.rank, new_c.last_checked),
    last_checked = new_c.last_checked, failure = new_c.failure, uptime = new_c.uptime,
    broken_at = case when next->>'status' = 'valid' then null
      when before->'told'->>'status' = 'valid' then new_c.last_checked else c.broken_at end,
    recovered_at = case when next->>'status' = 'valid' and c.broken_at is not null then new_c.last_checked
      else c.recovered_at end,
    content_hash = new_c.content_hash, content_changed_at = new_c.content_changed_at, etag = new_c.etag,
    last_modified = new_c.last_modified, interval_ms = new_c.interval_ms, tls_valid = new_c.tls_valid,
    cross_domain_redirect = new_c.cross_domain_redirect, evidence = visit->'evidence'
  from directory.domains d where c.domain = site and d.domain = site;
  after := directory.shown_state(site);
  if before is distinct from after then
    perform directory.stamp_changes(array[site], told => before->'told' is distinct from after->'told');
  end if;
end;
$$;

create function api.apply_visit(visit jsonb, at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  site text := visit->'next'->>'domain';
  hold boolean := (visit->>'hold')::boolean;
  c directory.crawl;
  d directory.domains;
  r directory.runs;
begin
  -- Lock `domains` before `crawl`, like every writer.
  select * into d from directory.domains k where k.domain = site for update;
  select * into c from directory.crawl k
  where k.domain = site and k.lease = (visit->>'lease')::uuid and k.due_at < 'infinity' for update;
  if not found then return '{"result":"lost"}'; end if;
  if d.edits <> c.lease_edits then
    update directory.crawl k set lease_edits = d.edits where k.domain = site;
    return (
      select jsonb_build_object('result', 'stale', 'state', directory.state_as_json(s))
      from directory.states s where s.domain = site);
  end if;
  -- This lock blocks the settlement of the run, but not heartbeats.
  select * into r from directory.runs k where k.id = visit->>'run' for key share;
  if not found then raise exception 'run % is not open', visit->>'run' using errcode = 'PT404'; end if;
  if r.seen_at < at - interval '30 seconds' then
    update directory.runs k set seen_at = at where k.id = r.id and k.seen_at < at;
  end if;
  if r.settled_at is null then
    insert into directory.run_visits as v (run, domain, fine, failed, lease, held)
    values (r.id, site, d.status = 'valid', hold and d.status = 'valid', c.lease,
      case when hold and r.verdict is null then visit end)
    on conflict (run, domain) do update set
      failed = v.failed or excluded.failed, lease = excluded.lease, held = excluded.held;
  end if;
  if hold and r.verdict is null then
    update directory.crawl k set due_at = 'infinity' where k.domain = site;
    return '{"result":"held"}';
  end if;
  if hold and r.verdict <> 'sound' then
    update directory.crawl k set lease = null, attempts = 0, due_at = at + interval '15 minutes' where k.domain = site;
    return '{"result":"lost"}';
  end if;
  perform directory.write_visit(visit, at);
  return jsonb_build_object('result', 'applied', 'is_indexed', (
    select s.words_version is not null from directory.search_documents s where s.domain = site));
end;
$$;
comment on function api.apply_visit is
  'Stores a visit and ends its lease. Returns `lost` if another worker has the lease, `stale` with the new state if '
  'the domain changed in the meantime, and `held` if a valid domain failed, so that the visit waits for the verdict '
  'on the run.';

---------------------------------------------------------------- data from other sources than visits

create function api.set_owners(owners jsonb, at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
begin
  perform api.track_domains(
    array(select o.domain from jsonb_to_recordset(owners) o (domain text)), at => set_owners.at);
  with given as (
    select o.* from jsonb_to_recordset(owners)
      o (domain text, verified_at timestamptz, description text, tags text[], nested_llms_txt text[], contact text)
  ), differing as (
    select g.*
    from directory.domains d join directory.profiles p on p.domain = d.domain join given g on g.domain = d.domain
    where (d.verified, d.tags, p.verified_at, p.description, p.nested_llms_txt, p.contact)
      is distinct from (true, g.tags, g.verified_at, g.description, g.nested_llms_txt, g.contact)
    order by d.domain for update of d
  ), described as (
    update directory.profiles p set verified_at = f.verified_at, description = f.description,
      nested_llms_txt = f.nested_llms_txt, contact = f.contact
    from differing f where p.domain = f.domain
  ), edited as (
    update directory.domains d set verified = true, tags = f.tags, edits = d.edits + 1
    from differing f where d.domain = f.domain returning d.domain
  )
  select coalesce(array_agg(e.domain), '{}') into changed from edited e;
  perform directory.reschedule(changed, at);
  perform directory.stamp_changes(changed);
  return to_jsonb(cardinality(changed));
end;
$$;
comment on function api.set_owners is
  'Sets owners from a demonstration or an import. The next visit computes score and tier.';

create function api.set_facts(facts jsonb, at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
begin
  with given as (
    select d.domain, f.rank, f.registered_at
    from jsonb_to_recordset(facts) f (domain text, rank int, registered_at timestamptz)
    join directory.domains d on d.domain = f.domain
    where (d.rank, d.registered_at) is distinct from (f.rank, f.registered_at)
    order by d.domain for update of d
  ), edited as (
    update directory.domains d set rank = g.rank, registered_at = g.registered_at, edits = d.edits + 1
    from given g where d.domain = g.domain returning d.domain
  )
  select coalesce(array_agg(e.domain), '{}') into changed from edited e;
  perform directory.reschedule(changed, at);
  perform directory.stamp_changes(changed);
  return to_jsonb(cardinality(changed));
end;
$$;
comment on function api.set_facts is
  'Sets popularity from a list, or registration from a registry. The next visit computes the score.';

-- schemas/topics.sql

create function api.list_unclassified(version int, max_rows int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(x), '[]') from (
    select d.domain, p.llms_txt, c.cross_domain_redirect, p.title, p.summary, d.tags, t.hash,
      directory.text_of(t) as text
    from directory.files i
    join directory.domains d on d.domain = i.domain
    join directory.profiles p on p.domain = i.domain
    join directory.crawl c on c.domain = i.domain
    join directory.texts t on t.hash = i.text_hash
    where i.topics_version < version limit least(greatest(max_rows, 1), 100)) x
$$;
comment on function api.list_unclassified is
  'Lists sites with outdated topics: after a restore, a change of the rules, or a change of the owner''s tags. '
  'Versions increase.';

create function api.write_topics(sites jsonb, version int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
begin
  with given as (
    select s.domain, s.topics from jsonb_to_recordset(sites) s (domain text, hash text, topics text[])
    join directory.files i on i.domain = s.domain and i.text_hash = s.hash
  ), differing as (
    select g.* from directory.domains d join given g on g.domain = d.domain
    where d.topics <> g.topics order by d.domain for update of d
  ), written as (
    update directory.domains d set topics = f.topics from differing f where d.domain = f.domain returning d.domain
  )
  select coalesce(array_agg(w.domain), '{}') into changed from written w;
  update directory.files i set topics_version = version
  from jsonb_to_recordset(sites) s (domain text) where i.domain = s.domain;
  perform directory.stamp_changes(changed);
  return to_jsonb(cardinality(changed));
end;
$$;
comment on function api.write_topics is
  'Stores the topics of some texts. Skips a site with another text, because the visit that read it set its topics.';

create function directory.ask_for_topics() returns trigger language plpgsql set search_path = '' as $$
begin
  update directory.files i set topics_version = 0 where i.domain = new.domain;
  return null;
end;
$$;
create trigger tags_updated after update of tags on directory.domains
for each row when (old.tags is distinct from new.tags) execute function directory.ask_for_topics();

-- schemas/channels.sql

-- Channels of alerts: webhook and email address of an owner, and the decisions of mailbox holders.

create table directory.unsubscribed (mailbox text primary key, since timestamptz(3) not null);
comment on table directory.unsubscribed is
  'Keyed hashes of unsubscribed mailboxes, which get no confirmations. No address is stored here.';

create function directory.set_webhook(site text, url text, new_secret text) returns void
language plpgsql set search_path = '' as $$
begin
  update directory.owners o set webhook_url = url, webhook_state = case when url is not null then 'active' end,
    webhook_secret = case when url is null then null when url = o.webhook_url then o.webhook_secret else new_secret end
  where o.domain = site;
  if url is null then perform directory.cancel_deliveries(site, array['webhook']); end if;
end;
$$;

-- A new address gets a confirmation email, unless its mailbox is unsubscribed.
create function directory.set_email(site text, email text, mailboxes text[], t timestamptz)
returns void language plpgsql set search_path = '' as $$
declare
  o directory.owners;
  state text := case when email is not null then 'unconfirmed' end;
begin
  select * into o from directory.owners k where k.domain = site for update;
  if email is distinct from o.notify_email then
    perform directory.cancel_deliveries(site, array['email']);
  elsif email is null or o.email_state = 'confirmed' then
    return;
  end if;
  if email is not null and directory.is_unsubscribed(mailboxes) then
    state := 'unsubscribed';
  end if;
  update directory.owners k set notify_email = email, email_state = state where k.domain = site;
  if state = 'unconfirmed' then
    insert into directory.alerts (domain, type, created_at) values (site, 'email.confirmation', t);
  end if;
end;
$$;

-- Reports whether a hash of a mailbox is stored, and replaces it by the first hash, which uses the current secret.
create function directory.is_unsubscribed(mailboxes text[]) returns boolean language plpgsql set search_path = '' as $$
declare
  since timestamptz;
begin
  with found as (delete from directory.unsubscribed u where u.mailbox = any(mailboxes) returning u.since)
  select min(f.since) into since from found f;
  if since is null then return false; end if;
  insert into directory.unsubscribed (mailbox, since) values (mailboxes[1], since);
  return true;
end;
$$;

create function directory.channels_of(o directory.owners) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('webhook_url', o.webhook_url, 'webhook_secret', o.webhook_secret,
    'webhook_state', o.webhook_state, 'notify_email', o.notify_email, 'email_state', o.email_state,
    'notify_changes', coalesce(o.notify_changes, false))
$$;

create function api.get_channels(domain text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select directory.channels_of(o) from directory.domains d left join directory.owners o on o.domain = d.domain
  where d.domain = get_channels.domain
$$;
comment on function api.get_channels is
  'Returns the webhook, the email address and their states, or null if the domain is not tracked.';

-- A new proof may come from another person, so the old addresses are dropped, and their deliveries are deleted because
-- errors name receivers. If the domain was verified, the old addresses get a last alert. Keep deliveries with a
-- separate address, because they are last alerts.
create function directory.end_channels(site text, was_verified boolean, t timestamptz)
returns void language plpgsql set search_path = '' as $$
declare
  renewed uuid;
begin
  delete from directory.deliveries v where v.domain = site and v.address is null and v.watch is null;
  if was_verified then
    insert into directory.alerts (domain, type, created_at) values (site, 'ownership.renewed', t)
    returning id into renewed;
    update directory.deliveries v
    set address = directory.delivery_address(v.channel, 'ownership.renewed', o),
      secret = case v.channel when 'webhook' then o.webhook_secret end
    from directory.owners o where v.alert = renewed and o.domain = site;
  end if;
  update directory.owners o
  set webhook_url = null, webhook_secret = null, webhook_state = null, notify_email = null, email_state = null,
    notify_changes = false
  where o.domain = site;
end;
$$;

---------------------------------------------------------------- decisions of mailbox holders

create function api.confirm_email(domain text, email text, mailboxes text[], at timestamptz)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  was_unsubscribed boolean;
begin
  if exists (select from directory.unsubscribed u where u.mailbox = any(mailboxes) and u.since >= at) then
    return '"refused"';
  end if;
  delete from directory.unsubscribed u where u.mailbox = any(mailboxes);
  was_unsubscribed := found;
  update directory.owners o set email_state = 'confirmed'
  where o.domain = confirm_email.domain and o.notify_email = email;
  return to_jsonb(case when found then 'confirmed' when was_unsubscribed then 'allowed' else 'refused' end);
end;
$$;
comment on function api.confirm_email is
  'Confirms an address by the link of an email created at `at`, unless the holder unsubscribed later. `allowed` means '
  'that the domain has another address, but this address may get confirmations again.';

create function api.unsubscribe_email(domain text, email text, mailboxes text[], at timestamptz)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  insert into directory.unsubscribed as u (mailbox, since) values (mailboxes[1], at) on conflict do nothing;
  update directory.owners o set email_state = 'unsubscribed'
  where o.notify_email = email and (o.domain = unsubscribe_email.domain or o.email_state = 'unconfirmed');
  update directory.deliveries v set status = 'cancelled', lease = null
  from directory.owners o
  where o.domain = v.domain and v.channel = 'email' and v.status = 'pending'
    and (v.address = email and v.domain = unsubscribe_email.domain
      or v.address is null and o.notify_email = email and o.email_state = 'unsubscribed');
  return 'true';
end;
$$;
comment on function api.unsubscribe_email is 'Ends emails about this domain and confirmations of any domain.';

-- schemas/usage.sql

create table directory.lookups_by_hour (
  hour timestamptz(3),
  domain text collate "C" references directory.domains on delete cascade,
  count int not null,
  primary key (hour, domain)
);
comment on table directory.lookups_by_hour is 'Lookups per hour, for two days.';
create index lookups_by_hour_domain on directory.lookups_by_hour (domain);

create table directory.lookups_by_day (
  day date,
  domain text collate "C" references directory.domains on delete cascade,
  count int not null,
  primary key (day, domain)
);
comment on table directory.lookups_by_day is 'Lookups per day, for 13 months.';
create index lookups_by_day_domain on directory.lookups_by_day (domain, day);

create table directory.lookup_totals (
  domain text collate "C" primary key references directory.domains on delete cascade,
  total bigint not null
);
comment on table directory.lookup_totals is 'Lookups in total.';

create table directory.quotas (
  name text,
  subject text,
  used int not null,
  ends_at timestamptz(3) not null,
  primary key (name, subject)
);
comment on table directory.quotas is
  'Use of quotas. The subject is an opaque key of a client, a domain, or the whole service. No address is stored.';
create index quotas_ends_at on directory.quotas (ends_at);

create table directory.quota_networks (
  name text,
  subject text,
  network text,
  used int not null,
  ends_at timestamptz(3) not null,
  primary key (name, subject, network)
);
comment on table directory.quota_networks is
  'Use of shared quotas by network. The network is an opaque key. A row with another ends_at than its quota is '
  'outdated and does not count.';
create index quota_networks_ends_at on directory.quota_networks (ends_at);

create function api.count_lookups(counts jsonb, at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  counted int;
begin
  with tracked as materialized (
    -- Lock in one order, so that writers never wait for each other.
    select d.domain, sum(c.count)::int as count from jsonb_to_recordset(counts) c (domain text, count int)
    join directory.domains d on d.domain = c.domain where c.count > 0 group by d.domain order by d.domain
  ), by_hour as (
    insert into directory.lookups_by_hour as h (hour, domain, count)
    select date_trunc('hour', at, 'UTC'), k.domain, k.count from tracked k
    on conflict (hour, domain) do update set count = h.count + excluded.count
  ), by_day as (
    insert into directory.lookups_by_day as y (day, domain, count)
    select (at at time zone 'UTC')::date, k.domain, k.count from tracked k
    on conflict (day, domain) do update set count = y.count + excluded.count
  )
  insert into directory.lookup_totals as l (domain, total) select k.domain, k.count from tracked k
  on conflict (domain) do update set total = l.total + excluded.total;
  get diagnostics counted = row_count;
  with old as materialized (
    select h.hour, h.domain from directory.lookups_by_hour h where h.hour < at - interval '2 days'
    order by h.hour, h.domain limit 2000 for update skip locked)
  delete from directory.lookups_by_hour h using old o where h.hour = o.hour and h.domain = o.domain;
  with old as materialized (
    select y.day, y.domain from directory.lookups_by_day y where y.day < (at - interval '13 months')::date
    order by y.day, y.domain limit 2000 for update skip locked)
  delete from directory.lookups_by_day y using old o where y.day = o.day and y.domain = o.domain;
  return to_jsonb(counted);
end;
$$;
comment on function api.count_lookups is
  'Adds counts of tracked domains, ignores others, and deletes some expired rows. Returns the number of counted rows.';

-- Rule of src/directory/fair-share.ts: the last fifth of a shared quota is reserved for networks with little use.
create function directory.may_take(quota int, total int, own int)
returns boolean language sql immutable set search_path = '' as $$
  select quota > total and ((quota - total) * 5 > quota or own * 20 < quota - total)
$$;

-- The upsert locks the rows in one order, so two processes never take the same last request.
create function api.take_quotas(takes jsonb, at timestamptz default clock_timestamp())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  allowed boolean;
  standings jsonb;
begin
  insert into directory.quotas as q (name, subject, used, ends_at)
  select t.name, t.subject, 0, at + make_interval(secs => t.window_s)
  from jsonb_to_recordset(takes) t (name text, subject text, window_s double precision) order by t.name, t.subject
  on conflict on constraint quotas_pkey do update set
    used = case when q.ends_at <= at then 0 else q.used end,
    ends_at = case when q.ends_at <= at then excluded.ends_at else q.ends_at end;
  select bool_and(s.open), jsonb_agg(jsonb_build_object(
      'name', s.name, 'open', s.open, 'remaining', greatest(0, s.quota - s.used),
      'reset_s', greatest(0, ceil(extract(epoch from s.ends_at - at)))::int) order by s.place)
  into allowed, standings
  from (
    select q.name, t.quota, q.used, q.ends_at, t.place,
      case when t.network is null then q.used < t.quota
        else directory.may_take(t.quota, q.used, coalesce(n.used, 0)) end as open
    from rows from (jsonb_to_recordset(takes) as (name text, subject text, network text, quota int))
    with ordinality t (name, subject, network, quota, place)
    join directory.quotas q on q.name = t.name and q.subject = t.subject
    left join directory.quota_networks n
      on n.name = t.name and n.subject = t.subject and n.network = t.network and n.ends_at = q.ends_at) s;
  if allowed then
    update directory.quotas q set used = q.used + 1
    from jsonb_to_recordset(takes) t (name text, subject text) where q.name = t.name and q.subject = t.subject;
    insert into directory.quota_networks as n (name, subject, network, used, ends_at)
    select q.name, q.subject, t.network, 1, q.ends_at
    from jsonb_to_recordset(takes) t (name text, subject text, network text)
    join directory.quotas q on q.name = t.name and q.subject = t.subject where t.network is not null
    on conflict on constraint quota_networks_pkey do update set
      used = case when n.ends_at = excluded.ends_at then n.used + 1 else 1 end, ends_at = excluded.ends_at;
  end if;
  perform directory.forget_old_quotas(at);
  return jsonb_build_object('allowed', allowed, 'standings', standings);
end;
$$;
comment on function api.take_quotas is
  'Counts a request against every quota ([{ name, subject, network, quota, window_s }]), or against no quota if one '
  'refuses. A quota with a network is shared (see directory.may_take). The use by its networks ends with its window.';

-- Deletes a few rows with an ended window.
create function directory.forget_old_quotas(at timestamptz) returns void language sql set search_path = '' as $$
  with old as materialized (
    select o.name, o.subject from directory.quotas o where o.ends_at < at
    order by o.ends_at limit 100 for update skip locked)
  delete from directory.quotas q using old o where q.name = o.name and q.subject = o.subject;
  with old as materialized (
    select o.name, o.subject, o.network from directory.quota_networks o where o.ends_at < at
    order by o.ends_at limit 100 for update skip locked)
  delete from directory.quota_networks n using old o
  where n.name = o.name and n.subject = o.subject and n.network = o.network;
$$;

-- schemas/ownership.sql

---------------------------------------------------------------- proofs and keys

-- No foreign key, because a removed and re-added domain must refuse used tokens.
create table directory.key_generations (
  domain text collate "C" primary key,
  generation int not null check (generation >= 0)
);
comment on table directory.key_generations is 'Number of keys issued for a domain.';

create table directory.keys (
  domain text collate "C" primary key references directory.domains on delete cascade,
  hash text not null unique,
  issued_at timestamptz(3) not null,
  suspended_at timestamptz(3),
  -- True if the answer with the key may be repeated once, because the key is unused.
  repeatable boolean not null default true,
  -- Id of the call that issued the key. The client repeats a call after a lost connection.
  call uuid
);
comment on table directory.keys is 'One key per domain, stored as a keyed hash. A new key replaces the earlier key.';

create table directory.proof_looks (
  domain text collate "C" primary key,
  lease uuid,
  until timestamptz(3) not null,
  look jsonb
);
comment on table directory.proof_looks is
  'Last look at the proofs of a domain, or the lease of the looking process. The domain need not be tracked. `until` '
  'is the end of the lease, then the end of sharing the look.';
create index proof_looks_until on directory.proof_looks (until);

-- Increases with each key of a domain, and voids tokens of earlier generations.
create function directory.generation_of(site text) returns int language sql stable set search_path = '' as $$
  select coalesce(
    (select g.generation from directory.key_generations g where g.domain = site),
    (select i.first_generation from directory.instance i))
$$;

create function api.get_claim_standing(domain text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('generation', directory.generation_of(x.domain),
    'basis', case when d.domain is not null then directory.score_basis(d) end, 'llms_txt', p.llms_txt,
    'issued', case when k.suspended_at is null and o.proof is not null then jsonb_build_object(
      'key_hash', k.hash, 'at', directory.iso_timestamp(k.issued_at), 'method', o.proof->>'method') end)
  from (select get_claim_standing.domain) x (domain)
  left join directory.domains d on d.domain = x.domain
  left join directory.profiles p on p.domain = d.domain
  left join directory.keys k on k.domain = d.domain
  left join directory.owners o on o.domain = k.domain
$$;
comment on function api.get_claim_standing is
  'Returns the state for the next proof of a domain. `basis` is null if the domain is not tracked.';

create function api.take_proof_look(domain text, lease_ms bigint, at timestamptz default clock_timestamp())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  taken directory.proof_looks;
begin
  insert into directory.proof_looks as p (domain, lease, until)
  values (take_proof_look.domain, gen_random_uuid(), at + make_interval(secs => lease_ms / 1000.0))
  on conflict on constraint proof_looks_pkey do update set lease = excluded.lease, until = excluded.until, look = null
  where p.until <= at
  returning * into taken;
  if not found then
    return (
      select jsonb_build_object('look', p.look, 'next_in_s', greatest(1, ceil(extract(epoch from p.until - at)))::int)
      from directory.proof_looks p where p.domain = take_proof_look.domain);
  end if;
  with old as materialized (
    select p.domain from directory.proof_looks p where p.until < at
    order by p.until limit 100 for update skip locked)
  delete from directory.proof_looks p using old o where p.domain = o.domain;
  return jsonb_build_object('lease', taken.lease);
end;
$$;
comment on function api.take_proof_look is
  'Returns the shared look at the proofs of a domain, or a lease to make it, or a time to wait if another process has '
  'the lease. Deletes a few expired looks.';

create function api.finish_proof_look(
  domain text, lease uuid, look jsonb, keep_ms bigint, at timestamptz default clock_timestamp())
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  update directory.proof_looks p
  set lease = null, look = finish_proof_look.look,
    until = case when finish_proof_look.look is null then at else at + make_interval(secs => keep_ms / 1000.0) end
  where p.domain = finish_proof_look.domain and p.lease = finish_proof_look.lease;
  return to_jsonb(found);
end;
$$;
comment on function api.finish_proof_look is
  'Ends a lease with a look, which is shared for `keep_ms`. Without a look, the next caller looks again.';

create function api.verify_owner(
  domain text, generation int, basis jsonb, authority smallint, tier text, proof jsonb, key_hash text, call uuid,
  at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  d directory.domains;
  issued int;
begin
  perform directory.refuse_during_restore();
  select * into d from directory.domains k where k.domain = verify_owner.domain for update;
  if not found then raise exception '% is not tracked', verify_owner.domain using errcode = 'PT404'; end if;
  issued := directory.generation_of(d.domain);
  if issued <> verify_owner.generation then
    return jsonb_build_object('result', case
      when exists (
        select from directory.keys k where k.domain = d.domain and k.call = verify_owner.call) then 'verified'
      else 'used' end);
  end if;
  if directory.score_basis(d) <> basis then return '{"result":"changed"}'; end if;
  insert into directory.key_generations as g (domain, generation) values (d.domain, issued + 1)
  on conflict on constraint key_generations_pkey do update set generation = excluded.generation;
  insert into directory.keys as k (domain, hash, issued_at, call) values (d.domain, key_hash, at, verify_owner.call)
  on conflict on constraint keys_pkey do update set
    hash = excluded.hash, issued_at = excluded.issued_at, suspended_at = null, repeatable = true, call = excluded.call;
  delete from directory.proof_looks p where p.domain = d.domain;
  perform directory.end_channels(d.domain, d.verified, at);
  insert into directory.owners as o (domain, proof) values (d.domain, verify_owner.proof)
  on conflict on constraint owners_pkey do update set proof = excluded.proof;
  update directory.profiles p set verified_at = at where p.domain = d.domain and not d.verified;
  perform directory.write_score(d, true, verify_owner.authority, verify_owner.tier, d.rejection, at);
  perform directory.reschedule(array[d.domain], at + interval '1 day');
  return '{"result":"verified"}';
end;
$$;
comment on function api.verify_owner is
  'Issues a key for a proof. A second call with a token of this generation returns `used`. Ends the look, so that it '
  'proves nothing again. A new owner starts without channels, so that nobody reads earlier addresses.';

-- Writes a score that was decided outside of a visit. `d` is the previous row.
create function directory.write_score(
  d directory.domains, verified boolean, authority smallint, tier text, rejection text, t timestamptz)
returns void language plpgsql set search_path = '' as $$
begin
  update directory.domains k
  set verified = write_score.verified, authority = write_score.authority, tier = write_score.tier,
    rejection = write_score.rejection, edits = k.edits + 1
  where k.domain = d.domain;
  if d.authority is distinct from write_score.authority then
    perform directory.write_score_point(k.domain, t, to_jsonb(k)) from directory.domains k where k.domain = d.domain;
  end if;
  perform directory.stamp_changes(array[d.domain]);
end;
$$;

create function api.repeat_key(hash text) returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform directory.refuse_during_restore();
  update directory.keys k set repeatable = false
  where k.hash = repeat_key.hash and k.repeatable and k.suspended_at is null;
  return to_jsonb(found);
end;
$$;
comment on function api.repeat_key is
  'Reports whether the answer with this key may be repeated, and allows it only once.';

create function api.find_key(hash text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform directory.refuse_during_restore();
  return (
    select jsonb_build_object('domain', k.domain, 'hash', k.hash, 'suspended', k.suspended_at is not null,
      'repeatable', k.repeatable)
    from directory.keys k where k.hash = find_key.hash);
end;
$$;
comment on function api.find_key is 'Returns the domain and the state of a key, or null.';

create function api.end_repeat(hash text) returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  update directory.keys k set repeatable = false where k.hash = end_repeat.hash and k.repeatable;
  return to_jsonb(found);
end;
$$;
comment on function api.end_repeat is 'Records the use of a key. Its answer was not lost, so it may not be repeated.';

create function api.replace_key_hash(old_hash text, new_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update directory.keys k set hash = new_hash where k.hash = old_hash;
  return to_jsonb(found);
end;
$$;
comment on function api.replace_key_hash is 'Stores the key''s hash under another secret of the server.';

---------------------------------------------------------------- replacing the server's secret

create function api.count_outdated_keys(secret_id text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(count(*)) from directory.keys k where not starts_with(k.hash, secret_id || '.')
$$;
comment on function api.count_outdated_keys is
  'Returns the number of keys that were not hashed with this secret. These keys end when the previous secret is '
  'removed.';

create function api.list_outdated_webhook_secrets(secret_id text, after text, max_rows int)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(s order by s.sealed collate "C"), '[]') from (
    select x.domain, x.sealed from (
      select o.domain, o.webhook_secret as sealed from directory.owners o
      union all
      select w.domain, w.secret from directory.watches w) x
    where not starts_with(x.sealed, secret_id || '.') and x.sealed collate "C" > coalesce(after, '')
    order by x.sealed collate "C" limit least(max_rows, 1000)) s
$$;
comment on function api.list_outdated_webhook_secrets is
  'Lists the webhook secrets of owners and watches that were not sealed with the secret of this id, by their sealed '
  'text.';

create function api.replace_webhook_secret(domain text, old_secret text, new_secret text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  replaced int;
begin
  with of_owner as (
    update directory.owners o set webhook_secret = new_secret
    where o.domain = replace_webhook_secret.domain and o.webhook_secret = old_secret returning 1
  ), of_watch as (
    update directory.watches w set secret = new_secret
    where w.domain = replace_webhook_secret.domain and w.secret = old_secret returning 1
  )
  select (select count(*) from of_owner) + (select count(*) from of_watch) into replaced;
  return to_jsonb(replaced > 0);
end;
$$;
comment on function api.replace_webhook_secret is
  'Replaces a sealed webhook secret. Returns false if the secret changed in the meantime.';

---------------------------------------------------------------- the owner's profile

create function api.update_profile(
  domain text, changes jsonb, webhook_secret text, mailboxes text[], at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  d directory.domains;
  p directory.profiles;
begin
  select * into d from directory.domains k where k.domain = update_profile.domain for update;
  if not found then return null; end if;
  select * into p from directory.profiles k where k.domain = update_profile.domain;
  d := jsonb_populate_record(d, changes);
  p := jsonb_populate_record(p, changes);
  with described as (
    update directory.profiles k
    set description = p.description, contact = p.contact, nested_llms_txt = p.nested_llms_txt
    where k.domain = p.domain
  )
  update directory.domains k set tags = d.tags, edits = k.edits + 1 where k.domain = d.domain;
  insert into directory.owners (domain) values (d.domain) on conflict do nothing;
  if changes ? 'webhook_url' then
    perform directory.set_webhook(d.domain, changes->>'webhook_url', webhook_secret);
  end if;
  if changes ? 'notify_email' then
    perform directory.set_email(d.domain, changes->>'notify_email', mailboxes, at);
  end if;
  if changes ? 'notify_changes' then
    update directory.owners o set notify_changes = (changes->>'notify_changes')::boolean where o.domain = d.domain;
  end if;
  perform directory.stamp_changes(array[d.domain]);
  return api.lookup_domain(d.domain);
end;
$$;
comment on function api.update_profile is
  'Changes the given members of a profile, and returns the record. Null clears a member. A new webhook gets a new '
  'secret, and a new email address needs a confirmation.';

---------------------------------------------------------------- reads and requests of owners

create function directory.count_owner_lookups(site text, t timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  with days as (
    select to_char(x.day, 'YYYY-MM-DD') as date, coalesce(l.count, 0) as count
    from generate_series((t at time zone 'UTC')::date - 29, (t at time zone 'UTC')::date, interval '1 day') x (day)
    left join directory.lookups_by_day l on l.domain = site and l.day = x.day::date
  )
  select jsonb_build_object(
    'total', coalesce((select l.total from directory.lookup_totals l where l.domain = site), 0),
    'last_24h', (
      select coalesce(sum(h.count), 0) from directory.lookups_by_hour h
      where h.domain = site and h.hour > t - interval '24 hours'),
    'last_7d', (select sum(d.count) from (select * from days order by days.date desc limit 7) d),
    'last_30d', (select sum(d.count) from days d),
    'daily', (select jsonb_agg(d order by d.date) from days d))
$$;

create function api.get_owner_stats(domain text, at timestamptz default now())
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'lookups', directory.count_owner_lookups(d.domain, at),
    'score_history', directory.list_score_points(d.domain, 365),
    'failure', c.failure, 'proof', o.proof,
    'notifications',
      directory.channels_of(o) || jsonb_build_object('recent', directory.list_recent_deliveries(d.domain)))
  from directory.domains d
  join directory.crawl c on c.domain = d.domain
  left join directory.owners o on o.domain = d.domain
  where d.domain = get_owner_stats.domain
$$;
comment on function api.get_owner_stats is
  'Returns the data of an owner''s dashboard, or null if the domain is not tracked.';

create function api.take_recrawl(domain text, interval_s int, at timestamptz default clock_timestamp())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  next_at timestamptz;
begin
  insert into directory.owners (domain) values (take_recrawl.domain) on conflict do nothing;
  select o.recrawled_at + make_interval(secs => interval_s) into next_at from directory.owners o
  where o.domain = take_recrawl.domain for update;
  if next_at > at then
    return jsonb_build_object('allowed', false,
      'retry_after_s', greatest(1, ceil(extract(epoch from next_at - at)))::int);
  end if;
  update directory.owners o set recrawled_at = at where o.domain = take_recrawl.domain;
  return jsonb_build_object('allowed', true, 'retry_after_s', 0);
end;
$$;
comment on function api.take_recrawl is 'Allows one recrawl of a domain within interval_s.';

-- schemas/packages.sql

-- Answers of package registries, kept for a while.

create table directory.packages (name text collate "C" primary key, links jsonb, ends_at timestamptz(3) not null);
comment on table directory.packages is
  'Links of packages, as their registries gave them a while ago: [{ via, url }], or null for an unknown package. The '
  'name is a package URL.';
create index packages_ends_at on directory.packages (ends_at);

create function api.find_packages(names text[], at timestamptz default now()) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'links', p.links)), '[]')
  from directory.packages p where p.name = any(names) and p.ends_at > at
$$;
comment on function api.find_packages is 'Returns the kept answers of registries for these names, in any order.';

create function api.keep_package(name text, links jsonb, keep_s int, at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  insert into directory.packages as p (name, links, ends_at)
  values (keep_package.name, nullif(keep_package.links, 'null'), at + make_interval(secs => keep_s))
  on conflict on constraint packages_pkey do update set links = excluded.links, ends_at = excluded.ends_at;
  with old as materialized (
    select p.name from directory.packages p where p.ends_at < at
    order by p.ends_at limit 100 for update skip locked)
  delete from directory.packages p using old o where p.name = o.name;
  return 'true';
end;
$$;
comment on function api.keep_package is
  'Keeps an answer of a registry. Deletes a few old answers, so that the table holds no more than the reads of two '
  'days.';

-- schemas/moderation.sql

-- No foreign key, because decisions stay after a domain is removed.
create table directory.moderation_log (
  id uuid primary key default gen_random_uuid(),
  at timestamptz(3) not null,
  domain text collate "C" not null,
  action text not null check (action in ('block', 'unblock', 'reject', 'opt-out', 'transfer', 'remove', 'forget')),
  rejection text,
  note text,
  operator text not null
);
comment on table directory.moderation_log is 'Audit log of operators.';
create index moderation_log_domain on directory.moderation_log (domain, at);
create index moderation_log_at on directory.moderation_log (at);

create function directory.log_line(m directory.moderation_log) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(m) - 'id' || jsonb_build_object('at', directory.iso_timestamp(m.at))
$$;

create function api.get_case(domain text) returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(x) from (
    select to_jsonb(r) as facts, directory.score_basis(d) as basis,
      case when u.domain is not null then
        jsonb_build_object('rejection', u.rejection, 'ruled_at', directory.iso_timestamp(u.ruled_at)) end as ruling,
      directory.iso_timestamp(nullif(c.due_at, 'infinity')) as due_at, c.failure,
      case when k.domain is not null then jsonb_build_object(
        'issued_at', directory.iso_timestamp(k.issued_at),
        'suspended_at', directory.iso_timestamp(k.suspended_at)) end as key,
      directory.generation_of(d.domain) as key_generation, o.proof->>'method' as proof, o.webhook_state, o.email_state,
      (select coalesce(jsonb_agg(directory.log_line(m) order by m.at desc), '[]')
        from directory.moderation_log m where m.domain = d.domain) as log
    from directory.domains d
    join directory.records r on r.domain = d.domain
    join directory.crawl c on c.domain = d.domain
    left join directory.rulings u on u.domain = d.domain
    left join directory.keys k on k.domain = d.domain
    left join directory.owners o on o.domain = d.domain
    where d.domain = get_case.domain) x
$$;
comment on function api.get_case is
  'Returns the data for an operator''s decision about a domain, or null if the domain is not tracked. Contains no '
  'secret and no personal address.';

create function api.moderate(
  domain text, action text, basis jsonb, ruling text, rejection text, verified boolean, authority smallint, tier text,
  visited boolean, note text, operator text, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  d directory.domains;
begin
  select * into d from directory.domains k where k.domain = moderate.domain for update;
  if not found then raise exception '% is not tracked', moderate.domain using errcode = 'PT404'; end if;
  if directory.score_basis(d) <> basis then return '"changed"'; end if;
  if action = 'transfer' then
    perform directory.forget_owner(d.domain);
  else
    delete from directory.rulings r where r.domain = d.domain;
    insert into directory.rulings (domain, rejection, ruled_at)
    select d.domain, moderate.ruling, at where moderate.ruling is not null;
  end if;
  update directory.profiles p set verified_at = null
  where p.domain = d.domain and not moderate.verified and p.verified_at is not null;
  perform directory.write_score(d, moderate.verified, moderate.authority, moderate.tier, moderate.rejection, at);
  update directory.crawl c set forbidden = not visited, due_at = case
      when not visited or c.lease is not null then c.due_at
      when c.due_at = 'infinity' or action = 'unblock' then at
      else c.due_at
      end
  where c.domain = d.domain;
  perform directory.reschedule(array[d.domain], null);
  insert into directory.moderation_log (at, domain, action, rejection, note, operator)
  values (at, d.domain, moderate.action, moderate.ruling, moderate.note, moderate.operator);
  return '"done"';
end;
$$;
comment on function api.moderate is
  'Applies an operator''s decision. Score and tier were computed from `basis`. If `ruling` is null, the decision '
  'ends. If `visited` is false, the domain may not be visited.';

create function api.remove_domain(domain text, note text, operator text, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform from directory.domains d where d.domain = remove_domain.domain for update;
  if not found then return '"unknown"'; end if;
  if exists (select from directory.rulings u where u.domain = remove_domain.domain) then return '"ruled"'; end if;
  delete from directory.domains d where d.domain = remove_domain.domain;
  insert into directory.moderation_log (at, domain, action, note, operator)
  values (remove_domain.at, remove_domain.domain, 'remove', remove_domain.note, remove_domain.operator);
  return '"removed"';
end;
$$;
comment on function api.remove_domain is
  'Removes an entry with all its data. Refuses a domain with a decision, because the domain could then be registered '
  'again.';

create function api.forget_texts(
  domain text, version int, note text, operator text, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  forgotten text[];
  latest text;
begin
  perform from directory.domains d where d.domain = forget_texts.domain for update;
  if not found then return '"unknown"'; end if;
  forgotten := array(
    select distinct v.same_as from directory.versions v
    where v.domain = forget_texts.domain and (forget_texts.version is null or v.version = forget_texts.version));
  if forget_texts.version is not null and forgotten = '{}' then return '"no-version"'; end if;
  select v.same_as into latest from directory.versions v
  where v.domain = forget_texts.domain order by v.version desc limit 1;
  update directory.versions v set text_hash = null, title = null, changes = null
  where v.domain = forget_texts.domain and v.same_as = any(forgotten);
  -- Delete later change summaries, because they quote the text.
  update directory.versions v set changes = null
  from directory.versions k
  where v.domain = forget_texts.domain and k.domain = v.domain and k.version = v.version - 1
    and k.same_as = any(forgotten);
  if forget_texts.version is null or latest = any(forgotten) then
    perform directory.forget_file(forget_texts.domain);
  end if;
  insert into directory.moderation_log (at, domain, action, note, operator)
  values (forget_texts.at, forget_texts.domain, 'forget', forget_texts.note, forget_texts.operator);
  return '"forgotten"';
end;
$$;
comment on function api.forget_texts is
  'Removes the text of one version, or of all if `version` is null, with its search words. Removes the current file '
  'as well, which the next visit reads again. A decision, in contrast, only hides texts.';

-- Delete the current file and all derived data.
create function directory.forget_file(site text) returns void language plpgsql set search_path = '' as $$
begin
  delete from directory.files i where i.domain = site;
  delete from directory.scoped_files f where f.domain = site;
  update directory.profiles p set title = null, summary = null, summary_source = null, section_names = '{}'
  where p.domain = site;
  update directory.search_documents s set words = directory.name_words(site), words_version = null
  where s.domain = site;
  update directory.crawl c set content_hash = null, etag = null, last_modified = null where c.domain = site;
  update directory.domains d set topics = '{}', generator = null, edits = d.edits + 1 where d.domain = site;
  perform directory.stamp_changes(array[site]);
end;
$$;

-- Delete key, channels and profile. Used tokens stay used.
create function directory.forget_owner(site text) returns void language plpgsql set search_path = '' as $$
begin
  perform directory.cancel_deliveries(site, array['webhook', 'email']);
  delete from directory.keys k where k.domain = site;
  delete from directory.owners o where o.domain = site;
  update directory.profiles p set description = null, nested_llms_txt = '{}', contact = null where p.domain = site;
  update directory.domains d set tags = '{}' where d.domain = site;
end;
$$;

create function api.list_rulings(after text, max_rows int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(r order by r.domain), '[]') from (
    select k.domain, k.rejection, directory.iso_timestamp(k.ruled_at) as ruled_at from directory.rulings k
    where k.domain > coalesce(after, '') order by k.domain limit least(greatest(max_rows, 1), 1000)) r
$$;
comment on function api.list_rulings is 'Lists the decisions of operators by name.';

create function api.list_moderation(max_rows int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(directory.log_line(m) order by m.at desc, m.id), '[]')
  from (select * from directory.moderation_log k order by k.at desc, k.id limit least(greatest(max_rows, 1), 1000)) m
$$;
comment on function api.list_moderation is 'Lists the lines of the audit log, newest first.';

-- schemas/survey.sql

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

-- schemas/backup.sql

-- Export and restore of the whole directory as lines of JSON, in steps of bounded size. Every line starts with its
-- table, so that the table is found without parsing the row. Build lines as text, because a JSON tree per row doubles
-- the time.

create table directory.restore_progress (
  one boolean primary key default true check (one),
  digest text not null,
  written jsonb not null default '{}'
);
comment on table directory.restore_progress is 'Running restore with its row counts per table, or no row.';

-- A copy may contain keys that were revoked later, and the end of the restore suspends them. Until then, accept and
-- issue no key.
create function directory.refuse_during_restore() returns void language plpgsql stable set search_path = '' as $$
begin
  if exists (select from directory.restore_progress) then
    raise exception 'a restore is not finished: run it again' using errcode = 'PT503';
  end if;
end;
$$;

create function directory.line_start(name text) returns text language sql immutable set search_path = '' as $$
  select '{"table": "' || name || '", "row": '
$$;

create type directory.copied_table as (
  name text, place int, by_domain boolean, outlives boolean, keys text, columns text);

-- Tables of a copy, in the order of writing: referenced tables come first. Equal tables are ordered by name, so alerts
-- come before owners, and the trigger creates no deliveries. Tables kept by triggers or bound to one database are left
-- out. `outlives` marks tables whose rows survive the removal of a domain.
create function directory.copied_tables() returns directory.copied_table[]
language sql stable set search_path = '' as $$
  with recursive tables as (
    select c.oid, c.relname::text as name from pg_catalog.pg_class c
    where c.relnamespace = 'directory'::regnamespace and c.relkind = 'r' and c.relname <> all (array[
      'counters', 'counter_changes', 'listed_tags', 'search_documents', 'word_list', 'instance',
      'restore_progress', 'proof_looks', 'packages'])
  ), depths as (
    select t.oid, 0 as depth from tables t
    union
    select f.conrelid, d.depth + 1 from depths d
    join pg_catalog.pg_constraint f on f.contype = 'f' and f.confrelid = d.oid and f.conrelid <> d.oid
    join tables t on t.oid = f.conrelid
  ), columns as (
    select a.attrelid as oid, bool_or(a.attname = 'domain') as by_domain,
      string_agg(format('x.%I', a.attname), ', ' order by k.place) filter (where k.place is not null) as keys,
      string_agg(format('x.%I', a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns
    from tables t
    join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    join pg_catalog.pg_index i on i.indrelid = t.oid and i.indisprimary
    left join unnest(i.indkey::int2[]) with ordinality k (attnum, place) on k.attnum = a.attnum
    group by a.attrelid
  ), described as (
    select t.name,
      (row_number() over (order by (select max(d.depth) from depths d where d.oid = t.oid), t.name))::int as place,
      c.by_domain, not exists (
        select from pg_catalog.pg_constraint f
        where f.contype = 'f' and f.conrelid = t.oid and f.confrelid = 'directory.domains'::regclass) as outlives,
      c.keys, c.columns
    from tables t join columns c on c.oid = t.oid
  )
  select array_agg(d::directory.copied_table order by d.place) from described d
$$;

create function api.describe_copy() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'migrations', (
      select coalesce(jsonb_agg(m.version order by m.version), '[]') from supabase_migrations.schema_migrations m),
    'tables', (select jsonb_agg(t.name order by t.place) from unnest(directory.copied_tables()) t))
$$;
comment on function api.describe_copy is
  'Returns the header of a copy: the migrations of the database, and its tables in order.';

---------------------------------------------------------------- reading

-- Rows of one table selected by `condition` on $1.
create function directory.copy_rows(t directory.copied_table, condition text, argument text[])
returns text language plpgsql stable set search_path = '' as $$
declare
  lines text;
begin
  execute format(
    'select string_agg(%L || row_to_json(r)::text, E''}\n'') || E''}\n''
      from (select %s from directory.%I x where %s order by %s) r',
    directory.line_start(t.name), t.columns, t.name, condition, t.keys)
  into lines using argument;
  return coalesce(lines, '');
end;
$$;

-- All rows of some domains with their texts and runs, read by one statement to be consistent.
create function directory.copy_domains(copied directory.copied_table[], domains text[])
returns text language sql stable set search_path = '' as $$
  select string_agg(directory.copy_rows(t, case t.name
      when 'texts' then 'x.hash in (
        select i.text_hash from directory.files i where i.domain = any($1)
        union all
        select v.text_hash from directory.versions v where v.domain = any($1))'
      when 'runs' then 'x.id in (select v.run from directory.run_visits v where v.domain = any($1))'
      else 'x.domain = any($1)' end, domains), '' order by t.place)
  from unnest(copied) t where t.by_domain or t.name in ('texts', 'runs')
$$;

-- Domains in any table of a copy, in order. Some tables keep removed domains.
create function directory.copied_names(
  copied directory.copied_table[], after text, through text, max_rows int)
returns text[] language plpgsql stable set search_path = '' as $$
declare
  t directory.copied_table;
  names text[] := '{}';
  more text[];
begin
  foreach t in array copied loop
    continue when not t.by_domain or not t.outlives;
    execute format(
      'select array(select distinct x.domain from directory.%I x
        where x.domain > $1 and ($2 is null or x.domain <= $2) order by 1 limit $3)', t.name)
    into more using after, through, max_rows;
    names := names || more;
  end loop;
  return array(select distinct n.name collate "C" from unnest(names) n (name) order by 1 limit max_rows);
end;
$$;

-- The first domains whose rows have about max_bytes together, at least one. Estimate large columns before reading
-- them.
create function directory.names_within(names text[], max_bytes int) returns text[]
language sql stable set search_path = '' as $$
  with weighed as (
    select n.place, n.name, sum(
        coalesce(octet_length(x.packed), 0) * 2
        + (coalesce(pg_column_size(i.seen), 0) + coalesce(pg_column_size(i.answer), 0)) * 4
        + (select count(*) * 200 from directory.score_history h where h.domain = n.name)
        + (select coalesce(sum(octet_length(p.packed) * 2), 0) + count(*) * 300
            + coalesce(sum(pg_column_size(v.changes) * 4), 0)
          from directory.versions v left join directory.texts p on p.hash = v.text_hash
          where v.domain = n.name)
        + (select count(*) * 80 from directory.lookups_by_day l where l.domain = n.name)
        + (select coalesce(sum(pg_column_size(v.held)), 0) * 4 from directory.run_visits v where v.domain = n.name)
      ) over (order by n.place) as bytes
    from unnest(names) with ordinality n (name, place)
    left join directory.files i on i.domain = n.name
    left join directory.texts x on x.hash = i.text_hash
  )
  select array_agg(w.name order by w.place) from weighed w where w.place = 1 or w.bytes <= max_bytes
$$;

create function api.read_copy(after jsonb, max_bytes int, known jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  copied directory.copied_table[] := directory.copied_tables();
  step jsonb;
begin
  if coalesce(after->>'part', 'domains') <> 'domains' then
    return directory.read_copy_of_tables(copied, coalesce((after->>'place')::int, 0), after->'row');
  end if;
  step := directory.read_copy_of_domains(copied, coalesce(after->>'domain', ''), known->>'through', max_bytes);
  return case when known is null then step else step || directory.changed_lines(
    step->>'lines', array(select jsonb_array_elements_text(known->'rows'))) end;
end;
$$;
comment on function api.read_copy is
  'Returns the next step of a copy: lines, their last domain, and the cursor of the following step or null. Copies '
  'all domains by name, then the tables without domains, whose lines have no last domain. `known` are the row hashes '
  'of an earlier copy for domains up to `through`. With `known`, the step ends there, leaves out rows with these '
  'hashes, and returns 1 for each hash whose row still exists and 0 for others.';

create function directory.changed_lines(lines text, known text[]) returns jsonb
language sql immutable set search_path = '' as $$
  with found as materialized (
    select l.line, md5(l.line) as hash, l.place
    from string_to_table(lines, E'\n') with ordinality l (line, place) where l.line <> ''
  ), known as materialized (select k.hash, k.place from unnest(known) with ordinality k (hash, place))
  select jsonb_build_object(
    'lines', (
      select coalesce(string_agg(f.line || E'\n', '' order by f.place), '') from found f
      where f.hash not in (select k.hash from known k)),
    'kept', (
      select coalesce(string_agg(case when k.hash in (select f.hash from found f) then '1' else '0' end, ''
        order by k.place), '')
      from known k))
$$;

create function directory.read_copy_of_domains(
  copied directory.copied_table[], after text, through text, max_bytes int)
returns jsonb language plpgsql stable set plan_cache_mode = force_custom_plan set search_path = '' as $$
declare
  names text[] := directory.copied_names(copied, after, through, 500);
  picked text[];
  lines text := '';
  last text;
begin
  while cardinality(names) > 0 and octet_length(lines) < max_bytes loop
    picked := directory.names_within(names[1:100], max_bytes / 2);
    lines := lines || directory.copy_domains(copied, picked);
    last := picked[cardinality(picked)];
    names := names[cardinality(picked) + 1:];
  end loop;
  last := coalesce(last, through);
  return jsonb_build_object('lines', lines, 'through', last, 'cursor', case
    when last is null then '{"part": "tables"}'
    else jsonb_build_object('part', 'domains', 'domain', last)
    end);
end;
$$;

create function directory.read_copy_of_tables(copied directory.copied_table[], first_place int, after jsonb)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  t directory.copied_table;
  lines text;
  last jsonb;
begin
  select * into t from unnest(copied) c
  where not c.by_domain and c.name <> 'texts' and c.place >= first_place
  order by c.place limit 1;
  if not found then return '{"lines": "", "through": null, "cursor": null}'; end if;
  execute format('select string_agg(%L || l.row, E''}\n'' order by l.place) || E''}\n'',
      (array_agg(l.row order by l.place desc))[1]::jsonb
    from (
      select row_to_json(x)::text as row, row_number() over (order by %2$s) as place from directory.%3$I x
      where $1 is null or (%2$s) > (select %2$s from jsonb_populate_record(null::directory.%3$I, $1) x)
      order by %2$s limit 1000) l',
    directory.line_start(t.name), t.keys, t.name)
  into lines, last using after;
  return jsonb_build_object('lines', coalesce(lines, ''), 'through', null, 'cursor', case
    when last is null then jsonb_build_object('part', 'tables', 'place', t.place + 1)
    else jsonb_build_object('part', 'tables', 'place', t.place, 'row', last)
    end);
end;
$$;

---------------------------------------------------------------- writing

create function api.begin_restore(digest text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  under_way text := (select r.digest from directory.restore_progress r for update);
begin
  if under_way <> digest then
    raise exception
      'the restore of another copy is not finished: run it again with its file, or restore into an empty directory'
      using errcode = 'PT409';
  end if;
  if under_way is null and (exists (select from directory.domains) or exists (select from directory.runs)
    or exists (select from directory.key_generations)) then
    raise exception
      'the directory already contains data: restore into a new DATA_DIR or a new Supabase project'
      using errcode = 'PT409';
  end if;
  insert into directory.restore_progress as r (digest) values (begin_restore.digest)
  on conflict (one) do nothing;
  return to_jsonb(case when under_way is null then 'begun' else 'continued' end);
end;
$$;
comment on function api.begin_restore is
  'Begins a restore into an empty directory, and refuses another directory. An interrupted restore can restart from '
  'the first line of the same copy.';

create function api.write_copy(digest text, lines text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  counted jsonb;
  g record;
  n int;
  total int := 0;
begin
  select r.written into counted from directory.restore_progress r where r.digest = write_copy.digest for update;
  if not found then raise exception 'no restore of this copy has been begun' using errcode = 'PT409'; end if;
  for g in
    select w.name, w.lines, c.name as target
    from (
      select substring(left(l.line, 100) from '^{"table": "([a-z_]+)"') as name,
        array_agg(l.line order by l.place) as lines
      from string_to_table(lines, E'\n') with ordinality l (line, place) where l.line <> '' group by 1) w
    -- Load referenced rows first, because a restore takes several steps.
    left join unnest(directory.copied_tables()) c on c.name = w.name
    order by c.place
  loop
    n := directory.write_lines(g.name, g.target, g.lines);
    total := total + n;
    counted := counted || jsonb_build_object(g.name,
      n + case g.name when 'rank_list' then 0 else coalesce((counted->>g.name)::int, 0) end);
  end loop;
  update directory.restore_progress r set written = counted;
  return to_jsonb(total);
end;
$$;
comment on function api.write_copy is 'Writes lines of a copy. Existing rows stay, so a repeated step is written once.';

create function directory.write_lines(name text, target text, lines text[]) returns int
language plpgsql set search_path = '' as $$
declare
  columns text;
  unknown text;
  written int;
begin
  if target is null then raise exception 'this database has no table %', name using errcode = 'PT422'; end if;
  select string_agg(format('%I', k), ', ') filter (where a.attname is not null),
    min(k) filter (where a.attname is null)
  into columns, unknown
  from json_object_keys(lines[1]::json->'row') k
  left join pg_catalog.pg_attribute a on a.attrelid = format('directory.%I', target)::regclass and a.attname = k
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  if unknown is not null then
    raise exception 'this database has no column %.%', name, unknown using errcode = 'PT422';
  end if;
  -- The only row about the rank list exists from the start.
  if name = 'rank_list' then
    delete from directory.rank_list;
  end if;
  execute format('insert into directory.%1$I (%2$s) select %2$s
      from unnest($1) l (line), json_populate_record(null::directory.%1$I, l.line::json->''row'')
      on conflict do nothing', target, columns)
  using lines;
  get diagnostics written = row_count;
  return written;
end;
$$;

-- Keys may have been revoked and tokens used since the copy, so all become invalid. Owners verify again. Generations
-- continue from the minutes since 1970, which no counter has reached.
create function directory.end_restored_keys(t timestamptz) returns void language plpgsql set search_path = '' as $$
declare
  next_generation int := extract(epoch from t)::bigint / 60;
begin
  update directory.keys k set suspended_at = t where k.suspended_at is null;
  update directory.key_generations g set generation = greatest(g.generation + 1, next_generation);
  update directory.instance set first_generation = next_generation;
end;
$$;

create function api.finish_restore(
  digest text, counts jsonb, keep_keys boolean, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  counted jsonb;
  wrong jsonb;
begin
  select r.written into counted from directory.restore_progress r where r.digest = finish_restore.digest for update;
  if not found then raise exception 'no restore of this copy has been begun' using errcode = 'PT409'; end if;
  select coalesce(jsonb_agg(x order by x.table), '[]') into wrong from (
    select k.name as table, coalesce((counts->>k.name)::int, 0) as expected,
      coalesce((counted->>k.name)::int, 0) as found
    from (select jsonb_object_keys(counts) union select jsonb_object_keys(counted)) k (name)) x
  where x.found > x.expected or (x.found < x.expected and x.table not in ('texts', 'runs'));
  if wrong = '[]' then
    update directory.instance set id = gen_random_uuid();
    perform directory.renew_stamps();
    if not keep_keys then perform directory.end_restored_keys(at); end if;
    delete from directory.restore_progress;
  end if;
  return wrong;
end;
$$;
comment on function api.finish_restore is
  'Compares the written rows with the counts of the copy ({ table: lines }), and returns the differences. A copy may '
  'repeat a text or a run. If the numbers agree, the database gets a new identity, so that builds start again.';

-- schemas/rehearsal.sql

-- Use json, because jsonb would copy each text twice.
create function api.list_stored_visits(after text, max_bytes int) returns json
language sql stable security definer set search_path = '' as $$
  with coming as (
    select d.domain, octet_length(x.packed) * 2 as bytes
    from directory.domains d
    join directory.files i on i.domain = d.domain
    join directory.texts x on x.hash = i.text_hash
    -- Limit both tables, because reading a table from its start costs more with each step.
    where d.domain > coalesce(after, '') and i.domain > coalesce(after, '') and d.status = 'valid'
    order by d.domain limit 250
  ), weighed as (
    select n.domain, row_number() over in_order as place, sum(n.bytes) over in_order as bytes
    from coming n window in_order as (order by n.domain)
  )
  select coalesce(json_agg(v order by v.domain), '[]') from (
    select d.domain, d.tier, d.authority, d.verified, d.rejection, u.rejection as ruling, d.score_version,
      directory.score_components(d) as components, c.evidence, i.broken, i.seen, i.bytes, i.text_hash as hash,
      directory.text_of(x) as text
    from weighed w
    join directory.domains d on d.domain = w.domain
    join directory.crawl c on c.domain = d.domain
    join directory.files i on i.domain = d.domain
    join directory.texts x on x.hash = i.text_hash
    left join directory.rulings u on u.domain = d.domain
    where w.place = 1 or w.bytes <= max_bytes) v
$$;
comment on function api.list_stored_visits is
  'Lists the stored last visits of the next valid domains, with texts of about max_bytes together, at least one. The '
  'program applies rules and formulas.';

create function api.count_unjudged_sites() returns json language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(v order by v.status, v.by_homepage), '[]') from (
    select d.status, count(*) as sites,
      coalesce(d.rejection = 'parked' and u.rejection is null
        and not coalesce(i.broken ? 'parked-page error failed', false), false) as by_homepage
    from directory.domains d
    left join directory.files i on i.domain = d.domain
    left join directory.rulings u on u.domain = d.domain
    where d.status <> 'valid' or i.text_hash is null
    group by d.status, by_homepage) v
$$;
comment on function api.count_unjudged_sites is
  'Returns the number of sites that list_stored_visits leaves out, by status. by_homepage means a site without a file '
  'whose homepage offers the domain. A parked file leaves a finding instead.';

-- schemas/grants.sql

-- Only functions read tables, as their owner. A policy allows the reads. FORCE applies the policy to the owner.
do $$
declare
  t regclass;
begin
  for t in
    select c.oid from pg_catalog.pg_class c where c.relnamespace = 'directory'::regnamespace and c.relkind = 'r'
  loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy owner_only on %s to current_user using (true) with check (true)', t);
  end loop;
end;
$$;

revoke all on all tables in schema directory from public, anon, authenticated, service_role;
revoke execute on all functions in schema directory, api from public, anon, authenticated, service_role;

-- Reads with the publishable key.
grant execute on function
  api.lookup_domain, api.lookup_domains, api.list_domains, api.find_sites, api.read_link_texts,
  api.get_word_list, api.find_pages, api.get_text, api.get_stats, api.count_countries,
  api.count_facets, api.list_filtered
to anon;

-- Operations with the secret key: every function of the API.
grant execute on all functions in schema api to service_role;

notify pgrst, 'reload schema';
