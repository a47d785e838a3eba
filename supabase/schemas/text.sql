-- ISO 8601 in UTC with Z and milliseconds, whatever the session's time zone and style are.
create function directory.iso_timestamp(t timestamptz) returns text language sql stable strict parallel safe as $$
  select pg_catalog.to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Case, compatibility forms and Latin accents do not matter to a search. Each Han and Kana character becomes a word,
-- because the parser would take a whole sentence for one.
create function directory.normalize_text(t text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return case
    when octet_length(t) = length(t) then lower(t)
    else regexp_replace(
      lower(normalize(regexp_replace(normalize(t, nfkd), '[\u0300-\u036f]', '', 'g'), nfkc)),
      '([\u3041-\u30ff\u3400-\u9fff])', ' \1 ', 'g')
    end;
end;
$$;

-- What is searched of a domain. Texts are cut, so that no site can make a document that the index refuses (1 MiB).
create function directory.search_document(domain text, title text, summary text, description text, tags text[])
returns tsvector language plpgsql immutable parallel safe as $$
begin
  return to_tsvector('pg_catalog.simple'::regconfig, translate(
    directory.normalize_text(concat_ws(' ',
      domain, left(title, 1000), left(summary, 4000), left(description, 1000), array_to_string(tags, ' '))),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)));
end;
$$;

-- Websearch syntax (quotes, or, a leading minus) over the same words. All other punctuation separates words; of a URL
-- the host name is meant. A word that is repeated counts once, because the planner would take it for two.
create function directory.search_query(q text) returns tsquery language plpgsql immutable strict parallel safe as $$
declare
  words constant text := regexp_replace(
    directory.normalize_text(regexp_replace(q, '\mhttps?://(www\.)?', ' ', 'gi')), '[!#-,./:-@[-`{-~]', ' ', 'g');
  parsed constant tsquery := websearch_to_tsquery('pg_catalog.simple'::regconfig,
    regexp_replace(regexp_replace(words, '(?<=[^\s"])-', ' ', 'g'), '-(?=\s|$)', ' ', 'g'));
begin
  if parsed::text ~ '[|!<]' then return parsed; end if;
  return (select string_agg(distinct word, ' & ')::tsquery from regexp_split_to_table(parsed::text, ' & ') word);
end;
$$;

-- The start of a domain name that a query may be; null when it can be none.
create function directory.search_prefix(q text) returns text language sql immutable strict parallel safe as $$
  select substring(regexp_replace(lower(btrim(q)), '^https?://(www\.)?|/$', '', 'g') from '^[a-z0-9][a-z0-9.-]*$')
$$;
