create table directory.counters (
  counter text collate "C" check (
    counter in (
      'tracked', 'valid', 'pending', 'verified', 'with_llms_full_txt', 'listed', 'unlisted', 'listed by prefix',
      'unlisted by prefix', 'country valid', 'country listed', 'country verified', 'listed with facet'
    )
  ),
  sort_key smallint,
  key text collate "C",
  n int not null,
  primary key (counter, sort_key, key)
)
with (fillfactor = 70);
comment on table directory.counters is
  'Number of domains: in total, at each position of the list order, per tag and country.';

create table directory.counter_changes (
  id bigint generated always as identity primary key,
  counter text collate "C" not null,
  sort_key smallint not null,
  key text collate "C" not null,
  change int not null
);
comment on table directory.counter_changes is
  'Changes of counters by writers that are not yet added up. Inserts never wait.';

create table directory.listed_tags (
  tag text collate "C",
  sort_key smallint,
  domain text collate "C" references directory.domains on delete cascade deferrable initially deferred,
  primary key (tag, sort_key, domain)
);
comment on table directory.listed_tags is 'Listed domains per tag, in list order.';
create index listed_tags_domain on directory.listed_tags (domain);

create view directory.current_counters
with (security_invoker = true)
as
  select c.counter, c.sort_key, c.key, sum(c.n)::int as n
  from
    (
      select counter, sort_key, key, n from directory.counters
      union all
      select counter, sort_key, key, change from directory.counter_changes
    ) as c
  group by c.counter, c.sort_key, c.key;
comment on view directory.current_counters is 'Exact counts, because they include changes that are not yet added up.';

-- Counters of each domain. A rejected domain counts only as tracked. The counters of the list order (domains per sort
-- key, and per first two letters) locate a page without reading earlier pages.
create function directory.counters_of(d directory.domains) returns table (counter text, sort_key smallint, key text)
language plpgsql immutable set search_path = '' as $$
begin
  return query
  select c.counter, c.sort_key::smallint, c.key from (values
      (true, 'tracked', 0, ''),
      (d.visibility < 'hidden' and d.status = 'valid', 'valid', 0, ''),
      (d.visibility < 'hidden' and d.status = 'pending', 'pending', 0, ''),
      (d.visibility < 'hidden' and d.verified, 'verified', 0, ''),
      (d.visibility < 'hidden' and d.llms_full_txt is not null, 'with_llms_full_txt', 0, ''),
      (d.visibility = 'listed', 'listed', d.sort_key, ''),
      (d.visibility = 'unlisted', 'unlisted', d.sort_key, ''),
      (d.visibility = 'listed', 'listed by prefix', d.sort_key, left(d.domain, 2)),
      (d.visibility = 'unlisted', 'unlisted by prefix', d.sort_key, left(d.domain, 2)),
      (d.visibility < 'hidden' and d.status = 'valid', 'country valid', 0, coalesce(d.country, '')),
      (d.visibility = 'listed', 'country listed', 0, coalesce(d.country, '')),
      (d.visibility < 'hidden' and d.verified, 'country verified', 0, coalesce(d.country, ''))
    ) c (counts, counter, sort_key, key)
    where c.counts
  union all
  select 'listed with facet', 0::smallint, f.facet from unnest(d.facets) f (facet) where d.visibility = 'listed';
end;
$$;

-- Adds up the changes. One transaction at a time adds up, and the others skip the work.
create function directory.fold_counter_changes() returns void language plpgsql set search_path = '' as $$
declare
  lock_id constant bigint := 7316001;
begin
  if not pg_try_advisory_xact_lock(lock_id) then return; end if;
  with folded as (delete from directory.counter_changes returning *)
  insert into directory.counters as c (counter, sort_key, key, n)
  select f.counter, f.sort_key, f.key, sum(f.change) from folded f
  group by f.counter, f.sort_key, f.key having sum(f.change) <> 0
  on conflict (counter, sort_key, key) do update set n = c.n + excluded.n;
