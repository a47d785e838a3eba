-- When names were registered, as registries say it: asked once for a registrable name, however many tracked domains are below it.

create table directory.registrations (
  -- The name that somebody registered, such as example.co.uk.
  name text collate "C" primary key,
  registered_at timestamptz,
  -- When it may be asked about (again); never once it is known. Whoever asks takes it for a while.
  due_at timestamptz not null
);
-- When the registration of a tracked domain is to be looked for again; null: it never was.
alter table directory.crawl add column registration_due_at timestamptz;

-- Valid domains whose registration is not known and may be looked for, in order of name.
create function directory.list_unregistered(after text, max_rows int, at timestamptz default null) returns jsonb language sql stable security definer
  set search_path = '' set plan_cache_mode = force_custom_plan as $$
  select coalesce(jsonb_agg(x.domain order by x.domain), '[]') from (
    select d.domain from directory.domains d join directory.crawl c on c.domain = d.domain
    where d.status = 'valid' and d.registered_at is null and d.shelf < 2 and d.domain > coalesce(after, '')
      and coalesce(c.registration_due_at, '-infinity') <= coalesce(list_unregistered.at, now())
    order by d.domain limit least(greatest(max_rows, 0), 1000)) x
$$;

-- Of these names, what is known of each: its date, or that the caller (and nobody else for a quarter of an hour) is to ask.
create function directory.claim_registrations(names text[], at timestamptz default null) returns jsonb language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare t timestamptz := coalesce(claim_registrations.at, now()); taken text[];
begin
  with claimed as (
    insert into directory.registrations as r (name, due_at)
      select distinct n.name, t + interval '15 minutes' from unnest(claim_registrations.names) n(name) order by 1
      on conflict (name) do update set due_at = excluded.due_at where r.due_at <= t
      returning r.name)
  select coalesce(array_agg(c.name), '{}') into taken from claimed c;
  return (select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'registered_at', directory.instant(r.registered_at),
      'due_at', case when r.due_at < 'infinity' then directory.instant(r.due_at) end, 'ask', r.name = any(taken)) order by r.name), '[]')
    from directory.registrations r where r.name = any(claim_registrations.names));
end $$;

-- What a registry has said of a name, for all of its tracked domains. The next visit computes what follows for trust.
create function directory.set_registration(name text, domains text[], registered_at timestamptz, due_at timestamptz) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare changed text[];
begin
  insert into directory.registrations as r (name, registered_at, due_at)
    values (set_registration.name, set_registration.registered_at, coalesce(set_registration.due_at, 'infinity'))
    on conflict on constraint registrations_pkey do update set registered_at = coalesce(excluded.registered_at, r.registered_at), due_at = excluded.due_at;
  with edited as (
    update directory.domains d set registered_at = set_registration.registered_at, edits = d.edits + 1
      from (select k.domain from directory.domains k where k.domain = any(set_registration.domains) order by k.domain for update) x
      where d.domain = x.domain and set_registration.registered_at is not null and d.registered_at is distinct from set_registration.registered_at
      returning d.domain)
  select coalesce(array_agg(e.domain), '{}') into changed from edited e;
  update directory.crawl c set registration_due_at = coalesce(set_registration.due_at, 'infinity') where c.domain = any(set_registration.domains);
  perform directory.stamp_changes(changed);
  return to_jsonb(cardinality(changed));
end $$;

select directory.close_tables();
select directory.expose(f::regprocedure, array['service_role']) from unnest(array[
  'directory.list_unregistered(text, int, timestamptz)', 'directory.claim_registrations(text[], timestamptz)',
  'directory.set_registration(text, text[], timestamptz, timestamptz)']) f;

notify pgrst, 'reload schema';
