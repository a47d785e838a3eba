-- Keys in domains.facets of a list filter.
create function directory.facet_keys(filter jsonb) returns text[] language sql immutable set search_path = '' as $$
  select array_remove(array[filter->>'topic', 'country:' || (filter->>'country'),
    'language:' || (filter->>'language'), 'size:' || (filter->>'size'),
    'generator:' || (filter->>'generator'),
    case when (filter->>'has_full')::boolean then 'has:full' end,
    case when (filter->>'has_markdown')::boolean then 'has:markdown' end, 'tier:' || (filter->>'tier')], null)
$$;

-- Number of sites with the facet of this key.
create function directory.facet_count(key text, n bigint) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('facet', case when key like '%:%' then split_part(key, ':', 1) else 'topic' end,
    'value', case when key like '%:%' then split_part(key, ':', 2) else key end, 'listed', n)
$$;

create function api.count_facets() returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(directory.facet_count(c.key, c.n) order by c.n desc, c.key), '[]')
  from directory.current_counters c where c.counter = 'listed with facet' and c.n > 0
$$;
comment on function api.count_facets is 'Returns the number of listed sites per facet, largest first.';

-- Number of domains in a filtered list. The number is stored for all listed domains and for one facet. Other
-- filters are counted up to max_counted + 1.
create function directory.count_filtered(
  keys text[], max_visibility directory.visibility, max_sort_key smallint, max_counted bigint)
returns bigint language plpgsql stable set plan_cache_mode = force_custom_plan set search_path = '' as $$
begin
  if cardinality(keys) = 0 then
    return (directory.start_of_page(0, max_visibility, max_sort_key)).total;
  elsif cardinality(keys) = 1 and max_visibility = 'listed' and max_sort_key = directory.max_sort_key(false) then
    return (select coalesce(sum(c.n), 0) from directory.current_counters c
      where c.counter = 'listed with facet' and c.sort_key = 0 and c.key = keys[1]);
  end if;
  return (select count(*) from (
    select from directory.domains d
    where d.visibility < 'hidden' and d.visibility <= max_visibility and d.sort_key <= max_sort_key and d.facets @> keys
    limit max_counted + 1) f);
end;
$$;

-- Sort few matches. For many matches, read the order from its index until the page is full.
create function api.list_filtered(
  filter jsonb, sort text, page int, per_page int, include_unlisted boolean, verified boolean)
returns json language plpgsql stable set jit = off security definer set search_path = '' as $$
declare
  max_reached constant bigint := 10000;
  keys text[] := directory.facet_keys(filter);
  max_visibility directory.visibility := case when include_unlisted then 'unlisted' else 'listed' end;
  max_sort_key smallint := directory.max_sort_key(verified);
  skip bigint := least(directory.rows_before(page, per_page), max_reached);
  size bigint := least(directory.page_size(per_page), max_reached - skip);
  total bigint := directory.count_filtered(keys, max_visibility, max_sort_key, max_reached);
  is_kept boolean := cardinality(keys) = 0 or cardinality(keys) = 1 and not include_unlisted and not verified;
  tracked bigint := (select sum(c.n) from directory.current_counters c where c.counter = 'tracked');
  place text := case sort
    when 'newest' then 'p.first_seen desc'
    when 'changed' then 'c.content_changed_at desc nulls last'
    when 'quality' then 'd.quality desc nulls last'
    else 'd.sort_key' end;
  found text[] := '{}';
begin
  if skip < total and size > 0 then
    execute format(
      'with matching as %s (
        select d.domain, d.sort_key, d.quality from directory.domains d
        where d.visibility < ''hidden'' and d.visibility <= %L and d.sort_key <= %s and d.facets @> %L)
      select array(select d.domain from matching d %s order by %s, d.domain limit %s offset %s)',
      -- The read part of the index grows with the page and with the rarity of matches.
      case when (skip + size) * tracked > total * total then 'materialized'
        else 'not materialized' end,
      max_visibility, max_sort_key, keys,
      case sort when 'newest' then 'join directory.profiles p on p.domain = d.domain'
        when 'changed' then 'join directory.crawl c on c.domain = d.domain' else '' end,
      place, size, skip)
    into found;
  end if;
  return directory.listing(least(total, case when is_kept then total else max_reached end),
    not is_kept and total > max_reached, found);
end;
$$;
comment on function api.list_filtered is
  'Returns a page of a filtered or sorted list. The first 10,000 sites are reachable. For several facets, the total '
  'ends at 10,000.';
