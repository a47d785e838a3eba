-- The change log has one row per domain, stamped with the last changing transaction. Reads stop before the oldest
-- running transaction, so that later commits never get a place before rows that were read. An open transaction delays
-- all readers.

-- Rows have the transaction id and are read below the oldest running transaction, so that readers miss no commit. No
-- foreign key, because a removed domain stays here until its page is deleted.
create table directory.changes (
  domain text collate "C" primary key,
  -- Stamp of the last change of the page. A visit without changes does not count.
  stamp xid8 not null,
  removed boolean not null default false,
  -- Stamp of the last change of record or text, for followers.
  told xid8 not null,
  at timestamptz(3) not null default clock_timestamp(),
  -- True if lists show the domain, with the stamp at which that started. A reader that stopped before this stamp does
  -- not have the domain.
  shown boolean not null default false,
  added xid8 not null default '0'
)
with (fillfactor = 80);
comment on table directory.changes is 'Change log for builds and followers.';
create index changes_stamp on directory.changes (stamp, domain);
create index changes_told on directory.changes (told, domain);
create index changes_at on directory.changes (at);

-- Marks these domains as changed for builds, and with `told` also for followers of the change log. Call this
-- function after the change, in the same transaction.
create function directory.stamp_changes(domains text[], removed boolean default false, told boolean default true)
returns void language plpgsql set search_path = '' as $$
begin
  insert into directory.changes as c (domain, stamp, removed, told, at, shown, added)
  select n.domain, pg_current_xact_id(), stamp_changes.removed, pg_current_xact_id(), clock_timestamp(), n.shown,
    case when n.shown then pg_current_xact_id() else '0' end
  from (
    select distinct u.domain, coalesce(d.visibility < 'hidden', false) as shown
    from unnest(domains) u (domain) left join directory.domains d on d.domain = u.domain) n
  order by n.domain
  on conflict (domain) do update set stamp = excluded.stamp, removed = excluded.removed,
    told = case when stamp_changes.told then excluded.told else c.told end,
    at = case when stamp_changes.told then excluded.at else c.at end, shown = excluded.shown,
    added = case when excluded.shown and not c.shown then excluded.stamp else c.added end;
end;
$$;

create function directory.stamp_removed() returns trigger language plpgsql set search_path = '' as $$
begin
  perform directory.stamp_changes(array(select o.domain from old_rows o), true);
  return null;
end;
$$;
create trigger stamp_removed after delete on directory.domains
referencing old table as old_rows for each statement execute function directory.stamp_removed();

-- Stamps from the future mean that the tables came from a database with other transaction ids, by pg_restore for
-- example. Runs renew stamps from the future, so that builds and followers read every row again.
create function directory.renew_stamps() returns void language plpgsql set search_path = '' as $$
begin
  if exists (
    select from directory.changes c
    where c.stamp >= pg_snapshot_xmax(pg_current_snapshot())
      and c.stamp is distinct from pg_current_xact_id_if_assigned()
  ) then
    update directory.changes c set stamp = '3', told = '3', added = '3';
    update directory.instance set id = gen_random_uuid();
  end if;
end;
$$;

-- Position of a cursor (`<instance>.<stamp>.<domain>`) in the log. A cursor of another database, or of a state later
-- than the restored copy, is unknown and comes before everything.
create function directory.find_change_cursor(
  after text, horizon xid8, out instance text, out stamp xid8, out domain text, out is_known boolean)
language plpgsql stable set search_path = '' as $$
begin
  select i.id into instance from directory.instance i;
  stamp := '0';
  domain := '';
  is_known := false;
  if after ~ ('^' || instance || '\.\d{1,19}\.') and split_part(after, '.', 2)::xid8 < horizon then
    stamp := split_part(after, '.', 2);
    domain := substring(after from '^[^.]*\.[^.]*\.(.*)$');
    is_known := true;
  end if;
end;
$$;

create function api.list_changes(after text, max_rows int) returns jsonb language plpgsql stable
set plan_cache_mode = force_custom_plan security definer set search_path = '' as $$
declare
  horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
  start record;
  size int := least(greatest(max_rows, 1), 1000);
  changes jsonb;
  last jsonb;
begin
  select * into start from directory.find_change_cursor(after, horizon);
  select coalesce(jsonb_agg(x), '[]') into changes from (
    select c.domain, lpad(c.stamp::text, 20, '0') as revision, d.tier, c.removed
    from directory.changes c left join directory.domains d on d.domain = c.domain
    where (c.stamp, c.domain) > (start.stamp, start.domain) and c.stamp < horizon
    order by c.stamp, c.domain limit size) x;
  last := changes->-1;
  return jsonb_build_object('changes', changes, 'more', jsonb_array_length(changes) = size, 'cursor', concat_ws('.',
    start.instance, coalesce(ltrim(last->>'revision', '0'), start.stamp::text),
    coalesce(last->>'domain', start.domain)));
