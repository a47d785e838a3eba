-- timestamptz(3): what the program reads as JSON and writes back with the next visit has milliseconds, and stays so.

---------------------------------------------------------------- domains

-- What orders, filters and counts a domain. Narrow, because every new score rewrites the row; texts are in profiles.
create table directory.domains (
  domain text collate "C" primary key check (domain ~ '^[a-z0-9_][a-z0-9._-]*$' and length(domain) <= 253),
  status text not null default 'pending' check (status in ('pending', 'valid', 'invalid', 'unreachable')),
  tier text check (tier in ('featured', 'listed', 'unlisted', 'rejected')),
  authority smallint check (authority between 0 and 100),
  verified boolean not null default false,
  -- Which lists show the domain: 0 all of them, 1 those with include_unlisted, 2 none.
  visibility smallint not null generated always as (
    (
      case
        when tier in ('featured', 'listed') then 0
        when tier = 'rejected' then 2
        else 1
      end
    )::smallint
  ) stored,
  -- The order of all lists, before the domain itself, as one ascending number: verified, then authority, null last.
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
  -- Given by the program's rules, the better one first.
  topics text[] not null default '{}',
  llms_full_txt text,
  -- Whether visits have found pages that are offered as Markdown.
  has_markdown boolean not null default false,
  -- Of profiles.language, without region and script.
  language_code text,
  -- The class of the number of links.
  size_class text check (size_class in ('small', 'medium', 'large')),
  -- The program that wrote the file.
  generator text,
  -- What lists are filtered by: topics, and the other facts with a word before them.
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
  -- Grows when somebody other than a visit changes the domain: a visit that was judged before is then judged again.
  edits int not null default 0
)
-- Free space in every page, so that a score that leaves sort_key alone is updated in place, without touching an index.
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

-- What a site and its owner say.
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
  -- The first names of sections of its file.
  section_names text[] not null default '{}',
  language text
);

create index profiles_first_seen on directory.profiles (first_seen desc, domain);

-- What searches read. Visibility, sort key and facets are those of the domain, kept by a trigger (search.sql). The
-- program makes the words: domain and title with weight A, summary, description and tags with B, names of sections and
-- links with C, prose and notes with D. `@` and the name of the domain is one of them, and `=` and each word of A and
-- B.
create table directory.search_documents (
  domain text collate "C" primary key references directory.domains
    on delete cascade,
  visibility smallint not null,
  sort_key smallint not null,
  facets text[] not null,
  words tsvector not null,
  -- Of the rules that made the words; null where they are to be made anew.
  words_version smallint
)
-- Searches read many rows and few of their words, which therefore lie apart. A new sort key is written in place.
with (
  fillfactor = 90,
  toast_tuple_target = 128,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05
);
-- One index of both: with two, filtered searches would look into the words of all sites of a facet.
create index search_documents_words on directory.search_documents using gin (words, facets)
with (fastupdate = on, gin_pending_list_limit = 1024);

-- Which words how many sites hold, as the program counts them: one row. A line is a word, its stem and the number.
create table directory.word_list (
  one boolean primary key default true check (one),
  made_at timestamptz not null,
  sites int not null,
  words text not null,
  version text not null generated always as (md5(sites || ' ' || words)) stored
);

-- The score at the end of each day on which it changed.
create table directory.score_history (
  domain text collate "C" not null references directory.domains
    on delete cascade,
  day date not null,
  at timestamptz not null,
  status text not null,
  authority smallint,
  -- Of the formula: between two versions a score changes without the site.
  score_version smallint,
  reach smallint,
  trust smallint,
  quality smallint,
  freshness smallint,
  primary key (domain, day)
);
-- Written in the order of its days: block ranges are enough to find the latest.
create index score_history_day on directory.score_history using brin (day);

-- The texts of llms.txt files, each once however many domains and versions have it. The program packs them by Brotli:
-- what PostgreSQL packs itself takes twice as much.
create table directory.texts (hash text primary key, packed bytea not null);
alter table directory.texts
alter packed set storage external;

