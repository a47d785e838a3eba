-- A copy of the whole directory as lines of JSON, read and written in steps of bounded size.

-- Tables whose rows are no part of a copy: counts that triggers keep from the other rows, and what belongs to one database only.
create function directory.left_out_of_copies() returns text[] language sql immutable set search_path = '' as $$
  select array['shelf_counts', 'position_counts', 'country_counts', 'totals', 'tag_counts', 'tagged', 'instance', 'restoration', 'ranks_a', 'ranks_b']
$$;

create type directory.copied_table as (name text, place int, by_domain boolean, outlives boolean, keys text, columns text);

-- The tables of a copy in an order in which they can be written: what a row refers to comes before it, and among equals the name
-- decides, so that alerts come before owners and no delivery is made for them anew. `outlives`: its rows stay when a domain goes.
create function directory.copied_tables() returns directory.copied_table[] language sql stable set search_path = '' as $$
  with recursive tables as (
    select c.oid, c.relname::text as name from pg_catalog.pg_class c
    where c.relnamespace = 'directory'::regnamespace and c.relkind = 'r' and c.relname <> all(directory.left_out_of_copies())),
  depths as (
    select t.oid, 0 as depth from tables t
    union
    select f.conrelid, d.depth + 1 from depths d join pg_catalog.pg_constraint f on f.contype = 'f' and f.confrelid = d.oid and f.conrelid <> d.oid
      join tables t on t.oid = f.conrelid),
  described as (
    select t.name, (row_number() over (order by max(d.depth), t.name))::int as place,
      exists (select from pg_catalog.pg_attribute a where a.attrelid = t.oid and a.attname = 'domain' and not a.attisdropped) as by_domain,
      not exists (select from pg_catalog.pg_constraint f where f.contype = 'f' and f.conrelid = t.oid and f.confrelid = 'directory.domains'::regclass) as outlives,
      (select string_agg(format('x.%I', a.attname), ', ' order by k.place)
        from pg_catalog.pg_index i, unnest(i.indkey::int2[]) with ordinality k(attnum, place), pg_catalog.pg_attribute a
        where i.indrelid = t.oid and i.indisprimary and a.attrelid = t.oid and a.attnum = k.attnum) as keys,
      (select string_agg(format('x.%I', a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and a.attgenerated = '' and not a.attisdropped) as columns
    from tables t join depths d on d.oid = t.oid group by t.oid, t.name)
  select array_agg(row(d.name, d.place, d.by_domain, d.outlives, d.keys, d.columns)::directory.copied_table order by d.place) from described d
$$;

-- What a copy of this database has to say of itself: which migrations made it, and its tables in their order.
create function directory.describe_copy() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'migrations', (select coalesce(jsonb_agg(m.version order by m.version), '[]') from supabase_migrations.schema_migrations m),
    'tables', (select jsonb_agg(t.name order by t.place) from unnest(directory.copied_tables()) t) || '["ranks"]')
$$;

-- The rows of one table that belong to some domains, each as a line of a copy. The table comes first: it is found without reading the row.
-- Text from the start: a tree of JSON for each row took as long again as reading it.
create function directory.lines_of(name text, keys text, columns text, domains text[]) returns text language plpgsql stable set search_path = '' as $$
declare lines text;
begin
  execute format('select string_agg(%L || row_to_json(r)::text, E''}\n'') || E''}\n'' from (select %s from directory.%I x where x.domain = any($1) order by %s) r',
    directory.line_start(name), columns, name, keys) into lines using domains;
  return coalesce(lines, '');
end $$;

create function directory.line_start(name text) returns text language sql immutable set search_path = '' as $$
  select '{"table": "' || name || '", "row": '
$$;

-- All rows of some domains, and the texts and runs that they refer to: whole as of one instant, because one statement reads them.
create function directory.copy_domains(copied directory.copied_table[], domains text[]) returns text language plpgsql stable set search_path = '' as $$
declare t directory.copied_table; lines text := '';
begin
  foreach t in array copied loop
    continue when not t.by_domain and t.name not in ('texts', 'runs');
    lines := lines || coalesce(case t.name
      when 'texts' then (select string_agg(directory.line_start('texts') || row_to_json(x)::text, E'}\n' order by x.hash) || E'}\n' from directory.texts x
        where x.hash in (select r.text_hash from directory.readings r where r.domain = any(domains)))
      when 'runs' then (select string_agg(directory.line_start('runs') || row_to_json(x)::text, E'}\n' order by x.id) || E'}\n' from directory.runs x
        where x.id in (select v.run from directory.run_visits v where v.domain = any(domains)))
      else directory.lines_of(t.name, t.keys, t.columns, domains) end, '');
  end loop;
  return lines;
end $$;

-- Names that any table of a copy may hold, in their order: removed domains live on in some.
create function directory.copied_names(copied directory.copied_table[], after text, max_rows int) returns text[] language plpgsql stable set search_path = '' as $$
declare t directory.copied_table; names text[] := '{}'; more text[];
begin
  foreach t in array copied loop
    continue when not t.by_domain or not t.outlives;
    execute format('select array(select distinct x.domain from directory.%I x where x.domain > $1 order by x.domain limit $2)', t.name)
      into more using after, max_rows;
    names := names || more;
  end loop;
  return array(select distinct n.name collate "C" from unnest(names) n(name) order by 1 limit max_rows);
end $$;

-- The next step of a copy: lines, and the cursor of the step after it; null when that was all. A step has about max_bytes, and one
-- domain or a hundred rows at least. First all domains by name, then the tables without domains, then the list of ranks.
create function directory.read_copy(after jsonb, max_bytes int) returns jsonb language plpgsql stable security definer set search_path = ''
  set plan_cache_mode = force_custom_plan as $$
declare
  step constant int := 100;
  copied directory.copied_table[] := directory.copied_tables();
  part text := coalesce(read_copy.after->>'part', 'domains'); lines text := ''; names text[]; picked text[];
  t directory.copied_table; at text; block int; blocks int; list directory.rank_list; spare text;
begin
  if part = 'domains' then
    names := directory.copied_names(copied, coalesce(read_copy.after->>'domain', ''), 500);
    while cardinality(names) > 0 and octet_length(lines) < read_copy.max_bytes loop
      picked := array(select w.name from (
        -- Bytes, roughly: what can be much is weighed before it is read.
        select n.name, sum(coalesce(octet_length(x.body), 0) + coalesce(pg_column_size(r.findings), 0) * 4
            + (select count(*) * 200 from directory.history h where h.domain = n.name)
            + (select count(*) * 80 from directory.lookups_by_day l where l.domain = n.name)
            + (select coalesce(sum(pg_column_size(v.held)), 0) * 4 from directory.run_visits v where v.domain = n.name)) over (order by n.name collate "C") as weight,
          row_number() over (order by n.name collate "C") as place
        from unnest(names[1:step]) n(name) left join directory.readings r on r.domain = n.name left join directory.texts x on x.hash = r.text_hash) w
        where w.place = 1 or w.weight <= read_copy.max_bytes / 2 order by w.place);
      lines := lines || directory.copy_domains(copied, picked);
      at := picked[cardinality(picked)];
      names := names[cardinality(picked) + 1:];
    end loop;
    return jsonb_build_object('lines', lines, 'cursor', case when at is null then '{"part":"tables"}'
      else jsonb_build_object('part', 'domains', 'domain', at) end);
  end if;
  if part = 'tables' then
    select * into t from unnest(copied) c where not c.by_domain and c.name <> 'texts'
      and c.place >= coalesce((read_copy.after->>'place')::int, 0) order by c.place limit 1;
    if not found then return '{"lines":"","cursor":{"part":"ranks"}}'; end if;
    execute format('select string_agg(%L || l.row, E''}\n'' order by l.place) || E''}\n'', (array_agg(l.row order by l.place desc))[1] from (
        select row_to_json(x)::text as row, row_number() over (order by %s) as place from directory.%I x
        where $1 is null or (%s) > (select %s from jsonb_populate_record(null::directory.%I, $1) x) order by %s limit 1000) l',
      directory.line_start(t.name), t.keys, t.name, t.keys, t.keys, t.name, t.keys) into lines, at using read_copy.after->'row';
    return jsonb_build_object('lines', coalesce(lines, ''), 'cursor', jsonb_build_object('part', 'tables')
      || case when at is null then jsonb_build_object('place', t.place + 1) else jsonb_build_object('place', t.place, 'row', at::jsonb) end);
  end if;
  -- By blocks of the table: the list may name a domain twice, so it has no key to go by. It is never written while it is read.
  select * into list from directory.rank_list;
  if list.current is null then return '{"lines":"","cursor":null}'; end if;
  if coalesce((read_copy.after->>'loaded_at')::timestamptz, list.loaded_at) <> list.loaded_at then
    raise exception 'another list of ranks has been loaded meanwhile: begin again' using errcode = 'PT409';
  end if;
  spare := 'ranks_' || list.current;
  block := coalesce((read_copy.after->>'block')::int, 0);
  blocks := pg_relation_size(format('directory.%I', spare)::regclass) / current_setting('block_size')::int;
  execute format('select string_agg(%L || row_to_json(x)::text, E''}\n'') || E''}\n'' from directory.%I x where x.ctid >= $1 and x.ctid < $2',
    directory.line_start('ranks'), spare) into lines using format('(%s,0)', block)::tid, format('(%s,0)', block + 100)::tid;
  return jsonb_build_object('lines', coalesce(lines, ''), 'cursor', case when block + 100 < blocks then
    jsonb_build_object('part', 'ranks', 'block', block + 100, 'loaded_at', list.loaded_at) end);
