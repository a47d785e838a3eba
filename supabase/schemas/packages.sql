-- Answers of package registries, kept for a while.

create table directory.packages (name text collate "C" primary key, links jsonb, ends_at timestamptz(3) not null);
comment on table directory.packages is
  'Links of packages, as their registries gave them a while ago: [{ via, url }], or null for an unknown package. The '
  'name is a package URL.';
create index packages_ends_at on directory.packages (ends_at);

create function api.find_packages(names text[], at timestamptz default now()) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'links', p.links)), '[]')
  from directory.packages p where p.name = any(names) and p.ends_at > at
$$;
comment on function api.find_packages is 'Returns the kept answers of registries for these names, in any order.';

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
comment on function api.keep_package is
  'Keeps an answer of a registry. Deletes a few old answers, so that the table holds no more than the reads of two '
  'days.';
