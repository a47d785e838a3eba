-- Export and restore of the whole directory as lines of JSON, in steps of bounded size. Every line starts with its
-- table, so that the table is found without parsing the row. Build lines as text, because a JSON tree per row doubles
-- the time.

create table directory.restore_progress (
  one boolean primary key default true check (one),
  digest text not null,
  written jsonb not null default '{}'
);
comment on table directory.restore_progress is 'Running restore with its row counts per table, or no row.';

-- A copy may contain keys that were revoked later, and the end of the restore suspends them. Until then, accept and
-- issue no key.
create function directory.refuse_during_restore() returns void language plpgsql stable set search_path = '' as $$
begin
  if exists (select from directory.restore_progress) then
    raise exception 'a restore is not finished: run it again' using errcode = 'PT503';
  end if;
end;
$$;

create function directory.line_start(name text) returns text language sql immutable set search_path = '' as $$
  select '{"table": "' || name || '", "row": '
$$;

create type directory.copied_table as (
  name text, place int, by_domain boolean, outlives boolean, keys text, columns text);

-- Tables of a copy, in the order of writing: referenced tables come first. Equal tables are ordered by name, so alerts
-- come before owners, and the trigger creates no deliveries. Tables kept by triggers or bound to one database are left
-- out. `outlives` marks tables whose rows survive the removal of a domain.
create function directory.copied_tables() returns directory.copied_table[]
language sql stable set search_path = '' as $$
  with recursive tables as (
    select c.oid, c.relname::text as name from pg_catalog.pg_class c
    where c.relnamespace = 'directory'::regnamespace and c.relkind = 'r' and c.relname <> all (array[
      'counters', 'counter_changes', 'listed_tags', 'search_documents', 'word_list', 'instance',
      'restore_progress', 'proof_looks', 'packages'])
  ), depths as (
    select t.oid, 0 as depth from tables t
    union
    select f.conrelid, d.depth + 1 from depths d
    join pg_catalog.pg_constraint f on f.contype = 'f' and f.confrelid = d.oid and f.conrelid <> d.oid
    join tables t on t.oid = f.conrelid
  ), columns as (
    select a.attrelid as oid, bool_or(a.attname = 'domain') as by_domain,
      string_agg(format('x.%I', a.attname), ', ' order by k.place) filter (where k.place is not null) as keys,
      string_agg(format('x.%I', a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns
    from tables t
    join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    join pg_catalog.pg_index i on i.indrelid = t.oid and i.indisprimary
    left join unnest(i.indkey::int2[]) with ordinality k (attnum, place) on k.attnum = a.attnum
    group by a.attrelid
  ), described as (
    select t.name,
      (row_number() over (order by (select max(d.depth) from depths d where d.oid = t.oid), t.name))::int as place,
      c.by_domain, not exists (
        select from pg_catalog.pg_constraint f
        where f.contype = 'f' and f.conrelid = t.oid and f.confrelid = 'directory.domains'::regclass) as outlives,
      c.keys, c.columns
    from tables t join columns c on c.oid = t.oid
  )
  select array_agg(d::directory.copied_table order by d.place) from described d
$$;

create function api.describe_copy() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'migrations', (
      select coalesce(jsonb_agg(m.version order by m.version), '[]') from supabase_migrations.schema_migrations m),
    'tables', (select jsonb_agg(t.name order by t.place) from unnest(directory.copied_tables()) t))
$$;
comment on function api.describe_copy is
  'Returns the header of a copy: the migrations of the database, and its tables in order.';

---------------------------------------------------------------- reading

-- Rows of one table selected by `condition` on $1.
create function directory.copy_rows(t directory.copied_table, condition text, argument text[])
returns text language plpgsql stable set search_path = '' as $$
declare
  lines text;
begin
  execute format(
    'select string_agg(%L || row_to_json(r)::text, E''}\n'') || E''}\n''
      from (select %s from directory.%I x where %s order by %s) r',
    directory.line_start(t.name), t.columns, t.name, condition, t.keys)
  into lines using argument;
  return coalesce(lines, '');
end;
$$;

-- All rows of some domains with their texts and runs, read by one statement to be consistent.
create function directory.copy_domains(copied directory.copied_table[], domains text[])
returns text language sql stable set search_path = '' as $$
  select string_agg(directory.copy_rows(t, case t.name
      when 'texts' then 'x.hash in (
        select i.text_hash from directory.files i where i.domain = any($1)
        union all
        select v.text_hash from directory.versions v where v.domain = any($1))'
      when 'runs' then 'x.id in (select v.run from directory.run_visits v where v.domain = any($1))'
      else 'x.domain = any($1)' end, domains), '' order by t.place)
  from unnest(copied) t where t.by_domain or t.name in ('texts', 'runs')