end $$;

---------------------------------------------------------------- and back

-- The copy that is being written into this database, and how many rows of each table are; empty at all other times.
create table directory.restoration (
  one boolean primary key default true check (one), digest text not null, begun_at timestamptz not null, written jsonb not null default '{}'
);

-- Only an empty directory takes a copy. One that was interrupted can be taken up again, from its first line, with the same copy.
create function directory.begin_restore(digest text, at timestamptz default null) returns jsonb language plpgsql security definer set search_path = '' as $$
declare under_way text;
begin
  select r.digest into under_way from directory.restoration r for update;
  if under_way = begin_restore.digest then
    truncate directory.ranks_a;
    update directory.restoration set written = written - 'ranks';
    return '"continued"';
  end if;
  if under_way is not null then raise exception 'another copy is being restored' using errcode = 'PT409'; end if;
  if exists (select from directory.domains) or exists (select from directory.runs) or exists (select from directory.generations) then
    raise exception 'the directory is not empty' using errcode = 'PT409';
  end if;
  truncate directory.ranks_a;
  drop index if exists directory.ranks_a_domain;
  insert into directory.restoration (digest, begun_at) values (begin_restore.digest, coalesce(begin_restore.at, now()));
  return '"begun"';
end $$;

-- Writes lines of a copy. What is there already stays: a step that is sent twice is written once.
create function directory.write_copy(digest text, lines text) returns jsonb language plpgsql security definer set search_path = '' as $$
declare g record; columns text; unknown text; counted jsonb; n int; total int := 0;
begin
  select r.written into counted from directory.restoration r where r.digest = write_copy.digest for update;
  if not found then raise exception 'no restore of this copy has been begun' using errcode = 'PT409'; end if;
  for g in
    select w.name, w.lines, case when w.name = 'ranks' then 'ranks_a' else c.name end as target from (
      select substring(left(l.line, 100) from '^{"table": "([a-z_]+)"') as name, array_agg(l.line order by l.place) as lines
      from string_to_table(write_copy.lines, E'\n') with ordinality l(line, place) where l.line <> '' group by 1) w
    -- Lines of several steps of the copy: of all of them together, what is referred to comes first.
    left join unnest(directory.copied_tables()) c on c.name = w.name order by c.place
  loop
    if g.target is null then raise exception 'this database has no table %', g.name using errcode = 'PT422'; end if;
    select string_agg(format('%I', k), ', ') filter (where a.attname is not null), min(k) filter (where a.attname is null) into columns, unknown
      from json_object_keys(g.lines[1]::json->'row') k left join pg_catalog.pg_attribute a
        on a.attrelid = format('directory.%I', g.target)::regclass and a.attname = k and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
    if unknown is not null then raise exception 'this database has no column %.%', g.name, unknown using errcode = 'PT422'; end if;
    -- The one row about the list of ranks is there from the start, and says until now that there is no list.
    if g.name = 'rank_list' then delete from directory.rank_list; end if;
    execute format('insert into directory.%I (%s) select %s from unnest($1) l(line), json_populate_record(null::directory.%I, l.line::json->''row'') on conflict do nothing',
      g.target, columns, columns, g.target) using g.lines;
    get diagnostics n = row_count;
    total := total + n;
    counted := counted || jsonb_build_object(g.name, case when g.name = 'rank_list' then n else coalesce((counted->>g.name)::int, 0) + n end);
  end loop;
  update directory.restoration r set written = counted;
  return to_jsonb(total);