-- What the last visit that read a domain's files has found, as far as it does not follow from the text: the program
-- judges the text again where findings, quality and preview are shown.
create table directory.files (
  domain text collate "C" primary key references directory.domains
    on delete cascade,
  text_hash text references directory.texts,
  -- Of the file as it was served.
  bytes int,
  -- Number of findings by "rule severity outcome".
  broken jsonb not null default '{}',
  -- Of the visit that brought the text: URL, links that were tried, and findings of rules that judge more than a text.
  seen jsonb,
  -- Findings, quality and preview of a later answer, whose text is not stored; null while the text counts.
  answer jsonb,
  -- Of the rules by which the topics of the text were given; 0: they are to be given anew.
  topics_version smallint not null default 0,
  nested jsonb,
  -- How groups of pages are offered as Markdown, those that were tested last first.
  twins jsonb,
  -- What robots.txt keeps from agents, once for all that it treats alike.
  agents jsonb
);
create index files_text on directory.files (text_hash) where text_hash is not null;
create index files_topics_version on directory.files (topics_version) where text_hash is not null;

-- What a domain has published one after another, numbered from 1. Two texts with the same `same_as` are one version.
create table directory.versions (
  domain text collate "C" not null references directory.domains
    on delete cascade,
  version int not null check (version >= 1),
  same_as text not null,
  -- Of the text as it was served first.
  hash text not null,
  -- Null where only the facts are kept.
  text_hash text references directory.texts,
  first_seen timestamptz(3) not null,
  -- As of the latest version, while the file is there: crawl.last_checked, and so status and quality.
  last_seen timestamptz(3) not null,
  bytes int not null,
  tokens int not null,
  title text,
  sections int not null,
  links int not null,
  status text not null,
  quality smallint,
  -- A summary of what changed since the version before; null where that is not known.
  changes jsonb,
  primary key (domain, version)
)
with (fillfactor = 85);
create index versions_text on directory.versions (text_hash) where text_hash is not null;

-- Valid files besides the main one of a site, each for the pages under its path. `via`: who names the file, the owner
-- or a page of the site. A line of `links` is title, URL, notes and section with tabs between them; `pages` has of each
-- link a hash of its page, whose spellings have the same.
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

-- How many domains there are of each kind: in all, at each place of the list order, for each tag and country.
create table directory.counters (
  counter text collate "C",
  sort_key smallint,
  key text collate "C",
  n int not null,
  primary key (counter, sort_key, key)
)
with (fillfactor = 70);
-- What writers add, until it is added up: inserting waits for nobody.
create table directory.counter_changes (
  id bigint generated always as identity primary key,
  counter text collate "C" not null,
  sort_key smallint not null,
  key text collate "C" not null,
  change int not null
);
-- The listed domains of each tag in list order.
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

