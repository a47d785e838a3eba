-- The directory's first schema. Runs unchanged on PostgreSQL 15–18, PGlite 0.5 and hosted Supabase; no extension is needed.
--
-- `directory` is private: tables and the functions that own every read and write. `api` is what the Data API exposes:
-- one thin security-invoker function for each operation, made by directory.expose(). A caller therefore reaches exactly the
-- operations that were exposed to its role, and no table, whatever it asks the Data API for.
-- Refusals are raised as PTxyz (PostgREST answers status xyz). 40001 is never raised: PostgREST 12 retries it for ever.

do $$ begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
end $$;

create schema directory;
create schema api;
grant usage on schema directory, api to anon, service_role;

---------------------------------------------------------------- words

-- ISO 8601 in UTC with Z and milliseconds, whatever the session's time zone and style are.
create function directory.instant(t timestamptz) returns text language sql stable strict parallel safe set search_path = '' as $$
  select pg_catalog.to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- One spelling for the eye's equals: case, compatibility forms and Latin accents do not matter; each Han and Kana character is a word,
-- because the parser would take a whole sentence for one.
create function directory.fold(t text) returns text language sql immutable strict parallel safe set search_path = '' as $$
  select case when pg_catalog.octet_length(t) = pg_catalog.length(t) then pg_catalog.lower(t)
    else pg_catalog.regexp_replace(
           pg_catalog.lower(normalize(pg_catalog.regexp_replace(normalize(t, NFKD), '[\u0300-\u036f]', '', 'g'), NFKC)),
           '([\u3041-\u30ff\u3400-\u9fff])', ' \1 ', 'g') end
$$;

