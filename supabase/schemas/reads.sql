-- Anyone can call with the publishable key, so no call may cost more than a page of results.
create function directory.require_few(domains text[], most int default 200)
returns void language plpgsql immutable set search_path = '' as $$
begin
  if cardinality(domains) > most then raise exception 'at most % domains', most using errcode = 'PT400'; end if;
end;
$$;

create function api.lookup_domain(domain text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select to_jsonb(r) from directory.records r where r.domain = lookup_domain.domain);
end;
$$;
comment on function api.lookup_domain is 'Returns the record of a domain, or null.';

create function api.lookup_domains(domains text[]) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform directory.require_few(domains, 1000);
  return (select coalesce(json_agg(r), '[]') from directory.records r where r.domain = any(domains));
end;
$$;
comment on function api.lookup_domains is
  'Returns the records of several domains in any order, without untracked domains.';

---------------------------------------------------------------- lists

-- Returns the last sort key of verified domains or of all domains.
create function directory.max_sort_key(verified boolean) returns smallint
language sql immutable set search_path = '' as $$
  select directory.sort_key(verified, null)
$$;

create function directory.page_size(per_page int) returns int language sql immutable set search_path = '' as $$
  select least(greatest(per_page, 1), 100)
$$;

create function directory.rows_before(page int, per_page int) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  if page < 1 then raise exception 'page counts from 1' using errcode = 'PT400'; end if;
  return (page::bigint - 1) * directory.page_size(per_page);
end;
$$;

-- Page as returned: the records of `page` in order. Use json, because jsonb takes twice the time.
create function directory.listing(total bigint, total_is_estimate boolean, page text[])
returns json language plpgsql stable set search_path = '' as $$
begin
  return format('{"total":%s,"total_is_estimate":%s,"results":[%s]}', total, total_is_estimate::text, (
    select string_agg(row_to_json(r)::text, ',' order by p.place)
    from unnest(page) with ordinality p (domain, place) join directory.records r on r.domain = p.domain))::json;
end;
$$;

-- Counters locate the sort key and the first two letters of a page, so that few rows are skipped at any depth.
create function api.list_domains(page int, per_page int, include_unlisted boolean, verified boolean)
returns json language plpgsql stable security definer set search_path = '' as $$
declare
  max_visibility directory.visibility := case when include_unlisted then 'unlisted' else 'listed' end;
  max_sort_key smallint := directory.max_sort_key(verified);
  skip bigint := directory.rows_before(page, per_page);
  start record;
  keys text[];
begin
  select * into start from directory.start_of_page(skip, max_visibility, max_sort_key);
  if skip < start.total then
    keys := directory.read_order(start.sort_key, start.prefix, max_visibility, max_sort_key, skip - start.before,
      least(directory.page_size(per_page), start.total - skip));
  end if;
  return directory.listing(start.total, false, keys);
end;
$$;
comment on function api.list_domains is 'Returns a page of all listed domains, in list order.';

-- Returns the number of domains in a list, the sort key and prefix of the first domain after `skip` domains, and the
-- number of domains before that prefix.
create function directory.start_of_page(
  skip bigint, max_visibility directory.visibility, max_sort_key smallint,
  out total bigint, out sort_key smallint, out prefix text, out before bigint)
language plpgsql stable set search_path = '' as $$
begin
  select coalesce(max(k.so_far), 0), min(k.sort_key) filter (where k.so_far > skip),
    coalesce(max(k.so_far) filter (where k.so_far <= skip), 0)
  into total, sort_key, before from (
    select c.sort_key, sum(sum(c.n)) over (order by c.sort_key) as so_far
    from directory.current_counters c
    where c.counter in ('listed', case max_visibility when 'unlisted' then 'unlisted' end)
      and c.sort_key <= max_sort_key
    group by c.sort_key) k;
  select min(x.key) filter (where start_of_page.before + x.so_far > skip),
    start_of_page.before + coalesce(max(x.so_far) filter (where start_of_page.before + x.so_far <= skip), 0)
  into prefix, before from (
    select c.key, sum(sum(c.n)) over (order by c.key) as so_far
    from directory.current_counters c
    where c.counter in ('listed by prefix', case max_visibility when 'unlisted' then 'unlisted by prefix' end)
      and c.sort_key = start_of_page.sort_key
    group by c.key) x;
end;
$$;

-- Domains of the list order from a position. Plan each call, because the best plan depends on the skipped rows.
create function directory.read_order(
  sort_key smallint, prefix text, max_visibility directory.visibility, max_sort_key smallint, skip bigint, size bigint)
returns text[] language plpgsql stable set plan_cache_mode = force_custom_plan set search_path = '' as $$
begin
  return array(
    select d.domain from directory.domains d
    where d.visibility < 'hidden' and d.visibility <= max_visibility
      and (d.sort_key, d.domain) >= (read_order.sort_key, prefix) and d.sort_key <= max_sort_key
    order by d.sort_key, d.domain limit size offset skip);
