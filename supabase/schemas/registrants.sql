create table directory.registrants (
  domain text collate "C" primary key references directory.domains on delete cascade,
  network text,
  at timestamptz(3) not null
);
comment on table directory.registrants is
  'Registered (not imported) entries with the keyed hash of the network, which is deleted later.';
create index registrants_network on directory.registrants (network, at) where network is not null;

create function api.remove_never_valid(max_rows int, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  t timestamptz := remove_never_valid.at;
  removed int;
begin
  with old as materialized (
    select k.domain from directory.registrants k where k.network is not null and k.at < t - interval '90 days'
    order by k.domain limit 2000 for update skip locked
  )
  update directory.registrants r set network = null from old o where r.domain = o.domain;
  with never_valid as materialized (
    select d.domain from directory.domains d
    join directory.profiles p on p.domain = d.domain
    join directory.crawl c on c.domain = d.domain
    left join directory.registrants r on r.domain = d.domain
    where d.authority is null and not d.verified and c.last_checked is not null and c.lease is null
      and p.first_seen < t - case when r.domain is null then interval '90 days' else interval '30 days' end
      and not exists (select from directory.rulings u where u.domain = d.domain)
      and not exists (select from directory.owners o where o.domain = d.domain)
    order by d.domain limit least(greatest(max_rows, 0), 1000) for update of d skip locked
  )
  delete from directory.domains d using never_valid n where d.domain = n.domain;
  get diagnostics removed = row_count;
  return to_jsonb(removed);
end;
$$;
comment on function api.remove_never_valid is
  'Removes entries that were never valid: 30 days after registration, 90 days after an import. Entries with an owner '
  'or a decision stay. Returns the number of removed entries. A number below max_rows means that no such entry is '
  'left. Deletes the network that registered an entry after 90 days.';

create function api.count_registrants(max_rows int, at timestamptz default now())
returns jsonb language sql stable security definer set search_path = '' as $$
  with counted as materialized (
    select r.network, count(*) as entries,
      count(*) filter (where r.at > count_registrants.at - interval '1 day') as last_day,
      count(*) filter (where d.authority is null) as never_valid,
      count(*) filter (where d.verified) as verified,
      directory.iso_timestamp(min(r.at)) as first_at, directory.iso_timestamp(max(r.at)) as last_at
    from directory.registrants r join directory.domains d on d.domain = r.domain group by r.network
  ), busiest as (
    select c.* from counted c where c.network is not null
    order by c.entries desc, c.network limit least(greatest(max_rows, 0), 1000)
  )
  select jsonb_build_object(
    'entries', coalesce(sum(c.entries), 0), 'last_day', coalesce(sum(c.last_day), 0),
    'never_valid', coalesce(sum(c.never_valid), 0), 'verified', coalesce(sum(c.verified), 0),
    'networks', (select coalesce(jsonb_agg(b order by b.entries desc, b.network), '[]') from busiest b))
  from counted c
$$;
comment on function api.count_registrants is 'Returns the number of registered entries by network, most entries first.';

create function api.count_held_bytes(network text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with sites as materialized (
    select r.domain from directory.registrants r where r.network = count_held_bytes.network
    order by r.at desc limit 5000
  ), held as (
    select distinct x.hash, octet_length(x.packed) as bytes from sites s
    join directory.domains d on d.domain = s.domain and not d.verified
    cross join lateral (
      select f.text_hash from directory.files f where f.domain = s.domain
      union all select v.text_hash from directory.versions v where v.domain = s.domain) k
    join directory.texts x on x.hash = k.text_hash
  )
  select to_jsonb(coalesce(sum(h.bytes), 0)) from held h
$$;
comment on function api.count_held_bytes is
  'Returns the size of the packed texts of a network''s unverified sites, for its latest 5,000 registrations.';