-- What is searched of a domain. Texts are cut so that no site can make a document that the index refuses (1 MiB of words).
create function directory.search_document(domain text, title text, summary text, description text, tags text[]) returns tsvector
  language sql immutable parallel safe set search_path = '' as $$
  select pg_catalog.to_tsvector('pg_catalog.simple'::regconfig, pg_catalog.translate(directory.fold(
    domain || ' ' || coalesce(pg_catalog.left(title, 1000), '') || ' ' || coalesce(pg_catalog.left(summary, 4000), '') || ' ' ||
    coalesce(pg_catalog.left(description, 1000), '') || ' ' || coalesce(pg_catalog.array_to_string(tags, ' '), '')),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                '))
$$;

-- Websearch syntax (quotes, or, a leading minus) over the same words; every other punctuation parts words, and of a URL the name is meant.
create function directory.search_query(q text) returns tsquery language sql immutable strict parallel safe set search_path = '' as $$
  select case when t.q::text ~ '[|!<]' then t.q
    -- The planner takes a repeated word for two independent ones.
    else (select pg_catalog.string_agg(distinct w, ' & ')::tsquery from pg_catalog.regexp_split_to_table(t.q::text, ' & ') w) end
  from (select pg_catalog.websearch_to_tsquery('pg_catalog.simple'::regconfig,
    pg_catalog.regexp_replace(pg_catalog.regexp_replace(
      pg_catalog.translate(directory.fold(pg_catalog.regexp_replace(q, '\mhttps?://(www\.)?', ' ', 'gi')), '!#$%&''()*+,./:;<=>?@[\]^_`{|}~', '                              '),
      '(?<=[^\s"])-', ' ', 'g'), '-(?=\s|$)', ' ', 'g')) as q) t
$$;

-- The start of a domain name that the query may be; null when it can be none.
create function directory.search_prefix(q text) returns text language sql immutable strict parallel safe set search_path = '' as $$
  select case when p ~ '^[a-z0-9][a-z0-9.-]*$' then p end
  from (select pg_catalog.regexp_replace(pg_catalog.lower(pg_catalog.btrim(q)), '^https?://(www\.)?|/$', '', 'g') as p) x
$$;

---------------------------------------------------------------- tables

-- What pages, lists and searches read. Visits that change nothing leave it alone; what every visit rewrites is in directory.crawl.
create table directory.domains (
  domain text collate "C" primary key check (domain ~ '^[a-z0-9_][a-z0-9._-]*$' and length(domain) <= 253),
  status text not null default 'pending' check (status in ('pending', 'valid', 'invalid', 'unreachable')),
  tier text check (tier in ('featured', 'listed', 'unlisted', 'rejected')),
  authority smallint check (authority between 0 and 100),
  verified boolean not null default false,
  -- 0: in every list; 1: only with include_unlisted; 2: in none.
  shelf smallint not null generated always as (
    (case when tier in ('featured', 'listed') then 0 when tier = 'rejected' then 2 else 1 end)::smallint) stored,
  -- The order of all lists, with domain behind it, as one ascending number: verified first, then authority, null last.
  sort_key smallint not null generated always as (
    ((case when verified then 0 else 102 end) + coalesce(100 - authority, 101))::smallint) stored,
  verified_at timestamptz,
  llms_txt text,
  llms_full_txt text,
  nested_llms_txt text[] not null default '{}',
  title text,
  summary text,
  description text,
  tags text[] not null default '{}',
  contact text,
  sections int,
  links int,
  language text,
  rank int check (rank >= 1),
  registered_at timestamptz,
  country text check (length(country) = 2),
  country_basis text check (country_basis in ('cctld', 'locale', 'address')),
  first_seen timestamptz not null,
  reach smallint,
  trust smallint,
  quality smallint,
  freshness smallint,
  score_version smallint,
  rejection text check (rejection in ('block-list', 'parked', 'spam', 'opt-out')),
  -- Grows when somebody other than a visit changes the row: a visit that was judged before is then judged again.
  edits int not null default 0,
  search tsvector not null generated always as (directory.search_document(domain, title, summary, description, tags)) stored
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
create index domains_listed on directory.domains (sort_key, domain) where shelf = 0;
create index domains_shown on directory.domains (sort_key, domain) where shelf < 2;
create index domains_search on directory.domains using gin (search) with (fastupdate = on, gin_pending_list_limit = 1024);
create index domains_search_verified on directory.domains using gin (search) where verified;
-- The planner's word frequencies, for each scope of a search: they tell a frequent term from a rare one without reading a row.
create statistics directory.words_listed on (case when shelf = 0 then search end) from directory.domains;
create statistics directory.words_shown on (case when shelf < 2 then search end) from directory.domains;
create statistics directory.words_verified on (case when verified and shelf < 2 then search end) from directory.domains;
alter statistics directory.words_verified set statistics 1000;
alter statistics directory.words_listed set statistics 1000;
alter statistics directory.words_shown set statistics 1000;

-- What judgement remembers between visits, and the queue. While a row is leased, due_at is the end of the lease: a worker that dies gives
-- its rows back by doing nothing. A held row waits for its run and is due never.
create table directory.crawl (
  domain text collate "C" primary key references directory.domains on delete cascade,
  due_at timestamptz not null,
  priority smallint not null check (priority between 0 and 4),
  lease uuid,
  lease_edits int,
  run text,
  worker text,
  attempts smallint not null default 0,
  quarantined_at timestamptz,
  last_checked timestamptz,
  failure jsonb,
  uptime jsonb not null default '[]',
  content_hash text,
  content_changed_at timestamptz,
  etag text,
  last_modified text,
  interval_ms bigint,
  tls_valid boolean,
  cross_domain_redirect boolean,
  evidence jsonb
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
create index crawl_due on directory.crawl (priority, due_at);
create unique index crawl_lease on directory.crawl (lease) where lease is not null;
create index crawl_last_checked on directory.crawl (last_checked) where last_checked is not null;

create table directory.texts (hash text primary key, body text not null);

create table directory.readings (
  domain text collate "C" primary key references directory.domains on delete cascade,
  findings jsonb not null default '[]',
  preview jsonb,
  text_hash text references directory.texts
);
create index readings_text on directory.readings (text_hash) where text_hash is not null;

create table directory.history (
  domain text collate "C" not null references directory.domains on delete cascade,
  day date not null,
  at timestamptz not null,
  status text not null,
  authority smallint,
  reach smallint,
  trust smallint,
  quality smallint,
  freshness smallint,
  primary key (domain, day)
);

-- The outbox: a row is written by the transaction that made the change it tells of.
create table directory.alerts (
  id uuid primary key default gen_random_uuid(),
  domain text collate "C" not null references directory.domains on delete cascade,
  type text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null
);
create index alerts_domain on directory.alerts (domain, created_at);

create table directory.runs (
  id text primary key check (length(id) between 1 and 100),
  kind text not null check (kind in ('scheduled', 'on-demand')),
  opened_at timestamptz not null,
  seen_at timestamptz not null,
  verdict text check (verdict in ('sound', 'broken', 'dead')),
  settled_at timestamptz,
  visited int not null default 0,
  fine int not null default 0,
  failed int not null default 0,
  settled int not null default 0
);
create index runs_open on directory.runs (seen_at) where settled_at is null;

-- The visits of runs that are not settled; `held` is the whole visit while it waits for the verdict.
create table directory.run_visits (
  run text not null references directory.runs on delete cascade,
  domain text collate "C" not null references directory.domains on delete cascade,
  fine boolean not null,
  failed boolean not null,
  lease uuid,
  held jsonb,
  primary key (run, domain)
);
create index run_visits_domain on directory.run_visits (domain);

-- The feed that builds read. Stamped with the transaction's id and read below the oldest running one, so that no commit can slip in
-- behind a reader. No foreign key: a removed domain stays here, so that builds remove its page.
create table directory.changes (
  domain text collate "C" primary key,
  stamp xid8 not null,
  removed boolean not null default false
) with (fillfactor = 80);
create index changes_stamp on directory.changes (stamp, domain);

-- Which database this is: a cursor of another one starts over.
create table directory.instance (one boolean primary key default true check (one), id uuid not null default gen_random_uuid());
insert into directory.instance default values;

---------------------------------------------------------------- facts kept by the writes that change them

-- Rows per place in the order, and within it per first two letters: totals and positions without counting.
create table directory.shelf_counts (shelf smallint, sort_key smallint, n int not null, primary key (shelf, sort_key)) with (fillfactor = 50);
create table directory.position_counts (
  shelf smallint, sort_key smallint, prefix text collate "C", n int not null, primary key (shelf, sort_key, prefix)
) with (fillfactor = 70);
-- '' is: no country known.
create table directory.country_counts (country text primary key, valid int not null, listed int not null, verified int not null);
create table directory.totals (
  one boolean primary key default true check (one),
  tracked int not null default 0, valid int not null default 0, listed int not null default 0,
  verified int not null default 0, with_full int not null default 0, pending int not null default 0
);
insert into directory.totals default values;
create table directory.tag_counts (tag text collate "C" primary key, listed int not null);
-- The listed domains of each tag in list order.
create table directory.tagged (
  tag text collate "C", sort_key smallint,
  domain text collate "C" references directory.domains on delete cascade deferrable initially deferred,
  primary key (tag, sort_key, domain)
);
create index tagged_domain on directory.tagged (domain);

create type directory.counted as (
  domain text, shelf smallint, sort_key smallint, status text, verified boolean, country text, has_full boolean, tags text[]
);

create function directory.counted_of(d directory.domains) returns directory.counted language sql immutable set search_path = '' as $$
  select row(d.domain, d.shelf, d.sort_key, d.status, d.verified, d.country, d.llms_full_txt is not null, d.tags)::directory.counted
$$;

create function directory.shift_counts(gone directory.counted[], come directory.counted[]) returns void language plpgsql set search_path = '' as $$
begin
  -- Held until commit: two writers can then never wait for each other's counters in opposite order.
  perform pg_catalog.pg_advisory_xact_lock(7316001);
  insert into directory.position_counts as c (shelf, sort_key, prefix, n)
    select x.shelf, x.sort_key, pg_catalog.left(x.domain, 2), sum(x.step)::int
    from (select g.*, -1 as step from unnest(gone) g union all select g.*, 1 from unnest(come) g) x
    group by 1, 2, 3 having sum(x.step) <> 0 order by 1, 2, 3
    on conflict (shelf, sort_key, prefix) do update set n = c.n + excluded.n;
  insert into directory.shelf_counts as c (shelf, sort_key, n)
    select x.shelf, x.sort_key, sum(x.step)::int
    from (select g.*, -1 as step from unnest(gone) g union all select g.*, 1 from unnest(come) g) x
    group by 1, 2 having sum(x.step) <> 0 order by 1, 2
    on conflict (shelf, sort_key) do update set n = c.n + excluded.n;
  insert into directory.country_counts as c (country, valid, listed, verified)
    select coalesce(x.country, ''), coalesce(sum(x.step) filter (where x.status = 'valid'), 0),
      coalesce(sum(x.step) filter (where x.shelf = 0), 0), coalesce(sum(x.step) filter (where x.verified), 0)
    from (select g.*, -1 as step from unnest(gone) g union all select g.*, 1 from unnest(come) g) x
    where x.shelf < 2 group by 1 order by 1
    on conflict (country) do update
      set valid = c.valid + excluded.valid, listed = c.listed + excluded.listed, verified = c.verified + excluded.verified;
  update directory.totals t set tracked = t.tracked + s.tracked, valid = t.valid + s.valid, listed = t.listed + s.listed,
      verified = t.verified + s.verified, with_full = t.with_full + s.with_full, pending = t.pending + s.pending
    from (select sum(x.step) as tracked, coalesce(sum(x.step) filter (where x.status = 'valid'), 0) as valid,
        coalesce(sum(x.step) filter (where x.shelf = 0), 0) as listed, coalesce(sum(x.step) filter (where x.verified), 0) as verified,
        coalesce(sum(x.step) filter (where x.has_full), 0) as with_full, coalesce(sum(x.step) filter (where x.status = 'pending'), 0) as pending
      from (select g.*, -1 as step from unnest(gone) g union all select g.*, 1 from unnest(come) g) x) s
    where (s.tracked, s.valid, s.listed, s.verified, s.with_full, s.pending) is distinct from (0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint);
  if exists (select from unnest(gone) g where g.tags <> '{}' and g.shelf = 0) or exists (select from unnest(come) g where g.tags <> '{}' and g.shelf = 0) then
    delete from directory.tagged t using unnest(gone) g
      where g.shelf = 0 and t.tag = any(g.tags) and t.sort_key = g.sort_key and t.domain = g.domain;
    insert into directory.tagged (tag, sort_key, domain)
      select distinct t.tag, g.sort_key, g.domain from unnest(come) g, unnest(g.tags) t(tag) where g.shelf = 0 order by 1, 2, 3;
    insert into directory.tag_counts as c (tag, listed)
      select x.tag, sum(x.step)::int from (
        select distinct g.domain, t.tag, -1 as step from unnest(gone) g, unnest(g.tags) t(tag) where g.shelf = 0
        union all select distinct g.domain, t.tag, 1 from unnest(come) g, unnest(g.tags) t(tag) where g.shelf = 0) x
      group by 1 having sum(x.step) <> 0 order by 1
      on conflict (tag) do update set listed = c.listed + excluded.listed;
  end if;
end $$;

create function directory.count_domains() returns trigger language plpgsql security definer set search_path = '' as $$
declare gone directory.counted[] := '{}'; come directory.counted[] := '{}';
begin
  if tg_op = 'INSERT' then
    select coalesce(array_agg(directory.counted_of(n)), '{}') into come from new_rows n;
  elsif tg_op = 'DELETE' then
    select coalesce(array_agg(directory.counted_of(o)), '{}') into gone from old_rows o;
  else
    select coalesce(array_agg(directory.counted_of(o)), '{}'), coalesce(array_agg(directory.counted_of(n)), '{}') into gone, come
      from old_rows o join new_rows n using (domain) where directory.counted_of(o) is distinct from directory.counted_of(n);
  end if;
  if gone <> '{}' or come <> '{}' then perform directory.shift_counts(gone, come); end if;
  return null;
end $$;
create trigger count_inserted after insert on directory.domains
  referencing new table as new_rows for each statement execute function directory.count_domains();
create trigger count_deleted after delete on directory.domains
  referencing old table as old_rows for each statement execute function directory.count_domains();
create trigger count_updated after update on directory.domains
  referencing old table as old_rows new table as new_rows for each statement execute function directory.count_domains();

create function directory.refuse_truncate() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'directory.domains is never truncated: its counters would not notice' using errcode = '0A000';
end $$;
create trigger refuse_truncate before truncate on directory.domains for each statement execute function directory.refuse_truncate();

-- Tells builds that the pages of these domains differ from what they may have seen.
create function directory.stamp_changes(stamped text[], gone boolean default false) returns void language sql set search_path = '' as $$
  insert into directory.changes as c (domain, stamp, removed)
    select distinct s.domain, pg_catalog.pg_current_xact_id(), gone from unnest(stamped) s(domain) order by 1
    on conflict (domain) do update set stamp = excluded.stamp, removed = excluded.removed
$$;

create function directory.stamp_removed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform directory.stamp_changes(array(select o.domain from old_rows o), true);
  return null;
end $$;
create trigger stamp_removed after delete on directory.domains
  referencing old table as old_rows for each statement execute function directory.stamp_removed();

-- Every kept count beside a recount of the rows: empty when they agree.
create function directory.count_again() returns jsonb language sql stable security definer set search_path = '' as $$
  with kept as (
    select 'shelf ' || shelf || ' ' || sort_key as fact, n::bigint as value from directory.shelf_counts where n <> 0
    union all select 'position ' || shelf || ' ' || sort_key || ' ' || prefix, n from directory.position_counts where n <> 0
    union all select 'tag ' || tag, listed from directory.tag_counts where listed <> 0
    union all select 'tagged ' || tag || ' ' || sort_key || ' ' || domain, 1 from directory.tagged
    union all select f.fact || ' ' || c.country, f.value from directory.country_counts c,
      lateral (values ('country valid', c.valid), ('country listed', c.listed), ('country verified', c.verified)) f(fact, value) where f.value <> 0
    union all select f.fact, f.value from directory.totals t, lateral (values ('tracked', t.tracked), ('valid', t.valid), ('listed', t.listed),
      ('verified', t.verified), ('with_full', t.with_full), ('pending', t.pending)) f(fact, value) where f.value <> 0
  ), found as (
    select 'shelf ' || shelf || ' ' || sort_key as fact, count(*) as value from directory.domains group by shelf, sort_key
    union all select 'position ' || shelf || ' ' || sort_key || ' ' || left(domain, 2), count(*) from directory.domains group by shelf, sort_key, left(domain, 2)
    union all select 'tag ' || t.tag, count(*) from (select distinct d.domain, t.tag from directory.domains d, unnest(d.tags) t(tag) where d.shelf = 0) t group by t.tag
    union all select distinct 'tagged ' || t.tag || ' ' || d.sort_key || ' ' || d.domain, 1 from directory.domains d, unnest(d.tags) t(tag) where d.shelf = 0
    union all select f.fact || ' ' || c.country, f.value from (
        select coalesce(country, '') as country, count(*) filter (where status = 'valid') as valid, count(*) filter (where shelf = 0) as listed,
          count(*) filter (where verified) as verified from directory.domains where shelf < 2 group by 1) c,
      lateral (values ('country valid', c.valid), ('country listed', c.listed), ('country verified', c.verified)) f(fact, value) where f.value <> 0
    union all select f.fact, f.value from (
        select count(*) as tracked, count(*) filter (where status = 'valid') as valid, count(*) filter (where shelf = 0) as listed,
          count(*) filter (where verified) as verified, count(llms_full_txt) as with_full, count(*) filter (where status = 'pending') as pending
        from directory.domains) t, lateral (values ('tracked', t.tracked), ('valid', t.valid), ('listed', t.listed),
      ('verified', t.verified), ('with_full', t.with_full), ('pending', t.pending)) f(fact, value) where f.value <> 0
  )
  select coalesce(jsonb_agg(jsonb_build_object('fact', fact, 'kept', k.value, 'found', f.value) order by fact), '[]')
  from kept k full join found f using (fact) where k.value is distinct from f.value
$$;

---------------------------------------------------------------- reads that anybody may make

-- The public facts of each domain. A view and not a function, because the planner looks into it, while a function with its own
-- search_path costs 15 us a call; for the same reason instants are spelled out here.
create view directory.known_domains with (security_invoker = true) as
  select d.domain, d.sort_key,
    jsonb_build_object('domain', d.domain, 'status', d.status, 'tier', d.tier, 'authority', d.authority, 'verified', d.verified,
      'verified_at', to_char(d.verified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'llms_txt', d.llms_txt, 'llms_full_txt', d.llms_full_txt,
      'nested_llms_txt', to_jsonb(d.nested_llms_txt), 'title', d.title, 'summary', d.summary, 'description', d.description,
      'tags', to_jsonb(d.tags), 'contact', d.contact, 'sections', d.sections, 'links', d.links, 'rank', d.rank,
      'registered_at', to_char(d.registered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'country', d.country, 'first_seen', to_char(d.first_seen at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'last_checked', to_char(c.last_checked at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as facts
  from directory.domains d left join directory.crawl c on c.domain = d.domain;

create function directory.facts(d directory.domains, last_checked timestamptz) returns jsonb language sql stable set search_path = '' as $$
  select k.facts || jsonb_build_object('last_checked', directory.instant(facts.last_checked)) from directory.known_domains k where k.domain = d.domain
$$;

-- The rows of a page, in list order.
create function directory.cards(keys text[]) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(k.facts order by k.sort_key, k.domain), '[]') from directory.known_domains k where k.domain = any(keys)
$$;

create function directory.lookup_domain(domain text) returns jsonb language sql stable security definer set search_path = '' as $$
  select k.facts from directory.known_domains k where k.domain = lookup_domain.domain
$$;

create function directory.get_stats() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('domains_tracked', t.tracked, 'valid_llms_txt', t.valid, 'listed', t.listed, 'verified', t.verified,
    'with_llms_full_txt', t.with_full, 'pending', t.pending, 'last_checked', directory.instant(
      (select c.last_checked from directory.crawl c where c.last_checked is not null order by c.last_checked desc limit 1)))
  from directory.totals t
$$;

create function directory.count_countries() returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('country', nullif(c.country, ''), 'valid', c.valid, 'listed', c.listed, 'verified', c.verified) order by c.country), '[]')
  from directory.country_counts c where (c.valid, c.listed, c.verified) <> (0, 0, 0)
$$;

create function directory.list_tags() returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('tag', t.tag, 'listed', t.listed) order by t.listed desc, t.tag), '[]')
  from (select c.tag, c.listed from directory.tag_counts c where c.listed > 0 order by c.listed desc, c.tag limit 1000) t
$$;

-- Any page at any depth: the counters say in which bucket of the order it starts, and only the rest of that bucket is skipped.
create function directory.list_domains(page int, per_page int, include_unlisted boolean, verified boolean) returns jsonb
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
        from directory.position_counts c where c.shelf <= deepest and c.sort_key = from_key group by c.prefix) b
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

-- Rows that the planner expects to match in a scope. Volatile, because EXPLAIN is refused in a stable function.
create function directory.estimate_matches(tq tsquery, deepest int, verified boolean) returns bigint language plpgsql volatile set search_path = '' as $$
declare plan json; scope text := case when verified then 'd.verified and d.shelf < 2' when deepest = 0 then 'd.shelf = 0' else 'd.shelf < 2' end;
begin
  execute format('explain (format json) select 1 from directory.domains d where (case when %s then d.search end) @@ $1', scope) into plan using tq;
  return (plan->0->'Plan'->>'Plan Rows')::numeric::bigint;
end $$;

-- Rare terms are counted through the index of words: exact. For frequent ones the page comes from a walk of the order with the query as
-- filter, and the total is the planner's estimate. A term counts as frequent above 13,000 expected matches, which is far enough above the
-- 10,000 that are promised to be exact: with the 300,000 rows behind the statistics one standard deviation is 1.6 %. Of several words the
-- planner does not know how often they come together: up to 40,000 the first 10,001 matches are counted before it is believed, and above that
-- a walk that finds too few gives it away.
create function directory.search_domains(q text, page int, per_page int, include_unlisted boolean, verified boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  deepest smallint := case when search_domains.include_unlisted then 1 else 0 end;
  last_key smallint := case when search_domains.verified then 101 else 203 end;
  size int := least(greatest(search_domains.per_page, 1), 100);
  skip bigint := (search_domains.page::bigint - 1) * size;
  tq tsquery := directory.search_query(search_domains.q);
  first text := directory.search_prefix(search_domains.q);
  low text := coalesce(first, '~'); high text := coalesce(first, '') || '~';
  scope bigint; expected bigint := 0; named bigint := 0; walk bigint; total bigint; keys text[]; exact boolean := true;
begin
  if search_domains.page < 1 then raise exception 'page counts from 1' using errcode = 'PT400'; end if;
  select coalesce(sum(c.n), 0) into scope from directory.shelf_counts c where c.shelf <= deepest and c.sort_key <= last_key;
  if scope = 0 or (numnode(tq) = 0 and first is null) then
    return jsonb_build_object('total', 0, 'total_is_estimate', false, 'results', '[]'::jsonb);
  end if;
  if scope > 13000 then
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
  if expected between 13001 and 40000 and numnode(tq) > 1 then
    select count(*) > 10000 into exact from (select 1 from directory.domains d
      where (d.search @@ tq or (d.domain >= low and d.domain < high)) and d.shelf <= deepest and d.sort_key <= last_key limit 10001) x;
    exact := not exact;
  else
    exact := expected <= 13000;
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
    select (array_agg(x.domain order by x.sort_key, x.domain))[skip + 1 : skip + size], count(*) into keys, total from (
      select d.domain, d.sort_key from directory.domains d
      where d.verified and (d.search @@ tq or (d.domain >= low and d.domain < high)) and d.shelf <= deepest offset 0) x;
  elsif exact then
    select (array_agg(x.domain order by x.sort_key, x.domain))[skip + 1 : skip + size], count(*) into keys, total from (
      select d.domain, d.sort_key from directory.domains d
      where (d.search @@ tq or (d.domain >= low and d.domain < high)) and d.shelf <= deepest offset 0) x;
  end if;
  return jsonb_build_object('total', total, 'total_is_estimate', not exact, 'results', directory.cards(coalesce(keys, '{}')));
end $$;

create function directory.get_details(domains text[]) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'facts', (select k.facts from directory.known_domains k where k.domain = d.domain),
      'components', jsonb_build_object('reach', d.reach, 'trust', d.trust, 'quality', d.quality, 'freshness', d.freshness),
      'score_version', d.score_version, 'country_basis', d.country_basis, 'rejection', d.rejection, 'failure', c.failure,
      'content_changed_at', directory.instant(c.content_changed_at), 'evidence', c.evidence,
      'findings', coalesce(r.findings, '[]'), 'preview', r.preview,
      'history', coalesce((select jsonb_agg(jsonb_build_object('at', to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', h.status, 'authority', h.authority,
          'reach', h.reach, 'trust', h.trust, 'quality', h.quality, 'freshness', h.freshness) order by h.day)
        from (select * from directory.history h where h.domain = d.domain order by h.day desc limit 90) h), '[]'),
      'similar', coalesce((select jsonb_agg(jsonb_build_object('domain', s.domain, 'title', s.title, 'authority', s.authority) order by s.sort_key, s.domain)
        from (select distinct o.sort_key, o.domain, o.title, o.authority
          from unnest(d.tags) t(tag), lateral (select g.domain from directory.tagged g where g.tag = t.tag order by g.sort_key, g.domain limit 7) g
          join directory.domains o on o.domain = g.domain where o.domain <> d.domain order by o.sort_key, o.domain limit 6) s), '[]')
    ) order by d.domain), '[]')
  from directory.domains d left join directory.crawl c on c.domain = d.domain left join directory.readings r on r.domain = d.domain
  where d.domain = any(get_details.domains)
$$;

create function directory.get_text(domain text) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('hash', t.hash, 'body', t.body)
  from directory.readings r join directory.texts t on t.hash = r.text_hash where r.domain = get_text.domain
$$;

---------------------------------------------------------------- the build's feed

-- The cursor is `<instance>.<stamp>.<domain>`. One of another database, or from before a restore, starts over.
create function directory.list_changes(after text, max_rows int) returns jsonb language plpgsql volatile security definer set search_path = ''
  set plan_cache_mode = force_custom_plan as $$
declare here uuid; horizon xid8 := pg_snapshot_xmin(pg_current_snapshot()); from_stamp xid8 := '0'; from_domain text := '';
  size int := least(greatest(max_rows, 1), 1000); rows jsonb; n int; last_stamp xid8; last_domain text;
begin
  -- Stamps from the future: the tables were restored into another database, whose transactions count from elsewhere.
  if exists (select from directory.changes c where c.stamp >= pg_snapshot_xmax(pg_current_snapshot()) and c.stamp is distinct from pg_current_xact_id_if_assigned()) then
    update directory.changes set stamp = '3';
    update directory.instance set id = gen_random_uuid();
  end if;
  select i.id into here from directory.instance i;
  if after ~ ('^' || here || '\.\d{1,19}\.') then
    from_stamp := split_part(after, '.', 2)::xid8;
    from_domain := substr(after, length(split_part(after, '.', 1)) + length(split_part(after, '.', 2)) + 3);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('domain', x.domain, 'revision', lpad(x.stamp::text, 20, '0'), 'tier', d.tier, 'removed', x.removed)
      order by x.stamp, x.domain), '[]'), count(*), max(x.stamp), (array_agg(x.domain order by x.stamp desc, x.domain desc))[1]
    into rows, n, last_stamp, last_domain
    from (select c.domain, c.stamp, c.removed from directory.changes c
      where (c.stamp, c.domain) > (from_stamp, from_domain) and c.stamp < horizon order by c.stamp, c.domain limit size) x
    left join directory.domains d on d.domain = x.domain;
  return jsonb_build_object('changes', rows, 'more', n = size,
    'cursor', here || '.' || coalesce(last_stamp, from_stamp) || '.' || coalesce(last_domain, from_domain));