$$;

-- Domains in any table of a copy, in order. Some tables keep removed domains.
create function directory.copied_names(
  copied directory.copied_table[], after text, through text, max_rows int)
returns text[] language plpgsql stable set search_path = '' as $$
declare
  t directory.copied_table;
  names text[] := '{}';
  more text[];
begin
  foreach t in array copied loop
    continue when not t.by_domain or not t.outlives;
    execute format(
      'select array(select distinct x.domain from directory.%I x
        where x.domain > $1 and ($2 is null or x.domain <= $2) order by 1 limit $3)', t.name)
    into more using after, through, max_rows;
    names := names || more;
  end loop;
  return array(select distinct n.name collate "C" from unnest(names) n (name) order by 1 limit max_rows);
end;
$$;

-- The first domains whose rows have about max_bytes together, at least one. Estimate large columns before reading
-- them.
create function directory.names_within(names text[], max_bytes int) returns text[]
language sql stable set search_path = '' as $$
  with weighed as (
    select n.place, n.name, sum(
        coalesce(octet_length(x.packed), 0) * 2
        + (coalesce(pg_column_size(i.seen), 0) + coalesce(pg_column_size(i.answer), 0)) * 4
        + (select count(*) * 200 from directory.score_history h where h.domain = n.name)
        + (select coalesce(sum(octet_length(p.packed) * 2), 0) + count(*) * 300
            + coalesce(sum(pg_column_size(v.changes) * 4), 0)
          from directory.versions v left join directory.texts p on p.hash = v.text_hash
          where v.domain = n.name)
        + (select count(*) * 80 from directory.lookups_by_day l where l.domain = n.name)
        + (select coalesce(sum(pg_column_size(v.held)), 0) * 4 from directory.run_visits v where v.domain = n.name)
      ) over (order by n.place) as bytes
    from unnest(names) with ordinality n (name, place)
    left join directory.files i on i.domain = n.name
    left join directory.texts x on x.hash = i.text_hash
  )
  select array_agg(w.name order by w.place) from weighed w where w.place = 1 or w.bytes <= max_bytes
$$;

