-- Use timestamptz(3), because the program reads and writes milliseconds as JSON.

---------------------------------------------------------------- domains

-- Columns that order, filter and count domains. Keep rows narrow, because every new score rewrites the row. Texts are
-- in profiles.
create table directory.domains (
  domain text collate "C" primary key check (domain ~ '^[a-z0-9_][a-z0-9._-]*$' and length(domain) <= 253),
  status text not null default 'pending' check (status in ('pending', 'valid', 'invalid', 'unreachable')),
  tier text check (tier in ('featured', 'listed', 'unlisted', 'rejected')),
  authority smallint check (authority between 0 and 100),
  verified boolean not null default false,
  -- Lists that show the domain: 0 all, 1 only with include_unlisted, 2 none.
  visibility smallint not null generated always as (
    (
      case
        when tier in ('featured', 'listed') then 0
        when tier = 'rejected' then 2
        else 1
      end
    )::smallint
  ) stored,
  -- List order as one ascending number: verified first, then authority, null last. The domain breaks ties.
  sort_key smallint not null generated always as (
    (
      (
        case
          when verified then 0
          else 102
        end
      ) + coalesce(100 - authority, 101)
    )::smallint
  ) stored,
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
create index domains_order on directory.domains (sort_key, domain) include (visibility) where visibility < 2;
create index domains_facets on directory.domains using gin (facets) where visibility < 2;
create index domains_quality on directory.domains (quality desc nulls last, domain) where visibility < 2;
create index domains_never_valid on directory.domains (domain) where authority is null and not verified;
create index domains_unregistered on directory.domains (domain) where status = 'valid' and registered_at is null;

-- Texts of a site and its owner.
create table directory.profiles (
  domain text collate "C" primary key references directory.domains
    on delete cascade,
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

create index profiles_first_seen on directory.profiles (first_seen desc, domain);

-- Search documents. A trigger copies visibility, sort key and facets from domains (search.sql). The program creates
-- the words: domain and title have weight A, summary, description and tags B, section and link names C, prose and
-- notes D. They include `@` with the domain, and `=` with each word of A and B.
create table directory.search_documents (
  domain text collate "C" primary key references directory.domains
    on delete cascade,
  visibility smallint not null,
  sort_key smallint not null,
  facets text[] not null,
  words tsvector not null,
  -- Version of the word rules, or null if the words are outdated.
  words_version smallint
)
-- Store words apart, because searches read many rows and few of their words. Update a new sort key in place.
with (
  fillfactor = 90,
  toast_tuple_target = 128,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05
);
-- Use one index for both, because with two a filtered search would read the words of all sites of a facet.
create index search_documents_words on directory.search_documents using gin (words, facets)
-- Keep the list of pending words short, because every search reads it and the index never gives its pages back.
with (fastupdate = on, gin_pending_list_limit = 256);

-- Number of sites per word, counted by the program, in one row. Each line contains a word, its stem and the number.
create table directory.word_list (
  one boolean primary key default true check (one),
  made_at timestamptz not null,
  sites int not null,
  words text not null,
  version text not null generated always as (md5(sites || ' ' || words)) stored
);

-- Score at the end of each day with a change.
create table directory.score_history (
  domain text collate "C" not null references directory.domains
    on delete cascade,
  day date not null,
  at timestamptz not null,
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
-- Rows are in the order of days, so block ranges suffice to find the latest.
create index score_history_day on directory.score_history using brin (day);

-- Texts of llms.txt files. Each is stored once for all domains and versions. The program packs them by Brotli,
-- because PostgreSQL's compression takes twice as much.
create table directory.texts (hash text primary key, packed bytea not null);
alter table directory.texts
alter packed set storage external;

-- Results of the last visit that read a domain's files, except those derived from the text. The program judges the
-- text again to show findings, quality and preview.
create table directory.files (
  domain text collate "C" primary key references directory.domains
    on delete cascade,
  text_hash text references directory.texts,
  -- Size of the served file.
  bytes int,
  -- Number of findings by "rule severity outcome".
  broken jsonb not null default '{}',
  -- Data of the visit that brought the text: URL, tested links, and findings of rules that judge more than the text.
  seen jsonb,
  -- Findings, quality and preview of a later response without a stored text. Null while the text counts.
  answer jsonb,
  -- Version of the topic rules. 0 means outdated.
  topics_version smallint not null default 0,
  nested jsonb,
  -- Tested Markdown patterns of groups of pages, latest test first.
  twins jsonb,
  -- Rules of robots.txt for agents, once for all agents with equal rules.
  agents jsonb
);
create index files_text on directory.files (text_hash) where text_hash is not null;
create index files_topics_version on directory.files (topics_version) where text_hash is not null;

-- Versions of a domain's text, numbered from 1. Texts with equal `same_as` are one version.
create table directory.versions (
  domain text collate "C" not null references directory.domains
    on delete cascade,
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
create index versions_text on directory.versions (text_hash) where text_hash is not null;

-- Further valid files of a site, each for the pages under its path. `via` is the source of the file: the owner or a
-- page of the site. A line of `links` has title, URL, notes and section, separated by tabs. `pages` has a hash of
-- each link's normalized page.
create table directory.scoped_files (
  domain text collate "C" not null references directory.domains
    on delete cascade,
  url text collate "C" not null,
  via text not null check (via in ('nested', 'describedby')),
  title text,
  links text not null,
  pages int[] not null,
  primary key (domain, url)
);

---------------------------------------------------------------- counters (counters.sql)

-- Number of domains: in total, at each position of the list order, per tag and country.
create table directory.counters (
  counter text collate "C" check (
    counter in (
      'tracked', 'valid', 'pending', 'verified', 'with_llms_full_txt', 'listed', 'unlisted', 'listed by prefix',
      'unlisted by prefix', 'country valid', 'country listed', 'country verified', 'listed with tag',
      'listed with facet'
    )
  ),
  sort_key smallint,
  key text collate "C",
  n int not null,
  primary key (counter, sort_key, key)
)
with (fillfactor = 70);
-- Changes by writers that are not yet added up. Inserts never wait.
create table directory.counter_changes (
  counter text collate "C" not null,
  sort_key smallint not null,
  key text collate "C" not null,
  change int not null
);
-- Listed domains per tag, in list order.
create table directory.listed_tags (
  tag text collate "C",
  sort_key smallint,
  domain text collate "C" references directory.domains
    on delete cascade
    deferrable initially deferred,
  primary key (tag, sort_key, domain)
);
create index listed_tags_domain on directory.listed_tags (domain);

---------------------------------------------------------------- the crawl

-- State between visits, and the queue. While a row is leased, due_at is the end of the lease, so the rows of a dead
-- worker become due. A row that waits for its run, or may not be visited, has due_at = 'infinity'.
create table directory.crawl (
  domain text collate "C" primary key references directory.domains
    on delete cascade,
  due_at timestamptz not null,
  priority smallint not null check (priority between 0 and 4),
  lease uuid,
  -- domains.edits at the start of the lease.
  lease_edits int,
  run text,
  worker text,
  attempts smallint not null default 0,
  quarantined_at timestamptz,
  -- Time of a request for an early visit.
  requested_at timestamptz,
  -- True if an operator's decision forbids visits.
  forbidden boolean not null default false,
  -- Time of the next registration lookup. Null if never looked up.
  registration_due_at timestamptz,
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
create index crawl_due on directory.crawl (priority, due_at);
create unique index crawl_lease on directory.crawl (lease) where lease is not null;
create index crawl_last_checked on directory.crawl (last_checked) where last_checked is not null;
create index crawl_content_changed on directory.crawl (content_changed_at desc nulls last, domain);
create index crawl_broken on directory.crawl (broken_at desc, domain) where broken_at is not null;
create index crawl_recovered on directory.crawl (recovered_at desc, domain) where recovered_at is not null;
create index crawl_requested on directory.crawl (requested_at) where requested_at is not null;

create table directory.runs (
  id text primary key check (length(id) between 1 and 100),
  kind text not null check (kind in ('scheduled', 'on-demand')),
  opened_at timestamptz not null,
  seen_at timestamptz not null,
  verdict text check (verdict in ('sound', 'broken', 'abandoned')),
  settled_at timestamptz,
  visited int not null default 0,
  fine int not null default 0,
  failed int not null default 0,
  settled int not null default 0
);
create index runs_open on directory.runs (seen_at) where settled_at is null;

-- Visits of unsettled runs. `held` is the whole visit while it waits for the run to settle.
create table directory.run_visits (
  run text not null references directory.runs
    on delete cascade,
  domain text collate "C" not null references directory.domains
    on delete cascade,
  fine boolean not null,
  failed boolean not null,
  lease uuid,
  held jsonb,
  primary key (run, domain)
);
create index run_visits_domain on directory.run_visits (domain);

-- Change feed for builds and followers. Rows have the transaction id and are read below the oldest running
-- transaction, so that readers miss no commit. No foreign key, because a removed domain stays here until its page is
-- deleted.
create table directory.changes (
  domain text collate "C" primary key,
  -- Stamp of the last change of the page. A visit without changes does not count.
  stamp xid8 not null,
  removed boolean not null default false,
  -- Stamp of the last change of record or text, for followers.
  told xid8 not null,
  at timestamptz(3) not null default clock_timestamp(),
  -- True if lists show the domain, with the stamp at which that started. It is new to earlier readers.
  shown boolean not null default false,
  added xid8 not null default '0'
)
with (fillfactor = 80);
create index changes_stamp on directory.changes (stamp, domain);
create index changes_told on directory.changes (told, domain);
create index changes_at on directory.changes (at);

-- Identity of this database. A cursor of another database starts from the beginning.
create table directory.instance (
  one boolean primary key default true check (one),
  id uuid not null default gen_random_uuid(),
  -- Generation of domains without a key. Above 0 after a restore, because the copy may lack issued keys.
  first_generation int not null default 0,
  -- BASE_URL of the last server. Null before the first.
  served_url text
);
insert into directory.instance default values;

---------------------------------------------------------------- owners

-- Number of keys issued for a domain. No foreign key, because a removed and re-added domain must refuse used tokens.
create table directory.key_generations (
  domain text collate "C" primary key,
  generation int not null check (generation >= 0)
);

create table directory.owners (
  domain text collate "C" primary key references directory.domains
    on delete cascade,
  -- Proof and result of rechecks. Null for seeded owners.
  proof jsonb,
  recrawled_at timestamptz,
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

create index owners_notify_email on directory.owners (notify_email) where notify_email is not null;

-- Keyed hashes of unsubscribed mailboxes, which get no confirmations. No address is stored here.
create table directory.unsubscribed (mailbox text primary key, since timestamptz(3) not null);

-- One key per domain. A new key replaces the earlier one. Only its keyed hash is stored.
create table directory.keys (
  domain text collate "C" primary key references directory.domains
    on delete cascade,
  hash text not null unique,
  issued_at timestamptz not null,
  suspended_at timestamptz,
  -- True if the answer with the key may be repeated once, because the key is unused.
  repeatable boolean not null default true,
  -- Id of the call that issued the key. The client repeats a call after a lost connection.
  call uuid
);

-- Last look at the proofs of a domain, or the lease of the looking process. The domain need not be tracked. `until`
-- is the end of the lease, then the end of sharing the look.
create table directory.proof_looks (
  domain text collate "C" primary key,
  lease uuid,
  until timestamptz not null,
  look jsonb
);
create index proof_looks_until on directory.proof_looks (until);

-- Watches of a domain by people who do not own it. A receiver gets events only after it agreed.
create table directory.watches (
  id uuid primary key default gen_random_uuid(),
  domain text collate "C" not null references directory.domains
    on delete cascade,
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
create index watches_network on directory.watches (network);
create index watches_expires_at on directory.watches (expires_at);

-- Outbox. The transaction of a change writes its alert.
create table directory.alerts (
  id uuid primary key default gen_random_uuid(),
  domain text collate "C" not null references directory.domains
    on delete cascade,
  type text not null check (
    type in (
      'llms_txt.broken', 'llms_txt.recovered', 'llms_txt.changed', 'proof.missing', 'proof.restored',
      'verification.lapsed', 'verification.changed', 'tier.changed', 'ownership.renewed', 'email.confirmation', 'test'
    )
  ),
  data jsonb not null default '{}',
  created_at timestamptz not null,
  -- Sent to watches, not to the owner.
  for_watches boolean not null default false
);
create index alerts_domain on directory.alerts (domain, created_at);
create index alerts_created_at on directory.alerts (created_at);

-- Delivery of an alert through one channel. While it is leased, due_at is the end of the lease.
create table directory.deliveries (
  id uuid primary key default gen_random_uuid(),
  alert uuid not null references directory.alerts
    on delete cascade,
  domain text collate "C" not null references directory.domains
    on delete cascade,
  channel text not null check (channel in ('webhook', 'email')),
  -- Null for the owner's channel.
  watch uuid references directory.watches
    on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'dead', 'cancelled')),
  -- Started sends, and known failed ones. A dead sender uses no retry.
  attempts int not null default 0,
  failures int not null default 0,
  due_at timestamptz not null,
  lease uuid,
  last_error text,
  -- Target of a last alert to an earlier owner. Other targets and secrets are in owners.
  address text,
  secret text,
  unique nulls not distinct (alert, channel, watch)
)
with (fillfactor = 80);
create index deliveries_due on directory.deliveries (due_at) where status = 'pending';
create index deliveries_domain on directory.deliveries (domain);
create index deliveries_watch on directory.deliveries (watch) where watch is not null;

---------------------------------------------------------------- usage

-- Lookups per hour for two days, per day for 13 months, and in total.
create table directory.lookups_by_hour (
  hour timestamptz,
  domain text collate "C" references directory.domains
    on delete cascade,
  count int not null,
  primary key (hour, domain)
);
create index lookups_by_hour_domain on directory.lookups_by_hour (domain);
create table directory.lookups_by_day (
  day date,
  domain text collate "C" references directory.domains
    on delete cascade,
  count int not null,
  primary key (day, domain)
);
create index lookups_by_day_domain on directory.lookups_by_day (domain, day);
create table directory.lookup_totals (
  domain text collate "C" primary key references directory.domains
    on delete cascade,
  total bigint not null
);

-- Use of quotas. The subject is an opaque key of a client, a domain, or the whole service. No address is stored.
create table directory.quotas (
  name text,
  subject text,
  used int not null,
  ends_at timestamptz not null,
  primary key (name, subject)
);
create index quotas_ends_at on directory.quotas (ends_at);

-- Use of shared quotas by network. The network is an opaque key. A row with another ends_at than its quota is
-- outdated and does not count.
create table directory.quota_networks (
  name text,
  subject text,
  network text,
  used int not null,
  ends_at timestamptz not null,
  primary key (name, subject, network)
);
create index quota_networks_ends_at on directory.quota_networks (ends_at);

-- Links of packages, as their registries gave them a while ago: [{ via, url }], or null for an unknown package. The
-- name is a package URL.
create table directory.packages (name text collate "C" primary key, links jsonb, ends_at timestamptz not null);
create index packages_ends_at on directory.packages (ends_at);

---------------------------------------------------------------- jobs

-- Source list of domain ranks. The list itself is not stored.
create table directory.rank_list (
  one boolean primary key default true check (one),
  entries int not null default 0,
  loaded_at timestamptz
);
insert into directory.rank_list default values;

-- Registration dates from registries, once per registrable name such as example.co.uk.
create table directory.registrations (
  name text collate "C" primary key,
  registered_at timestamptz(3),
  -- Time of the next lookup. 'infinity' if the date is known. A lookup leases the row.
  due_at timestamptz not null
);

-- Registered (not imported) entries with the keyed hash of the network, which is deleted later.
create table directory.registrants (
  domain text collate "C" primary key references directory.domains
    on delete cascade,
  network text,
  at timestamptz(3) not null
);
create index registrants_network on directory.registrants (network, at) where network is not null;

-- Operator's decision. Visits do not change it.
create table directory.rulings (
  domain text collate "C" primary key references directory.domains
    on delete cascade,
  rejection text not null check (rejection in ('block-list', 'parked', 'spam', 'opt-out')),
  ruled_at timestamptz not null
);

-- Audit log. No foreign key, because decisions stay after a domain is removed.
create table directory.moderation_log (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null,
  domain text collate "C" not null,
  action text not null check (action in ('block', 'unblock', 'reject', 'opt-out', 'transfer', 'remove', 'forget')),
  rejection text,
  note text,
  operator text not null
);
create index moderation_log_domain on directory.moderation_log (domain, at);
create index moderation_log_at on directory.moderation_log (at);

-- Running restore with its row counts per table. Empty otherwise.
create table directory.restore_progress (
  one boolean primary key default true check (one),
  digest text not null,
  begun_at timestamptz not null,
  written jsonb not null default '{}'
);