end $$;

---------------------------------------------------------------- the queue

create function directory.state(d directory.domains, c directory.crawl) returns jsonb language sql stable set search_path = '' as $$
  select directory.facts(d, c.last_checked) || jsonb_build_object(
    'components', jsonb_build_object('reach', d.reach, 'trust', d.trust, 'quality', d.quality, 'freshness', d.freshness),
    'score_version', d.score_version, 'rejection', d.rejection, 'language', d.language, 'country_basis', d.country_basis,
    'failure', c.failure, 'uptime', c.uptime, 'content_hash', c.content_hash, 'content_changed_at', directory.instant(c.content_changed_at),
    'etag', c.etag, 'last_modified', c.last_modified, 'interval_ms', c.interval_ms, 'tls_valid', c.tls_valid,
    'cross_domain_redirect', c.cross_domain_redirect)
$$;

-- Who goes first among those that are due: verified, changing at least daily, popular, new, the rest.
create function directory.visit_priority(verified boolean, interval_ms bigint, rank int, last_checked timestamptz) returns smallint
  language sql immutable set search_path = '' as $$
  select (case when verified then 0 when interval_ms <= 86400000 then 1 when rank <= 100000 then 2 when last_checked is null then 3 else 4 end)::smallint
$$;

create function directory.track_domains(domains text[], at timestamptz default null) returns jsonb language plpgsql security definer set search_path = '' as $$
declare t timestamptz := coalesce(track_domains.at, now()); fresh text[];
begin
  with added as (
    insert into directory.domains (domain, first_seen)
      select distinct n.domain, t from unnest(track_domains.domains) n(domain) order by 1
      on conflict (domain) do nothing returning domain)
  select coalesce(array_agg(a.domain), '{}') into fresh from added a;
  insert into directory.crawl (domain, due_at, priority) select f.domain, t, 3 from unnest(fresh) f(domain) order by 1;
  perform directory.stamp_changes(fresh);
  return jsonb_build_object('added', cardinality(fresh),
    'known', (select count(distinct n.domain) from unnest(track_domains.domains) n(domain)) - cardinality(fresh));
