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