end $$;

-- Compares what has been written with the copy's own counts ({ table: lines }); a text or a run may stand in a copy more than once.
-- When they agree, this is from here on another database to whoever has read the old one: builds begin anew.
create function directory.finish_restore(digest text, counts jsonb) returns jsonb language plpgsql security definer set search_path = '' as $$
declare counted jsonb; wrong jsonb;
begin
  select r.written into counted from directory.restoration r where r.digest = finish_restore.digest for update;
  if not found then raise exception 'no restore of this copy has been begun' using errcode = 'PT409'; end if;
  select coalesce(jsonb_agg(jsonb_build_object('table', x.name, 'expected', x.expected, 'found', x.found) order by x.name), '[]') into wrong
    from (select k.name, coalesce((finish_restore.counts->>k.name)::int, 0) as expected, coalesce((counted->>k.name)::int, 0) as found
      from (select jsonb_object_keys(finish_restore.counts) union select jsonb_object_keys(counted)) k(name)) x
    where x.found > x.expected or (x.found < x.expected and x.name not in ('texts', 'runs'));
  if wrong = '[]' then
    drop index if exists directory.ranks_a_domain;
    create index ranks_a_domain on directory.ranks_a (domain);
    analyze directory.ranks_a;
    update directory.rank_list set current = case when current is not null then 'a' end, loading = null;
    update directory.instance set id = gen_random_uuid();
    delete from directory.restoration;
  end if;
  return wrong;
end $$;

select directory.close_tables();
revoke execute on function directory.left_out_of_copies(), directory.copied_tables(), directory.lines_of(text, text, text, text[]), directory.line_start(text),
  directory.copy_domains(directory.copied_table[], text[]), directory.copied_names(directory.copied_table[], text, int) from public, anon, authenticated, service_role;
select directory.expose(f::regprocedure, array['service_role']) from unnest(array[
  'directory.describe_copy()', 'directory.read_copy(jsonb, int)', 'directory.begin_restore(text, timestamptz)',
  'directory.write_copy(text, text)', 'directory.finish_restore(text, jsonb)']) f;

notify pgrst, 'reload schema';
