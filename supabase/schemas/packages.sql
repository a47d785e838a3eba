-- Answers of package registries, kept for a while.

-- Kept answers for these names, in any order.
create function api.find_packages(names text[], at timestamptz default now()) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'links', p.links)), '[]')
  from directory.packages p where p.name = any(names) and p.ends_at > at
$$;

-- Keeps an answer. Deletes a few old ones, so that the table holds no more than the reads of two days.
create function api.keep_package(name text, links jsonb, keep_s int, at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  insert into directory.packages as p (name, links, ends_at)
  values (keep_package.name, nullif(keep_package.links, 'null'), at + make_interval(secs => keep_s))
  on conflict on constraint packages_pkey do update set links = excluded.links, ends_at = excluded.ends_at;
  with old as materialized (
    select p.name from directory.packages p where p.ends_at < at
    order by p.ends_at limit 100 for update skip locked)
  delete from directory.packages p using old o where p.name = o.name;
  return 'true';
end;
$$;