end $$;

create function directory.open_run(id text, kind text, at timestamptz default null) returns jsonb language sql security definer set search_path = '' as $$
  insert into directory.runs (id, kind, opened_at, seen_at)
    values (open_run.id, open_run.kind, coalesce(open_run.at, now()), coalesce(open_run.at, now()))
    on conflict (id) do update set seen_at = excluded.seen_at
    returning jsonb_build_object('id', runs.id)
$$;

-- A run that nobody has seen at work for this long is dead: what it held is dropped, and those domains are due again.
create function directory.run_patience() returns interval language sql immutable set search_path = '' as $$ select interval '15 minutes' $$;

create function directory.bury_dead_runs(t timestamptz) returns void language plpgsql set search_path = '' as $$
declare dead text;
begin
  for dead in select r.id from directory.runs r where r.settled_at is null and r.seen_at < t - directory.run_patience() for update skip locked loop
    update directory.crawl c set lease = null, due_at = t, attempts = 0
      from directory.run_visits v where v.run = dead and v.held is not null and c.domain = v.domain and c.lease = v.lease;
    update directory.runs r set verdict = coalesce(r.verdict, 'dead'), settled_at = t, visited = s.visited, fine = s.fine, failed = s.failed
      from (select count(*) as visited, count(*) filter (where v.fine) as fine, count(*) filter (where v.failed) as failed
        from directory.run_visits v where v.run = dead) s
      where r.id = dead and r.verdict is null;
    update directory.runs r set settled_at = t where r.id = dead;
    delete from directory.run_visits v where v.run = dead;
  end loop;
