-- Versions of a file.

create table directory.versions (
  domain text collate "C" not null references directory.domains on delete cascade,
  version int not null check (version >= 1),
  same_as text not null,
  -- Hash of the first served text.
  hash text not null,
  -- Null if only the facts are stored.
  text_hash text references directory.texts,
  first_seen timestamptz(3) not null,
  -- For the latest version of a present file, crawl.last_checked applies, and status and quality are current.
  last_seen timestamptz(3) not null,
  bytes int not null,
  tokens int not null,
  title text,
  sections int not null,
  links int not null,
  status text not null check (status in ('pending', 'valid', 'invalid', 'unreachable')),
  quality smallint,
  -- Summary of the changes since the previous version. Null if unknown.
  changes jsonb,
  primary key (domain, version)
)
with (fillfactor = 85);
comment on table directory.versions is
  'Versions of a domain''s text, numbered from 1. Texts with equal `same_as` are one version.';
create index versions_text on directory.versions (text_hash) where text_hash is not null;
create trigger version_removed after delete on directory.versions
for each row when (old.text_hash is not null) execute function directory.drop_text();
create trigger version_text_removed after update of text_hash on directory.versions
for each row when (old.text_hash is distinct from new.text_hash) execute function directory.drop_text();

create view directory.seen_versions
with (security_invoker = true)
as
  select
    v.domain,
    v.version,
    case when s.is_there then c.last_checked else v.last_seen end as last_seen,
    case when s.is_there then d.status else v.status end as status,
    case when s.is_there then d.quality else v.quality end as quality
  from
    directory.versions as v
    join directory.domains as d on d.domain = v.domain
    join directory.crawl as c on c.domain = v.domain
    cross join lateral (
      select
        d.status = 'valid' and c.failure is null and not exists (
          select from directory.versions k where k.domain = v.domain and k.version = v.version + 1) as is_there
    ) as s;
comment on view directory.seen_versions is
  'Last sight of each version. While the file is present, the last visit saw the latest version.';

-- If an earlier text returns after another text, it is a new version and shares the stored text of the first. Keep
-- the texts of the last 50 versions, up to 3 MiB together, because a copy reads a whole domain in less than 16 MiB.
create function directory.write_version(site text, visit jsonb, t timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  max_texts constant int := 50;
  max_bytes constant int := 3 * 1024 * 1024;
  next jsonb := visit->'next';
  new jsonb := visit->'version';
  latest directory.versions;
  has_new boolean;
begin
  select * into latest from directory.versions v where v.domain = site order by v.version desc limit 1;
  has_new := new is not null and latest.same_as is distinct from new->>'same_as';
  -- The previous visit was the last visit that saw the latest version.
  if has_new or next->>'status' <> 'valid' or next->'failure' <> 'null' then
    update directory.versions v set last_seen = s.last_seen, status = s.status, quality = s.quality
    from directory.seen_versions s
    where v.domain = site and v.version = latest.version and s.domain = site and s.version = latest.version
      and (v.last_seen, v.status, v.quality) is distinct from (s.last_seen, s.status, s.quality);
  end if;
  if not has_new then return; end if;
  insert into directory.versions
    (domain, version, same_as, hash, text_hash, first_seen, last_seen, bytes, tokens, title, sections, links, status,
    quality, changes)
  values (site, coalesce(latest.version, 0) + 1, new->>'same_as', new->>'hash',
    new->>'hash',
    (next->>'last_checked')::timestamptz, (next->>'last_checked')::timestamptz, (new->>'bytes')::int,
    (new->>'tokens')::int, new->>'title', (new->>'sections')::int, (new->>'links')::int, next->>'status',
    (next->'components'->>'quality')::smallint,
    nullif(new->'changes', 'null'));
  if latest.version is null then return; end if;
  perform directory.tell_watches(site, 'llms_txt.changed', jsonb_build_object(
    'version', latest.version + 1, 'changes', nullif(new->'changes', 'null') - 'first'), t);
  if (next->>'verified')::boolean then
    perform directory.alert_of_version(site, latest.version + 1, new->'changes', t);
  end if;
  update directory.versions v set text_hash = null
  from (
    select k.version, row_number() over latest_first as place, sum(octet_length(x.packed)) over latest_first as bytes
    from directory.versions k join directory.texts x on x.hash = k.text_hash
    where k.domain = site
    window latest_first as (order by k.version desc)) k
  where v.domain = site and v.version = k.version and k.place > 1 and (k.place > max_texts or k.bytes > max_bytes);
end;
$$;

-- Alert the owners who requested alerts of new versions. The alert counts the changes of each kind, and contains no
-- text of the file.
create function directory.alert_of_version(site text, version int, changes jsonb, t timestamptz)
returns void language sql set search_path = '' as $$
  insert into directory.alerts (domain, type, data, created_at)
  select d.domain, 'llms_txt.changed', jsonb_build_object('domain', d.domain, 'version', version,
    'changes', nullif(changes, 'null') - 'first', 'at', directory.iso_timestamp(t)), t
  from directory.domains d join directory.owners o on o.domain = d.domain
  where d.domain = site and o.notify_changes
$$;

create function api.list_versions(domain text, page int, per_page int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'total', (select count(*) from directory.versions v where v.domain = d.domain and d.visibility < 'hidden'),
    'versions', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.version desc), '[]') from (
        select v.version, v.hash, directory.iso_timestamp(v.first_seen) as first_seen,
          directory.iso_timestamp(s.last_seen) as last_seen, v.bytes, v.tokens, v.title, v.sections, v.links,
          s.status, s.quality, v.text_hash is not null and d.visibility = 'listed' as has_text,
          case when d.visibility = 'listed' then v.changes end as changes
        from directory.versions v
        join directory.seen_versions s on s.domain = v.domain and s.version = v.version
        where v.domain = d.domain and d.visibility < 'hidden'
        order by v.version desc limit directory.page_size(per_page)
        offset directory.rows_before(page, per_page)) x))
  from directory.domains d where d.domain = list_versions.domain
$$;
comment on function api.list_versions is
  'Lists the versions of a site, latest first. Empty for a rejected site. Null if the site is not tracked.';

create function api.read_versions(domain text, versions int[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('version', v.version, 'hash', x.hash, 'bytes', v.bytes, 'packed', directory.text_of(x))), '[]')
  from directory.domains d
  join directory.versions v on v.domain = d.domain and v.version = any(versions[1:2])
  join directory.texts x on x.hash = v.text_hash
  where d.domain = read_versions.domain and d.visibility = 'listed'
$$;
comment on function api.read_versions is
  'Returns the packed texts of at most two versions of a listed site. Hidden data stays hidden.';
