create table directory.registrations (
  name text collate "C" primary key,
  registered_at timestamptz(3),
  -- Time of the next lookup. 'infinity' if the date is known. A lookup leases the row.
  due_at timestamptz(3) not null
);
comment on table directory.registrations is
  'Registration dates from registries, once per registrable name such as example.co.uk.';

create function api.list_unregistered(after text, max_rows int, at timestamptz default now())
returns jsonb
language plpgsql stable set plan_cache_mode = force_custom_plan security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(x.domain order by x.domain), '[]') from (
    select d.domain from directory.domains d join directory.crawl c on c.domain = d.domain
    where d.status = 'valid' and d.registered_at is null and d.visibility < 'hidden' and d.domain > coalesce(after, '')
      and coalesce(c.registration_due_at, '-infinity') <= at
    order by d.domain limit least(greatest(max_rows, 0), 1000)) x);
end;
$$;
comment on function api.list_unregistered is
  'Lists valid domains with an unknown registration that may be looked up, by name.';

create function api.lease_registrations(names text[], at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  taken text[];
begin
  with due as (
    insert into directory.registrations as r (name, due_at)
    select distinct n.name, at + interval '15 minutes' from unnest(names) n (name) order by 1
    on conflict (name) do update set due_at = excluded.due_at where r.due_at <= at
    returning r.name
  )
  select coalesce(array_agg(d.name), '{}') into taken from due d;
  return (
    select coalesce(jsonb_agg(x order by x.name), '[]') from (
      select r.name, directory.iso_timestamp(r.registered_at) as registered_at,
        directory.iso_timestamp(nullif(r.due_at, 'infinity')) as due_at, r.name = any(taken) as ask
      from directory.registrations r where r.name = any(names)) x);
end;
$$;
comment on function api.lease_registrations is
  'Returns the registration date of each name, or a lease of 15 minutes to query the registry.';

create function api.set_registration(name text, domains text[], registered_at timestamptz, due_at timestamptz)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  next_lookup timestamptz := coalesce(due_at, 'infinity');
  changed text[];
begin
  insert into directory.registrations as r (name, registered_at, due_at)
  values (set_registration.name, set_registration.registered_at, next_lookup)
  on conflict on constraint registrations_pkey do update set
    registered_at = coalesce(excluded.registered_at, r.registered_at), due_at = excluded.due_at;
  with differing as (
    select d.domain from directory.domains d
    where d.domain = any(domains) and set_registration.registered_at is not null
      and d.registered_at is distinct from set_registration.registered_at
    order by d.domain for update
  ), edited as (
    update directory.domains d set registered_at = set_registration.registered_at, edits = d.edits + 1
    from differing f where d.domain = f.domain returning d.domain
  )
  select coalesce(array_agg(e.domain), '{}') into changed from edited e;
  update directory.crawl c set registration_due_at = next_lookup where c.domain = any(domains);
  perform directory.stamp_changes(changed);
  return to_jsonb(cardinality(changed));
end;
$$;
comment on function api.set_registration is
  'Stores a registry''s answer for all tracked domains of a name. The next visit computes trust.';