create function api.read_copy(after jsonb, max_bytes int, known jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  copied directory.copied_table[] := directory.copied_tables();
  step jsonb;
begin
  if coalesce(after->>'part', 'domains') <> 'domains' then
    return directory.read_copy_of_tables(copied, coalesce((after->>'place')::int, 0), after->'row');
  end if;
  step := directory.read_copy_of_domains(copied, coalesce(after->>'domain', ''), known->>'through', max_bytes);
  return case when known is null then step else step || directory.changed_lines(
    step->>'lines', array(select jsonb_array_elements_text(known->'rows'))) end;
end;
$$;
comment on function api.read_copy is
  'Returns the next step of a copy: lines, their last domain, and the cursor of the following step or null. Copies '
  'all domains by name, then the tables without domains, whose lines have no last domain. `known` are the row hashes '
  'of an earlier copy for domains up to `through`. With `known`, the step ends there, leaves out rows with these '
  'hashes, and returns 1 for each hash whose row still exists and 0 for others.';

create function directory.changed_lines(lines text, known text[]) returns jsonb
language sql immutable set search_path = '' as $$
  with found as materialized (
    select l.line, md5(l.line) as hash, l.place
    from string_to_table(lines, E'\n') with ordinality l (line, place) where l.line <> ''
  ), known as materialized (select k.hash, k.place from unnest(known) with ordinality k (hash, place))
  select jsonb_build_object(
    'lines', (
      select coalesce(string_agg(f.line || E'\n', '' order by f.place), '') from found f
      where f.hash not in (select k.hash from known k)),
    'kept', (
      select coalesce(string_agg(case when k.hash in (select f.hash from found f) then '1' else '0' end, ''
        order by k.place), '')
      from known k))
$$;

create function directory.read_copy_of_domains(
  copied directory.copied_table[], after text, through text, max_bytes int)
returns jsonb language plpgsql stable set plan_cache_mode = force_custom_plan set search_path = '' as $$
declare
  names text[] := directory.copied_names(copied, after, through, 500);
  picked text[];
  lines text := '';
  last text;
begin
  while cardinality(names) > 0 and octet_length(lines) < max_bytes loop
    picked := directory.names_within(names[1:100], max_bytes / 2);
    lines := lines || directory.copy_domains(copied, picked);
    last := picked[cardinality(picked)];
    names := names[cardinality(picked) + 1:];
  end loop;
  last := coalesce(last, through);
  return jsonb_build_object('lines', lines, 'through', last, 'cursor', case
    when last is null then '{"part": "tables"}'
    else jsonb_build_object('part', 'domains', 'domain', last)
    end);
end;
$$;

create function directory.read_copy_of_tables(copied directory.copied_table[], first_place int, after jsonb)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  t directory.copied_table;
  lines text;
  last jsonb;
begin
  select * into t from unnest(copied) c
  where not c.by_domain and c.name <> 'texts' and c.place >= first_place
  order by c.place limit 1;
  if not found then return '{"lines": "", "through": null, "cursor": null}'; end if;
  execute format('select string_agg(%L || l.row, E''}\n'' order by l.place) || E''}\n'',
      (array_agg(l.row order by l.place desc))[1]::jsonb
    from (
      select row_to_json(x)::text as row, row_number() over (order by %2$s) as place from directory.%3$I x
      where $1 is null or (%2$s) > (select %2$s from jsonb_populate_record(null::directory.%3$I, $1) x)
      order by %2$s limit 1000) l',
    directory.line_start(t.name), t.keys, t.name)
  into lines, last using after;
  return jsonb_build_object('lines', coalesce(lines, ''), 'through', null, 'cursor', case
    when last is null then jsonb_build_object('part', 'tables', 'place', t.place + 1)
    else jsonb_build_object('part', 'tables', 'place', t.place, 'row', last)
    end);
end;
$$;

---------------------------------------------------------------- writing

create function api.begin_restore(digest text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  under_way text := (select r.digest from directory.restore_progress r for update);
begin
  if under_way <> digest then
    raise exception
      'the restore of another copy is not finished: run it again with its file, or restore into an empty directory'
      using errcode = 'PT409';
  end if;
  if under_way is null and (exists (select from directory.domains) or exists (select from directory.runs)
    or exists (select from directory.key_generations)) then
    raise exception
      'the directory already contains data: restore into a new DATA_DIR or a new Supabase project'
      using errcode = 'PT409';
  end if;
  insert into directory.restore_progress as r (digest) values (begin_restore.digest)
  on conflict (one) do nothing;
  return to_jsonb(case when under_way is null then 'begun' else 'continued' end);
end;
$$;
comment on function api.begin_restore is
  'Begins a restore into an empty directory, and refuses another directory. An interrupted restore can restart from '
  'the first line of the same copy.';

create function api.write_copy(digest text, lines text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  counted jsonb;
  g record;
  n int;
  total int := 0;
begin
  select r.written into counted from directory.restore_progress r where r.digest = write_copy.digest for update;
  if not found then raise exception 'no restore of this copy has been begun' using errcode = 'PT409'; end if;
  for g in
    select w.name, w.lines, c.name as target
    from (
      select substring(left(l.line, 100) from '^{"table": "([a-z_]+)"') as name,
        array_agg(l.line order by l.place) as lines
      from string_to_table(lines, E'\n') with ordinality l (line, place) where l.line <> '' group by 1) w
    -- Load referenced rows first, because a restore takes several steps.
    left join unnest(directory.copied_tables()) c on c.name = w.name
    order by c.place
  loop
    n := directory.write_lines(g.name, g.target, g.lines);
    total := total + n;
    counted := counted || jsonb_build_object(g.name,
      n + case g.name when 'rank_list' then 0 else coalesce((counted->>g.name)::int, 0) end);
  end loop;
  update directory.restore_progress r set written = counted;
  return to_jsonb(total);
end;
$$;
comment on function api.write_copy is 'Writes lines of a copy. Existing rows stay, so a repeated step is written once.';

create function directory.write_lines(name text, target text, lines text[]) returns int
language plpgsql set search_path = '' as $$
declare
  columns text;
  unknown text;
  written int;
begin
  if target is null then raise exception 'this database has no table %', name using errcode = 'PT422'; end if;
  select string_agg(format('%I', k), ', ') filter (where a.attname is not null),
    min(k) filter (where a.attname is null)
  into columns, unknown
  from json_object_keys(lines[1]::json->'row') k
  left join pg_catalog.pg_attribute a on a.attrelid = format('directory.%I', target)::regclass and a.attname = k
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  if unknown is not null then
    raise exception 'this database has no column %.%', name, unknown using errcode = 'PT422';
  end if;
  -- The only row about the rank list exists from the start.
  if name = 'rank_list' then
    delete from directory.rank_list;
  end if;
  execute format('insert into directory.%1$I (%2$s) select %2$s
      from unnest($1) l (line), json_populate_record(null::directory.%1$I, l.line::json->''row'')
      on conflict do nothing', target, columns)
  using lines;
  get diagnostics written = row_count;
  return written;
end;
$$;

-- Keys may have been revoked and tokens used since the copy, so all become invalid. Owners verify again. Generations
-- continue from the minutes since 1970, which no counter has reached.
create function directory.end_restored_keys(t timestamptz) returns void language plpgsql set search_path = '' as $$
declare
  next_generation int := extract(epoch from t)::bigint / 60;
begin
  update directory.keys k set suspended_at = t where k.suspended_at is null;
  update directory.key_generations g set generation = greatest(g.generation + 1, next_generation);
  update directory.instance set first_generation = next_generation;
end;
$$;

create function api.finish_restore(
  digest text, counts jsonb, keep_keys boolean, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  counted jsonb;
  wrong jsonb;
begin
  select r.written into counted from directory.restore_progress r where r.digest = finish_restore.digest for update;
  if not found then raise exception 'no restore of this copy has been begun' using errcode = 'PT409'; end if;
  select coalesce(jsonb_agg(x order by x.table), '[]') into wrong from (
    select k.name as table, coalesce((counts->>k.name)::int, 0) as expected,
      coalesce((counted->>k.name)::int, 0) as found
    from (select jsonb_object_keys(counts) union select jsonb_object_keys(counted)) k (name)) x
  where x.found > x.expected or (x.found < x.expected and x.table not in ('texts', 'runs'));
  if wrong = '[]' then
    update directory.instance set id = gen_random_uuid();
    perform directory.renew_stamps();
    if not keep_keys then perform directory.end_restored_keys(at); end if;
    delete from directory.restore_progress;
  end if;
  return wrong;
end;
$$;
comment on function api.finish_restore is
  'Compares the written rows with the counts of the copy ({ table: lines }), and returns the differences. A copy may '
  'repeat a text or a run. If the numbers agree, the database gets a new identity, so that builds start again.';