end $$;

-- Leases of domains that are due, best first. With `only`, just those, due or not, unless somebody is at work on them.
-- A domain that five workers in a row have taken and not brought back rests for a day: it may be what kills them.
create function directory.claim_domains(run text, worker text, max_rows int, lease_ms bigint, only_domains text[] default null, at timestamptz default null)
  returns jsonb language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  t timestamptz := coalesce(claim_domains.at, now());
  size int := least(greatest(claim_domains.max_rows, 0), 1000);
  class int; batch text[]; picked text[] := '{}'; claimed jsonb;
begin
  update directory.runs r set seen_at = greatest(r.seen_at, t) where r.id = claim_domains.run;
  if not found then raise exception 'run % is not open', claim_domains.run using errcode = 'PT404'; end if;
  perform directory.bury_dead_runs(t);
  if claim_domains.only_domains is not null then
    select coalesce(array_agg(x.domain), '{}') into picked from (
      select c.domain from directory.crawl c where c.domain = any(claim_domains.only_domains) and (c.lease is null or c.due_at <= t)
      order by c.domain limit size for update skip locked) x;
  else
    for class in 0..4 loop
      exit when cardinality(picked) >= size;
      with resting as (
        update directory.crawl c set lease = null, attempts = 0, quarantined_at = t, due_at = t + interval '1 day'
        from (select k.domain from directory.crawl k where k.priority = class and k.due_at <= t and k.attempts >= 5
          order by k.due_at limit size for update skip locked) x where c.domain = x.domain returning c.domain)
      select array_agg(r.domain) into batch from resting r;
      select coalesce(array_agg(x.domain), '{}') into batch from (
        select c.domain from directory.crawl c where c.priority = class and c.due_at <= t and c.attempts < 5
        order by c.due_at limit size - cardinality(picked) for update skip locked) x;
      picked := picked || batch;
    end loop;
  end if;
  with leased as (
    update directory.crawl c set lease = gen_random_uuid(), lease_edits = d.edits, run = claim_domains.run, worker = claim_domains.worker,
        attempts = case when c.attempts >= 5 then 1 else c.attempts + 1 end, due_at = t + make_interval(secs => claim_domains.lease_ms / 1000.0)
      from directory.domains d where c.domain = any(picked) and d.domain = c.domain
      returning directory.state(d, c) as state, c.lease, c.attempts, c.domain)
  select coalesce(jsonb_agg(jsonb_build_object('state', l.state, 'lease', l.lease, 'attempts', l.attempts)
    order by array_position(picked, l.domain)), '[]') into claimed from leased l;
  return claimed;