-- What judgement remembers between visits, and the queue. While a row is leased, due_at is the end of the lease: a
-- worker that dies gives its rows back by doing nothing. A row that waits for its run, or must not be visited, is due
-- never.
create table directory.crawl (
  domain text collate "C" primary key references directory.domains
    on delete cascade,
  due_at timestamptz not null,
  priority smallint not null check (priority between 0 and 4),
  lease uuid,
  -- domains.edits when the lease was taken.
  lease_edits int,
  run text,
  worker text,
  attempts smallint not null default 0,
  quarantined_at timestamptz,
  -- When somebody asked for a visit soon.
  requested_at timestamptz,
  -- An operator's decision keeps the crawler away.
  forbidden boolean not null default false,
  -- When the registration is to be looked up again; null: it never was.
  registration_due_at timestamptz,
  last_checked timestamptz(3),
  failure jsonb,
  uptime jsonb not null default '[]',
  -- Since when a file that was valid is not any more, and when it last became valid again.
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

-- The visits of runs that are not settled; `held` is the whole visit while it waits for the verdict.
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

-- The feed that builds and followers read. Stamped with the transaction's id and read below the oldest running one, so
-- that no commit can slip in behind a reader. No foreign key: a removed domain stays here, so that its page is removed.
create table directory.changes (
  domain text collate "C" primary key,
  -- Of the last change of the words of its page: a visit that found nothing new is none.
  stamp xid8 not null,
  removed boolean not null default false,
  -- Of the last change that followers are told: of the record or the text.
  told xid8 not null,
  at timestamptz(3) not null default clock_timestamp(),
  -- Whether lists show the domain, and the stamp with which that began: to who has read less far, it is new.
  shown boolean not null default false,
  added xid8 not null default '0'
)
with (fillfactor = 80);
create index changes_stamp on directory.changes (stamp, domain);
create index changes_told on directory.changes (told, domain);
create index changes_at on directory.changes (at);

-- Which database this is: a cursor of another one starts over.
create table directory.instance (
  one boolean primary key default true check (one),
  id uuid not null default gen_random_uuid(),
  -- Of domains that never had a key: above 0 where a restored copy may not know of keys that were issued.
  first_generation int not null default 0,
  -- BASE_URL of the server that served the directory last; null before the first.
  served_url text
);
insert into directory.instance default values;

---------------------------------------------------------------- owners

-- How often a domain has had a key. No foreign key: a domain that is removed and comes back must not take a used token.
create table directory.key_generations (
  domain text collate "C" primary key,
  generation int not null check (generation >= 0)
);

create table directory.owners (
  domain text collate "C" primary key references directory.domains
    on delete cascade,
  -- What the re-check looks for and what it has seen; null for owners that were never proved (seeded ones).
  proof jsonb,
  recrawled_at timestamptz,
  webhook_url text,
  -- Encrypted with a key that is not in the database.
  webhook_secret text,
  webhook_state text check (webhook_state in ('active', 'disabled')),
  notify_email text,
  email_state text check (email_state in ('unconfirmed', 'confirmed', 'unsubscribed')),
  -- Whether alerts tell of new versions too.
  notify_changes boolean not null default false,
  check ((webhook_url is null) = (webhook_secret is null) and (webhook_url is null) = (webhook_state is null)),
  check ((notify_email is null) = (email_state is null))
);

create index owners_notify_email on directory.owners (notify_email) where notify_email is not null;

-- Keyed hashes of mailboxes whose holders want no mail: nobody can ask them again. No address is stored here.
create table directory.unsubscribed (mailbox text primary key, since timestamptz(3) not null);

-- One key a domain: a later one takes the place of every earlier one. Only its keyed hash is stored.
create table directory.keys (
  domain text collate "C" primary key references directory.domains
    on delete cascade,
  hash text not null unique,
  issued_at timestamptz not null,
  suspended_at timestamptz,
  -- The answer with the key may have been lost: it may be given once more, until the key is used.
  repeatable boolean not null default true,
  -- Of the call that issued the key. The client sends a call again that was lost with its connection.
  call uuid
);

-- What the last look at the proofs of a domain has seen, or the lease of the process that looks. The domain need not
-- be tracked. `until`: end of the lease, then end of the time for which the look serves everybody.
create table directory.proof_looks (
  domain text collate "C" primary key,
  lease uuid,
  until timestamptz not null,
  look jsonb
);
create index proof_looks_until on directory.proof_looks (until);

-- Who wants to be told of a domain without owning it. Nobody is told before the receiver has agreed.
create table directory.watches (
  id uuid primary key default gen_random_uuid(),
  domain text collate "C" not null references directory.domains
    on delete cascade,
  webhook_url text not null,
  -- Encrypted with a key that is not in the database.
  secret text not null,
  -- Keyed hash of the network that asked: no address is stored.
  network text not null,
  -- Hash of the token that deletes the watch.
  token_hash text not null,
  expires_at timestamptz(3) not null,
  unique (domain, network, webhook_url)
);
create index watches_network on directory.watches (network);
create index watches_expires_at on directory.watches (expires_at);

-- The outbox: an alert is written by the transaction that made the change it reports.
create table directory.alerts (
  id uuid primary key default gen_random_uuid(),
  domain text collate "C" not null references directory.domains
    on delete cascade,
  type text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null,
  -- Sent to watches, not to the owner.
  for_watches boolean not null default false
);
create index alerts_domain on directory.alerts (domain, created_at);
create index alerts_created_at on directory.alerts (created_at);

-- An alert on its way through one channel. While it is leased, due_at is the end of the lease.
create table directory.deliveries (
  id uuid primary key default gen_random_uuid(),
  alert uuid not null references directory.alerts
    on delete cascade,
  domain text collate "C" not null references directory.domains
    on delete cascade,
  channel text not null check (channel in ('webhook', 'email')),
  -- Null: the owner's channel.
  watch uuid references directory.watches
    on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'dead', 'cancelled')),
  -- Sends that were begun, and those among them that are known to have failed: a sender that dies uses up no retry.
  attempts int not null default 0,
  failures int not null default 0,
  due_at timestamptz not null,
  lease uuid,
  last_error text,
  -- Of an earlier owner, to whom a last alert goes: where else one goes, and what signs it, is in owners.
  address text,
  secret text,
  unique nulls not distinct (alert, channel, watch)
)
with (fillfactor = 80);
create index deliveries_due on directory.deliveries (due_at) where status = 'pending';
create index deliveries_domain on directory.deliveries (domain);
create index deliveries_watch on directory.deliveries (watch) where watch is not null;

