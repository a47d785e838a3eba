-- Searches of the links of files. The program makes the words, reads queries and ranks; here candidates are found.

-- All links of a site, written anew. Those of a site that is not listed are kept and shown to nobody.
-- Parts up to 1,000 are those of the main file; `above` 1,000 those of the files that the owner names.
create function directory.write_link_parts(site text, parts jsonb, above int default 0) returns void
language plpgsql as $$
declare
  parts_of_file constant int := 1000;
begin
  insert into directory.link_parts as l (domain, part, visibility, band, size, words, links, pages)
  select d.domain, above + p.part, d.visibility, d.sort_key / 6,
    (p.x->>'size')::smallint, (p.x->>'words')::tsvector, p.x->>'links',
    array(select h.hash::int from jsonb_array_elements_text(p.x->'pages') with ordinality h (hash, n) order by h.n)
  from directory.domains d, jsonb_array_elements(parts) with ordinality p (x, part)
  where d.domain = site
  on conflict (domain, part) do update set size = excluded.size, words = excluded.words,
    links = excluded.links, pages = excluded.pages
  where (l.words, l.links, l.pages) is distinct from (excluded.words, excluded.links, excluded.pages);
  delete from directory.link_parts l
  where l.domain = site and l.part > above + jsonb_array_length(parts) and l.part <= above + parts_of_file;
end;
$$;

-- The links of some sites, made anew from their texts.
create function directory.write_links(sites jsonb) returns jsonb language plpgsql as $$
begin
  perform directory.write_link_parts(s.domain, s.link_parts)
  from jsonb_to_recordset(sites) s (domain text, link_parts jsonb);
  return to_jsonb(jsonb_array_length(sites));
end;
$$;

-- Links have the place of their site in the lists.
create function directory.keep_link_parts() returns trigger language plpgsql as $$
begin
  update directory.link_parts l set visibility = n.visibility, band = n.sort_key / 6
  from old_rows o join new_rows n using (domain)
  where l.domain = n.domain and (o.visibility, o.sort_key / 6) is distinct from (n.visibility, n.sort_key / 6);
  return null;
end;
$$;
create trigger links_updated after update on directory.domains
referencing old table as old_rows new table as new_rows
for each statement execute function directory.keep_link_parts();

-- The links of the owner's files go with the first of these files that the owner takes off the list. The next visit
-- writes those of the others.
create function directory.drop_nested_links() returns trigger language plpgsql as $$
begin
  delete from directory.link_parts l where l.domain = new.domain and l.part > 1000;
  return null;
end;
$$;
create trigger nested_links_removed after update of nested_llms_txt on directory.profiles
for each row when (not old.nested_llms_txt <@ new.nested_llms_txt) execute function directory.drop_nested_links();

create type directory.link_part_key as (domain text, part smallint);

-- How many parts the planner expects to match. Volatile, because EXPLAIN is refused elsewhere.
create function directory.estimate_link_parts(query tsquery) returns bigint language plpgsql volatile as $$
declare
  plan json;
begin
  execute format('explain (format json) select from directory.link_parts l where l.words @@ %L::tsquery', query)
  into plan;
  return (plan->0->'Plan'->>'Plan Rows')::numeric::bigint;
end;
$$;

-- The first parts of listed files in list order that hold the words of a query. `is_frequent`: so many hold them that
-- they are looked for in the first sites only: a bounded number of rows is read whatever is asked.
create function directory.find_link_parts(query tsquery, is_frequent boolean, site text)
returns setof directory.link_part_key language plpgsql stable
set enable_seqscan = off set jit = off set plan_cache_mode = force_custom_plan as $$
declare
  max_parts constant int := 120;
  max_sites constant int := 600;
begin
  if site is not null then
    return query
      select l.domain, l.part from directory.link_parts l
      where l.domain = site and l.visibility = 0 and l.words @@ query order by l.part;
  elsif is_frequent then
    return query
      select l.domain, l.part
      from (
        select d.sort_key, d.domain from directory.domains d
        where d.visibility = 0 order by d.sort_key, d.domain limit max_sites) d
      join directory.link_parts l on l.domain = d.domain
      where l.words @@ query order by d.sort_key, d.domain, l.part limit max_parts;
  else
    return query
      select l.domain, l.part from directory.link_parts l
      where l.words @@ query and l.visibility = 0 order by l.band, l.domain, l.part limit max_parts;
  end if;
end;
$$;

-- How many sites there are, and hold each word.
create function directory.count_sites_with(words text[]) returns jsonb language plpgsql stable as $$
begin
  if cardinality(words) > 2000 then raise exception 'at most 2000 words' using errcode = 'PT400'; end if;
  return jsonb_build_object(
    'sites', (
      select coalesce(sum(c.n), 0) from directory.current_counters c where c.counter in ('listed', 'unlisted')),
    'known', (
      select coalesce(jsonb_object_agg(k.word, k.sites), '{}') from directory.known_words k
      where k.word = any(words)));
end;
$$;

-- Where candidates hold which lexemes. Queries are {"query", "is_frequent"}, the strictest first: a later one is asked
-- where those before it have found few. `title`: lexemes in titles, as the text of a tsvector; `words`: in any field.
create function directory.find_links(queries jsonb, lexemes text[], site text) returns jsonb
language plpgsql stable set jit = off as $$
declare
  enough constant int := 40;
  max_queries constant int := 20;
  q record;
  found directory.link_part_key[] := '{}';
  expected bigint;
begin
  if length(queries::text) > 50000 or cardinality(lexemes) > 2000 then
    raise exception 'the query is too long' using errcode = 'PT400';
  end if;
  for q in select x.* from jsonb_to_recordset(queries) x (query tsquery, is_frequent boolean) limit max_queries loop
    found := array(
      select unnest(found) union select k from directory.find_link_parts(q.query, q.is_frequent, site) k);
    -- More were cut off.
    if expected is null and cardinality(found) >= 120 then expected := directory.estimate_link_parts(q.query); end if;
    exit when cardinality(found) >= enough;
  end loop;
  return jsonb_build_object(
    'expected', greatest(expected, cardinality(found)),
    'parts', (
      select coalesce(jsonb_agg(jsonb_build_object('domain', l.domain, 'part', l.part, 'size', l.size,
        'authority', coalesce(d.authority, 0), 'verified', d.verified,
        'title', ts_filter(setweight(ts_filter(l.words, '{b}'), 'A', lexemes), '{a}')::text,
        'words', ts_filter(setweight(l.words, 'A', lexemes), '{a}')::text)), '[]')
      from unnest(found) f (domain, part)
      join directory.link_parts l on l.domain = f.domain and l.part = f.part
      join directory.domains d on d.domain = l.domain));
end;
$$;

-- The lines of some links: `wanted` is a list of {"domain", "part", "places"}.
create function directory.read_links(wanted jsonb) returns jsonb language plpgsql stable as $$
begin
  if jsonb_array_length(wanted) > 400 then raise exception 'at most 400 parts' using errcode = 'PT400'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('domain', l.domain, 'part', l.part, 'site', p.title, 'lines', (
      select jsonb_object_agg(n.place, lines.of_part[n.place]) from unnest(w.places) n (place)))), '[]')
    from jsonb_to_recordset(wanted) w (domain text, part smallint, places int[])
    join directory.link_parts l on l.domain = w.domain and l.part = w.part and l.visibility = 0
    join directory.profiles p on p.domain = l.domain,
    lateral (select string_to_array(l.links, E'\n') as of_part) lines);
end;
$$;