end $$;

create function directory.extend_leases(leases uuid[], lease_ms bigint, at timestamptz default null) returns jsonb language plpgsql security definer set search_path = '' as $$
declare t timestamptz := coalesce(extend_leases.at, now()); n int;
begin
  with extended as (
    update directory.crawl c set due_at = t + make_interval(secs => extend_leases.lease_ms / 1000.0)
      from (select k.domain from directory.crawl k where k.lease = any(extend_leases.leases) and k.due_at < 'infinity' order by k.domain for update) x
      where c.domain = x.domain returning c.run)
  , seen as (
    update directory.runs r set seen_at = t where r.id in (select e.run from extended e) and r.seen_at < t)
  select count(*) into n from extended;
  return to_jsonb(n);
end $$;

create function directory.release_lease(lease uuid, due_at timestamptz) returns jsonb language sql security definer set search_path = '' as $$
  with released as (
    update directory.crawl c set lease = null, due_at = release_lease.due_at, attempts = greatest(c.attempts - 1, 0)
      where c.lease = release_lease.lease and c.due_at < 'infinity' returning 1)
  select to_jsonb(exists (select from released))
$$;

create function directory.count_due(at timestamptz default null) returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb((select count(*) from directory.crawl c where c.priority between 0 and 4 and c.due_at <= coalesce(count_due.at, now())))
$$;