end;
$$;
comment on function api.list_changes is
  'Lists the domains that changed after a cursor, for builds. An unknown cursor starts from the beginning.';

-- First position in the log with a change at or after a time, or the end.
create function directory.find_change_time(since timestamptz, horizon xid8, out stamp xid8, out domain text)
language plpgsql stable set search_path = '' as $$
begin
  select c.told, '' into stamp, domain from directory.changes c
  where c.at >= since and c.told < horizon order by c.told limit 1;
  if not found then
    select c.told, c.domain into stamp, domain from directory.changes c
    where c.told < horizon order by c.told desc, c.domain desc limit 1;
  end if;
end;
$$;

create function api.get_last_change() returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(directory.iso_timestamp(max(c.at))) from directory.changes c
$$;
comment on function api.get_last_change is
  'Returns the time of the last change for followers, or null if the log is empty.';

create function api.read_changes(after text, since timestamptz, max_rows int) returns jsonb language plpgsql stable
set plan_cache_mode = force_custom_plan security definer set search_path = '' as $$
declare
  horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
  start record;
  first_stamp xid8;
  first_domain text;
  size int := least(greatest(max_rows, 1), 1000);
  changes jsonb;
  last jsonb;
begin
  select * into start from directory.find_change_cursor(after, horizon);
  first_stamp := start.stamp;
  first_domain := start.domain;
  if since is not null then
    select coalesce(f.stamp, '0'), coalesce(f.domain, '') into first_stamp, first_domain
    from directory.find_change_time(since, horizon) f;
  end if;
  select coalesce(jsonb_agg(x), '[]') into changes from (
    select lpad(c.told::text, 20, '0') || '.' || c.domain as seq, directory.iso_timestamp(c.at) as at, c.domain,
      case when r.domain is null then 'removed'
        when (c.added, c.domain) > (first_stamp, first_domain) then 'added' else 'changed' end as kind,
      to_jsonb(r) as record
    from (
      select k.* from directory.changes k
      where (k.told, k.domain) > (first_stamp, first_domain) and k.told < horizon
      order by k.told, k.domain limit size) c
    left join directory.domains d on d.domain = c.domain and d.visibility < 'hidden'
    left join directory.records r on r.domain = d.domain
    order by c.told, c.domain) x;
  last := changes->-1;
  return jsonb_build_object('changes', changes, 'more', jsonb_array_length(changes) = size,
    'restarted', after is not null and not start.is_known,
    'cursor', concat_ws('.', start.instance, coalesce(ltrim(split_part(last->>'seq', '.', 1), '0'), first_stamp::text),
      coalesce(last->>'domain', first_domain)));
end;
$$;
comment on function api.read_changes is
  'Returns changes with current records: after a cursor, since a time (inclusive), or from the beginning. Hidden '
  'domains count as removed. A new `last_checked` alone is not a change.';

create function api.read_sites(after text, max_rows int, domains text[] default null)
returns jsonb language plpgsql stable
set plan_cache_mode = force_custom_plan security definer set search_path = '' as $$
declare
  size int := least(greatest(max_rows, 1), 1000);
begin
  return (
    with page as materialized (
      select d.domain from directory.domains d
      where d.domain > coalesce(read_sites.after, '') and d.visibility < 'hidden'
        and (read_sites.domains is null or d.domain = any(read_sites.domains))
      order by d.domain limit size
    ), sites as (
      select p.domain, to_jsonb(r) as record, coalesce(c.failure->>'kind' = 'blocked', false) as blocked
      from page p
      join directory.records r on r.domain = p.domain
      join directory.crawl c on c.domain = p.domain
    )
    select jsonb_build_object('more', count(*) = size, 'sites',
      coalesce(jsonb_agg(to_jsonb(s) - 'domain' order by s.domain), '[]'))
    from sites s);
end;
$$;
comment on function api.read_sites is
  'Lists visible sites by name, each with its record and whether it refused the last visit. If `domains` is given, '
  'returns only these. A copy of the whole directory starts with these pages and continues with the change log.';

create function api.list_last_visits(after text, max_rows int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_array(v.domain, directory.iso_timestamp(v.last_checked), v.refused) order by v.domain), '[]')
  from (
    select d.domain, c.last_checked, coalesce(c.failure->>'kind' = 'blocked', false) as refused
    from directory.domains d join directory.crawl c on c.domain = d.domain
    where d.domain > coalesce(list_last_visits.after, '') and d.visibility < 'hidden'
    order by d.domain limit least(greatest(max_rows, 1), 10000)) v
$$;
comment on function api.list_last_visits is
  'Lists the last visit of each visible site by name: [domain, time, refused]. The change log does not contain it.';