end;
$$;

create function directory.count_domains() returns trigger language plpgsql set search_path = '' as $$
declare
  -- Most changes until they are added up. A larger number makes the table larger and readers slower.
  changes_per_fold constant int := 250;
  removed directory.domains[];
  added directory.domains[];
  is_full boolean;
begin
  if tg_op = 'INSERT' then
    select array_agg(n) into added from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(o) into removed from old_rows o;
  else
    select array_agg(o), array_agg(n) into removed, added from old_rows o join new_rows n using (domain)
    where (o.status, o.visibility, o.sort_key, o.country, o.tags, o.facets)
      is distinct from (n.status, n.visibility, n.sort_key, n.country, n.tags, n.facets);
  end if;
  if removed is null and added is null then return null; end if;
  with changes as (
    insert into directory.counter_changes (counter, sort_key, key, change)
    select c.counter, c.sort_key, c.key, sum(c.change) from (
        select -1 as change, o.* from unnest(removed) r, directory.counters_of(r) o
        union all
        select 1, n.* from unnest(added) a, directory.counters_of(a) n
      ) c
    group by c.counter, c.sort_key, c.key having sum(c.change) <> 0
    returning id
  )
  select max(c.id) / changes_per_fold > (min(c.id) - 1) / changes_per_fold into is_full from changes c;
  -- Most domains have no tags, because only owners set them.
  if exists (select from unnest(removed || added) d where d.tags <> '{}') then
    delete from directory.listed_tags t using unnest(removed) r
    where r.visibility = 'listed' and t.tag = any(r.tags) and t.sort_key = r.sort_key and t.domain = r.domain;
    insert into directory.listed_tags (tag, sort_key, domain)
    select distinct t.tag, a.sort_key, a.domain from unnest(added) a, unnest(a.tags) t (tag)
    where a.visibility = 'listed';
  end if;
  if is_full then perform directory.fold_counter_changes(); end if;
  return null;
end;
$$;
create trigger count_inserted after insert on directory.domains
referencing new table as new_rows for each statement execute function directory.count_domains();
create trigger count_deleted after delete on directory.domains
referencing old table as old_rows for each statement execute function directory.count_domains();
create trigger count_updated after update on directory.domains
referencing old table as old_rows new table as new_rows for each statement execute function directory.count_domains();

create function directory.refuse_truncate() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'directory.domains is never truncated: its counters would not notice' using errcode = '0A000';
end;
$$;
create trigger refuse_truncate before truncate on directory.domains
for each statement execute function directory.refuse_truncate();

create function api.verify_counters() returns jsonb language sql stable security definer set search_path = '' as $$
  with kept as (
    select c.counter || ' ' || c.sort_key || ' ' || c.key as fact, c.n::bigint as n
    from directory.current_counters c where c.n <> 0
    union all
    select 'listed_tags ' || t.tag || ' ' || t.sort_key || ' ' || t.domain, 1 from directory.listed_tags t
    union all
    select 'search document of ' || s.domain, hashtext(row(s.visibility, s.sort_key, s.facets)::text)
    from directory.search_documents s
  ), found as (
    select c.counter || ' ' || c.sort_key || ' ' || c.key as fact, count(*) as n
    from directory.domains d, directory.counters_of(d) c group by 1
    union all
    select distinct 'listed_tags ' || t.tag || ' ' || d.sort_key || ' ' || d.domain, 1
    from directory.domains d, unnest(d.tags) t (tag) where d.visibility = 'listed'
    union all
    select 'search document of ' || d.domain, hashtext(row(d.visibility, d.sort_key, d.facets)::text)
    from directory.domains d
  )
  select coalesce(jsonb_agg(jsonb_build_object('fact', fact, 'kept', k.n, 'found', f.n) order by fact), '[]')
  from kept k full join found f using (fact) where k.n is distinct from f.n
$$;
comment on function api.verify_counters is
  'Compares all counters kept by triggers with the rows, and returns the differences. Reads the whole directory.';