-- The whole of a visit, but for its lease.
create function directory.write_visit(visit jsonb, t timestamptz) returns void language plpgsql set search_path = '' as $$
declare site text := visit->'next'->>'domain'; old_hash text; new_hash text := visit->'text'->>'hash';
begin
  update directory.domains d set status = s.status, tier = s.tier, authority = s.authority, verified = s.verified, verified_at = s.verified_at,
      llms_txt = s.llms_txt, llms_full_txt = s.llms_full_txt, title = s.title, summary = s.summary, sections = s.sections, links = s.links,
      language = s.language, country = s.country, country_basis = s.country_basis, score_version = s.score_version, rejection = s.rejection,
      reach = p.reach, trust = p.trust, quality = p.quality, freshness = p.freshness
    from jsonb_to_record(visit->'next') as s(status text, tier text, authority smallint, verified boolean, verified_at timestamptz,
        llms_txt text, llms_full_txt text, title text, summary text, sections int, links int, language text, country text, country_basis text,
        score_version smallint, rejection text),
      jsonb_to_record(visit->'next'->'components') as p(reach smallint, trust smallint, quality smallint, freshness smallint)
    where d.domain = site
      and (d.status, d.tier, d.authority, d.verified, d.verified_at, d.llms_txt, d.llms_full_txt, d.title, d.summary, d.sections, d.links,
          d.language, d.country, d.country_basis, d.score_version, d.rejection, d.reach, d.trust, d.quality, d.freshness)
        is distinct from (s.status, s.tier, s.authority, s.verified, s.verified_at, s.llms_txt, s.llms_full_txt, s.title, s.summary, s.sections,
          s.links, s.language, s.country, s.country_basis, s.score_version, s.rejection, p.reach, p.trust, p.quality, p.freshness);
  if new_hash is not null or visit->'findings' <> 'null' or visit->'preview' <> 'null' then
    select r.text_hash into old_hash from directory.readings r where r.domain = site;
    if new_hash is not null then
      -- Storing a text and dropping the same one elsewhere must not meet; in one order, so that two visits cannot block each other.
      perform pg_advisory_xact_lock(7316002, h.key) from (select distinct hashtext(x.hash) as key
        from unnest(array[new_hash, old_hash]) x(hash) where x.hash is not null order by 1) h;
      insert into directory.texts (hash, body) values (new_hash, visit->'text'->>'body') on conflict (hash) do nothing;
    end if;
    insert into directory.readings as r (domain, findings, preview, text_hash)
      values (site, coalesce(nullif(visit->'findings', 'null'), '[]'), nullif(visit->'preview', 'null'), new_hash)
      on conflict (domain) do update set
        findings = coalesce(nullif(visit->'findings', 'null'), r.findings),
        preview = coalesce(nullif(visit->'preview', 'null'), r.preview),
        text_hash = coalesce(new_hash, r.text_hash);
    if old_hash <> new_hash then
      delete from directory.texts x where x.hash = old_hash and not exists (select from directory.readings r where r.text_hash = old_hash);
    end if;
  end if;
  if visit->'point' <> 'null' then
    insert into directory.history as h (domain, day, at, status, authority, reach, trust, quality, freshness)
      select site, (p.at at time zone 'UTC')::date, p.at, p.status, p.authority, p.reach, p.trust, p.quality, p.freshness
      from jsonb_to_record(visit->'point') as p(at timestamptz, status text, authority smallint, reach smallint, trust smallint, quality smallint, freshness smallint)
      on conflict (domain, day) do update set at = excluded.at, status = excluded.status, authority = excluded.authority, reach = excluded.reach,
        trust = excluded.trust, quality = excluded.quality, freshness = excluded.freshness;
  end if;
  insert into directory.alerts (domain, type, data, created_at)
    select site, a.type, coalesce(a.data, '{}'), t from jsonb_to_recordset(visit->'alerts') as a(type text, data jsonb);
  update directory.crawl c set lease = null, attempts = 0, quarantined_at = null, due_at = (visit->>'due_at')::timestamptz,
      priority = directory.visit_priority(d.verified, s.interval_ms, d.rank, s.last_checked),
      last_checked = s.last_checked, failure = nullif(s.failure, 'null'), uptime = s.uptime, content_hash = s.content_hash,
      content_changed_at = s.content_changed_at, etag = s.etag, last_modified = s.last_modified, interval_ms = s.interval_ms,
      tls_valid = s.tls_valid, cross_domain_redirect = s.cross_domain_redirect, evidence = visit->'evidence'
    from directory.domains d, jsonb_to_record(visit->'next') as s(last_checked timestamptz, failure jsonb, uptime jsonb, content_hash text,
      content_changed_at timestamptz, etag text, last_modified text, interval_ms bigint, tls_valid boolean, cross_domain_redirect boolean)
    where c.domain = site and d.domain = site;
  perform directory.stamp_changes(array[site]);
end $$;

create function directory.apply_visit(visit jsonb, at timestamptz default null) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  t timestamptz := coalesce(apply_visit.at, now());
  c directory.crawl; d directory.domains; r directory.runs; hold boolean := (visit->>'hold')::boolean;
begin
  select * into c from directory.crawl k where k.lease = (visit->>'lease')::uuid and k.due_at < 'infinity' for update;
  if not found or c.domain <> visit->'next'->>'domain' then return '{"result":"lost"}'; end if;
  select * into d from directory.domains k where k.domain = c.domain for update;
  if d.edits <> c.lease_edits then
    update directory.crawl k set lease_edits = d.edits where k.domain = c.domain;
    return jsonb_build_object('result', 'stale', 'state', directory.state(d, c));
  end if;
  select * into r from directory.runs k where k.id = visit->>'run' for share;
  if not found then raise exception 'run % is not open', visit->>'run' using errcode = 'PT404'; end if;
  if r.seen_at < t - interval '30 seconds' then update directory.runs k set seen_at = t where k.id = r.id and k.seen_at < t; end if;
  if r.settled_at is null then
    insert into directory.run_visits as v (run, domain, fine, failed, lease, held)
      values (r.id, c.domain, d.status = 'valid', hold and d.status = 'valid', c.lease, case when hold and r.verdict is null then visit end)
      on conflict (run, domain) do update set failed = v.failed or excluded.failed, lease = excluded.lease, held = excluded.held;
  end if;
  if hold and r.verdict is null then
    update directory.crawl k set due_at = 'infinity' where k.domain = c.domain;
    return '{"result":"held"}';
  end if;
  if hold and r.verdict <> 'sound' then
    update directory.crawl k set lease = null, attempts = 0, due_at = t + interval '15 minutes' where k.domain = c.domain;
    return '{"result":"lost"}';
  end if;
  perform directory.write_visit(visit, t);
  return '{"result":"applied"}';
end $$;

-- The self-fault breaker: when more than 5 % and at least 20 of the domains that were fine have failed in one run, it is us.
-- Works through what was held in steps of max_rows, so that no transaction grows with the run; `left` says how many wait.
create function directory.settle_run(run text, max_rows int, at timestamptz default null) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  t timestamptz := coalesce(settle_run.at, now()); r directory.runs; v directory.run_visits; n int := 0; waiting int;
begin
  select * into r from directory.runs k where k.id = settle_run.run for update;
  if not found then raise exception 'run % is not open', settle_run.run using errcode = 'PT404'; end if;
  if r.verdict is null then
    select count(*), count(*) filter (where k.fine), count(*) filter (where k.failed) into r.visited, r.fine, r.failed
      from directory.run_visits k where k.run = r.id;
    r.verdict := case when r.failed >= 20 and r.failed > 0.05 * r.fine then 'broken' else 'sound' end;
  end if;
  for v in select * from directory.run_visits k where k.run = r.id and k.held is not null order by k.domain limit settle_run.max_rows loop
    if r.verdict = 'sound' and exists (
        select from directory.crawl c join directory.domains d on d.domain = c.domain where c.domain = v.domain and c.lease = v.lease and d.edits = c.lease_edits for update) then
      perform directory.write_visit(v.held, t);
      n := n + 1;
    else
      -- Our own fault: again soon, but not at once. Changed by somebody meanwhile: judge it anew.
      update directory.crawl c set lease = null, attempts = 0, due_at = case when r.verdict = 'broken' then t + interval '15 minutes' else t end
        where c.domain = v.domain and c.lease = v.lease;
    end if;
    update directory.run_visits k set held = null where k.run = v.run and k.domain = v.domain;
  end loop;
  select count(*) into waiting from directory.run_visits k where k.run = r.id and k.held is not null;
  if waiting = 0 then delete from directory.run_visits k where k.run = r.id; end if;
  update directory.runs k set verdict = r.verdict, visited = r.visited, fine = r.fine, failed = r.failed, settled = k.settled + n,
      seen_at = greatest(k.seen_at, t), settled_at = case when waiting = 0 then coalesce(k.settled_at, t) end
    where k.id = r.id returning * into r;
  return jsonb_build_object('visited', r.visited, 'fine', r.fine, 'failed', r.failed, 'broken', r.verdict = 'broken', 'settled', r.settled, 'left', waiting);
