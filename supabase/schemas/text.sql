-- ISO 8601 in UTC with Z and milliseconds, whatever the session's time zone and style are.
create function directory.iso_timestamp(t timestamptz) returns text language sql stable strict parallel safe as $$
  select pg_catalog.to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- What a domain is found by before it is visited.
create function directory.name_words(domain text) returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('pg_catalog.simple'::regconfig, translate(domain, '.-_', '   ')), 'A')
$$;