---------------------------------------------------------------- usage

-- Lookups by hour for two days, by day for 13 months, and in all.
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

-- How much of a quota is used. The subject is an opaque key of a client, a domain, or the whole service: no address is
-- stored.
create table directory.quotas (
  name text,
  subject text,
  used int not null,
  ends_at timestamptz not null,
  primary key (name, subject)
);
create index quotas_ends_at on directory.quotas (ends_at);

-- How much each network has used of a quota that networks share. The network is an opaque key, too. A row of an earlier
-- window has another ends_at than its quota, and counts nothing.
create table directory.quota_networks (
  name text,
  subject text,
  network text,
  used int not null,
  ends_at timestamptz not null,
  primary key (name, subject, network)
);
create index quota_networks_ends_at on directory.quota_networks (ends_at);

---------------------------------------------------------------- jobs

-- The list that the ranks of domains are from. The list itself is not stored.
create table directory.rank_list (
  one boolean primary key default true check (one),
  entries int not null default 0,
  loaded_at timestamptz
);
insert into directory.rank_list default values;

-- When names were registered, as registries say: asked once for a registrable name such as example.co.uk, however many
-- tracked domains are below it.
create table directory.registrations (
  name text collate "C" primary key,
  registered_at timestamptz(3),
  -- When it may be asked about (again); never once it is known. Who asks takes it for a while.
  due_at timestamptz not null
);

-- The entries that somebody registered, as opposed to imported ones, and the network that did: a keyed hash, forgotten
-- after a while.
create table directory.registrants (
  domain text collate "C" primary key references directory.domains
    on delete cascade,
  network text,
  at timestamptz(3) not null
);
create index registrants_network on directory.registrants (network, at) where network is not null;

-- A standing decision of an operator, which no visit overrules.
create table directory.rulings (
  domain text collate "C" primary key references directory.domains
    on delete cascade,
  rejection text not null check (rejection in ('block-list', 'parked', 'spam', 'opt-out')),
  ruled_at timestamptz not null
);

-- The audit log. No foreign key: what was decided stays known when the domain is gone.
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

-- The copy that is being written into this database, and how many rows of each table are; empty at all other times.
create table directory.restore_progress (
  one boolean primary key default true check (one),
  digest text not null,
  begun_at timestamptz not null,
  written jsonb not null default '{}'
);