end;
$$;

---------------------------------------------------------------- the directory as a whole

create function api.get_stats() returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(s) from (
    select
      coalesce(sum(c.n) filter (where c.counter = 'tracked'), 0) as domains_tracked,
      coalesce(sum(c.n) filter (where c.counter = 'valid'), 0) as valid_llms_txt,
      coalesce(sum(c.n) filter (where c.counter = 'listed'), 0) as listed,
      coalesce(sum(c.n) filter (where c.counter = 'verified'), 0) as verified,
      coalesce(sum(c.n) filter (where c.counter = 'with_llms_full_txt'), 0) as with_llms_full_txt,
      coalesce(sum(c.n) filter (where c.counter = 'pending'), 0) as pending,
      directory.iso_timestamp((
        select k.last_checked from directory.crawl k
        where k.last_checked is not null order by k.last_checked desc limit 1)) as last_checked
    from directory.current_counters c
    where c.counter in ('tracked', 'valid', 'listed', 'verified', 'with_llms_full_txt', 'pending')) s
$$;
comment on function api.get_stats is 'Returns the numbers of domains by kind, and the time of the last visit.';

create function api.count_countries() returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(c order by c.country nulls first), '[]') from (
    select nullif(k.key, '') as country,
      coalesce(sum(k.n) filter (where k.counter = 'country valid'), 0) as valid,
      coalesce(sum(k.n) filter (where k.counter = 'country listed'), 0) as listed,
      coalesce(sum(k.n) filter (where k.counter = 'country verified'), 0) as verified
    from directory.current_counters k
    where k.counter in ('country valid', 'country listed', 'country verified') and k.n <> 0 group by k.key) c
$$;
comment on function api.count_countries is 'Returns the numbers of domains per country.';

---------------------------------------------------------------- one domain

-- Latest points of the score history, oldest first.
create function directory.list_score_points(site text, max_rows int) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(p order by p.at), '[]') from (
    select directory.iso_timestamp(h.at) as at, h.status, h.authority, h.score_version,
      h.reach, h.trust, h.quality, h.freshness
    from directory.score_history h where h.domain = site order by h.day desc limit max_rows) p
$$;

-- Six similar listed domains: domains of the first topic first, then by shared rare words and tags. Ignore words of
-- more than 100 sites. Compare the best sites of a tag and the topic. Without the topic, require five words or a tag.
create function directory.list_similar(site text, topic text, tags text[]) returns jsonb language sql stable
set enable_seqscan = off set jit = off set search_path = '' as $$
  with own as materialized (
    select m.domains, 1 / ln(1 + cardinality(m.domains)) as weight
    from directory.search_documents s, unnest(s.words) w (lexeme, places, weights),
      -- Read one more than allowed, to detect too many.
      lateral (
        select array(
          select k.domain from directory.search_documents k
          where k.visibility = 'listed' and k.words @@ quote_literal(w.lexeme)::tsquery limit 101) as domains) m
    where s.domain = site and s.visibility < 'hidden' and w.lexeme like '=%'
      and cardinality(m.domains) between 2 and 100
    order by cardinality(m.domains), w.lexeme limit 12
  ), candidates as materialized (
    select m.domain, o.weight, 1 as words from own o, unnest(o.domains) m (domain)
    union all
    select l.domain, 1, 5 from unnest(list_similar.tags) t (tag),
      lateral (select l.domain from directory.listed_tags l where l.tag = t.tag order by l.sort_key, l.domain limit 7) l
    union all
    select m.domain, 0, 0 from (
      select d.domain from directory.domains d
      where d.visibility < 'hidden' and d.visibility = 'listed' and d.facets @> array[list_similar.topic]
      order by d.sort_key, d.domain limit 20) m
  ), best as (
    select d.domain, d.authority, row_number() over (
        order by list_similar.topic = any(d.topics) is true desc, sum(c.weight) desc, d.sort_key, d.domain) as place
    from candidates c join directory.domains d on d.domain = c.domain
    where d.visibility = 'listed' and d.domain <> site
    group by d.domain
    having list_similar.topic = any(d.topics) or sum(c.words) >= 5
    order by place limit 6
  )
  select coalesce(jsonb_agg(jsonb_build_object('domain', b.domain, 'title', p.title, 'authority', b.authority)
    order by b.place), '[]')
  from best b join directory.profiles p on p.domain = b.domain
$$;

create function api.get_text(domain text) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('hash', t.hash, 'text', directory.text_of(t)) from directory.domains d
  join directory.files i on i.domain = d.domain
  join directory.texts t on t.hash = i.text_hash
  where d.domain = get_text.domain and d.visibility = 'listed'
$$;
comment on function api.get_text is 'Returns the packed text of a listed site, or null. Hidden data stays hidden.';