end $$;

-- Owners that a demonstration or an import knows; the next visit computes what follows for score and tier.
create function directory.set_owners(owners jsonb, at timestamptz default null) returns jsonb language plpgsql security definer set search_path = '' as $$
declare t timestamptz := coalesce(set_owners.at, now()); changed text[];
begin
  perform directory.track_domains(array(select o.domain from jsonb_to_recordset(set_owners.owners) as o(domain text)), t);
  with edited as (
    update directory.domains d set verified = true, verified_at = o.verified_at, description = o.description, tags = o.tags,
        nested_llms_txt = o.nested_llms_txt, contact = o.contact, edits = d.edits + 1
      from (select * from jsonb_to_recordset(set_owners.owners)
        as o(domain text, verified_at timestamptz, description text, tags text[], nested_llms_txt text[], contact text) order by o.domain) o
      where d.domain = o.domain and (d.verified, d.verified_at, d.description, d.tags, d.nested_llms_txt, d.contact)
        is distinct from (true, o.verified_at, o.description, o.tags, o.nested_llms_txt, o.contact)
      returning d.domain)
  select coalesce(array_agg(e.domain), '{}') into changed from edited e;
  update directory.crawl c set priority = 0, due_at = case when c.lease is null then least(c.due_at, t) else c.due_at end where c.domain = any(changed);
  perform directory.stamp_changes(changed);
  return to_jsonb(cardinality(changed));
end $$;

-- Popularity and registration as a list or a registry knows them; the next visit computes what follows for the score.
create function directory.set_facts(facts jsonb, at timestamptz default null) returns jsonb language plpgsql security definer set search_path = '' as $$
declare t timestamptz := coalesce(set_facts.at, now()); changed text[];
begin
  with edited as (
    update directory.domains d set rank = f.rank, registered_at = f.registered_at, edits = d.edits + 1
      from (select * from jsonb_to_recordset(set_facts.facts) as f(domain text, rank int, registered_at timestamptz) order by f.domain) f
      where d.domain = f.domain and (d.rank, d.registered_at) is distinct from (f.rank, f.registered_at)
      returning d.domain)
  select coalesce(array_agg(e.domain), '{}') into changed from edited e;
  update directory.crawl c set priority = directory.visit_priority(d.verified, c.interval_ms, d.rank, c.last_checked),
      due_at = case when c.lease is null then least(c.due_at, t) else c.due_at end
    from directory.domains d where c.domain = any(changed) and d.domain = c.domain;
  perform directory.stamp_changes(changed);
  return to_jsonb(cardinality(changed));
end $$;

---------------------------------------------------------------- who may do what

-- Gives an operation its door in the exposed schema and its callers. Everything else stays without any.
create function directory.expose(operation regprocedure, callers text[]) returns void language plpgsql set search_path = '' as $$
declare p pg_catalog.pg_proc; door text; caller text; places text;
begin
  select * into strict p from pg_catalog.pg_proc k where k.oid = operation;
  select coalesce(string_agg('$' || i, ', '), '') into places from generate_series(1, p.pronargs) i;
  execute format('create or replace function api.%I(%s) returns jsonb language sql %s security invoker set search_path = '''' as %L',
    p.proname, pg_catalog.pg_get_function_arguments(operation), case p.provolatile when 'v' then 'volatile' else 'stable' end,
    format('select directory.%I(%s)', p.proname, places));
  door := format('api.%I(%s)', p.proname, pg_catalog.pg_get_function_identity_arguments(operation));
  execute format('revoke execute on function %s, %s from public, anon, authenticated, service_role', operation, door);
  foreach caller in array callers loop
    execute format('grant execute on function %s, %s to %I', operation, door, caller);
  end loop;
end $$;

-- No table is for anybody but the functions above, which run as their owner: one policy says so, and FORCE holds the owner to it.
create function directory.close_tables() returns void language plpgsql set search_path = '' as $$
declare t regclass;
begin
  -- Only those that are new: each takes a lock that readers wait for, and with all of them at once a migration would meet readers crosswise.
  for t in select c.oid from pg_catalog.pg_class c where c.relnamespace = 'directory'::regnamespace and c.relkind in ('r', 'p')
      and not (c.relrowsecurity and c.relforcerowsecurity) loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    if not exists (select from pg_catalog.pg_policy p where p.polrelid = t) then
      execute format('create policy owner_only on %s to current_user using (true) with check (true)', t);
    end if;
    execute format('revoke all on table %s from public, anon, authenticated, service_role', t);
  end loop;
end $$;

select directory.close_tables();
revoke execute on all functions in schema directory from public, anon, authenticated, service_role;

select directory.expose(f::regprocedure, array['anon', 'service_role']) from unnest(array[
  'directory.lookup_domain(text)', 'directory.list_domains(int, int, boolean, boolean)',
  'directory.search_domains(text, int, int, boolean, boolean)', 'directory.get_stats()', 'directory.count_countries()',
  'directory.list_tags()', 'directory.get_details(text[])', 'directory.get_text(text)']) f;
select directory.expose(f::regprocedure, array['service_role']) from unnest(array[
  'directory.list_changes(text, int)', 'directory.track_domains(text[], timestamptz)', 'directory.open_run(text, text, timestamptz)',
  'directory.claim_domains(text, text, int, bigint, text[], timestamptz)', 'directory.extend_leases(uuid[], bigint, timestamptz)',
  'directory.release_lease(uuid, timestamptz)', 'directory.count_due(timestamptz)', 'directory.apply_visit(jsonb, timestamptz)',
  'directory.settle_run(text, int, timestamptz)', 'directory.set_owners(jsonb, timestamptz)', 'directory.set_facts(jsonb, timestamptz)',
  'directory.count_again()']) f;

notify pgrst, 'reload schema';
