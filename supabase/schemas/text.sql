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
