-- Marks the pages of these domains as different from what builds may have seen.
create function directory.stamp_changes(domains text[], removed boolean default false)
returns void language plpgsql as $$
begin
  insert into directory.changes as c (domain, stamp, removed)
  select distinct d.domain, pg_current_xact_id(), stamp_changes.removed from unnest(domains) d (domain) order by 1
  on conflict (domain) do update set stamp = excluded.stamp, removed = excluded.removed;
end;
$$;

create function directory.stamp_removed() returns trigger language plpgsql as $$
begin
  perform directory.stamp_changes(array(select o.domain from old_rows o), true);
  return null;
end;
$$;
create trigger stamp_removed after delete on directory.domains
referencing old table as old_rows for each statement execute function directory.stamp_removed();

-- What has changed after a cursor, which is `<instance>.<stamp>.<domain>`. One of another database starts over.
create function directory.list_changes(after text, max_rows int) returns jsonb language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  here text;
  horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
  start_stamp xid8 := '0';
  start_domain text := '';
  size int := least(greatest(max_rows, 1), 1000);
  changes jsonb;
  last jsonb;
begin
  -- Stamps from the future: the tables were restored into another database, whose transactions count from elsewhere.
  if exists (
    select from directory.changes c
    where c.stamp >= pg_snapshot_xmax(pg_current_snapshot())
      and c.stamp is distinct from pg_current_xact_id_if_assigned()
  ) then
    update directory.changes set stamp = '3';
    update directory.instance set id = gen_random_uuid();
  end if;
  select i.id into here from directory.instance i;
  if after ~ ('^' || here || '\.\d{1,19}\.') then
    start_stamp := split_part(after, '.', 2)::xid8;
    start_domain := substring(after from '^[^.]*\.[^.]*\.(.*)$');
  end if;
  select coalesce(jsonb_agg(x), '[]') into changes from (
    select c.domain, lpad(c.stamp::text, 20, '0') as revision, d.tier, c.removed
    from directory.changes c left join directory.domains d on d.domain = c.domain
    where (c.stamp, c.domain) > (start_stamp, start_domain) and c.stamp < horizon
    order by c.stamp, c.domain limit size) x;
  last := changes->-1;
  return jsonb_build_object('changes', changes, 'more', jsonb_array_length(changes) = size, 'cursor', concat_ws('.',
    here, coalesce(ltrim(last->>'revision', '0'), start_stamp::text), coalesce(last->>'domain', start_domain)));
end;
$$;
