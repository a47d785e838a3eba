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

-- Text as packed by the program.
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
create trigger version_removed after delete on directory.versions
for each row when (old.text_hash is not null) execute function directory.drop_text();
create trigger version_text_removed after update of text_hash on directory.versions
for each row when (old.text_hash is distinct from new.text_hash) execute function directory.drop_text();
