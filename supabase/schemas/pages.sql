-- Finds the stored files that cover a page. The program normalizes URLs, and passes domains and a hash.

create table directory.scoped_files (
  domain text collate "C" not null references directory.domains on delete cascade,
  url text collate "C" not null,
  via text not null check (via in ('nested', 'describedby')),
  title text,
  links text not null,
  pages int[] not null,
  primary key (domain, url)
);
comment on table directory.scoped_files is
  'Further valid files of a site, each for the pages under its path. `via` is the source of the file: the owner or a '
  'page of the site. A line of `links` has title, URL, notes and section, separated by tabs. `pages` has a hash of '
  'each link''s normalized page.';

-- Files of these domains that cover pages, without files of rejected domains.
create function directory.page_sites(domains text[]) returns table (domain text, site jsonb)
language sql stable set search_path = '' as $$
  select d.domain, jsonb_build_object(
    'domain', d.domain,
    'tier', d.tier,
    'verified', d.verified,
    'verified_at', directory.iso_timestamp(p.verified_at),
    'title', p.title,
    'file', case when d.status = 'valid' and d.visibility < 'hidden' then p.llms_txt end,
    'twins', case when d.status = 'valid' and d.visibility < 'hidden' then coalesce(i.twins, '[]') else '[]' end)
  from directory.domains d
  join directory.profiles p on p.domain = d.domain
  left join directory.files i on i.domain = d.domain
  where d.domain = any(domains)
$$;

-- Further valid files of a site, each with the lines that may be the page with this hash. Hide titles and notes of
-- hidden sites.
create function directory.find_scoped_files(site text, hash int) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('url', f.url, 'title', f.title, 'via', f.via, 'lines', (
    select coalesce(jsonb_agg(x.line), '[]') from (
      select split_part(f.links, E'\n', p.place) as line
      from unnest(array_positions(f.pages, hash)) p (place)
      where d.visibility = 'listed' order by p.place limit 20) x)) order by f.url), '[]')
  from directory.scoped_files f
  join directory.domains d on d.domain = f.domain
  join directory.profiles p on p.domain = f.domain
  -- Ignore files that the owner removed from the list, even before the next visit.
  where f.domain = site and d.visibility < 'hidden' and (f.via <> 'nested' or f.url = any(p.nested_llms_txt))
$$;

create function api.find_pages(pages jsonb) returns jsonb
language plpgsql stable set jit = off security definer set search_path = '' as $$
declare
  max_pages constant int := 100;
  max_domains constant int := 10;
begin
  if jsonb_array_length(pages) > max_pages then raise exception 'at most 100 pages' using errcode = 'PT400'; end if;
  return (
    with asked as (
      select p.n, (p.page->>'hash')::int as hash, t.name, t.place
      from jsonb_array_elements(pages) with ordinality p (page, n),
        jsonb_array_elements_text(p.page->'domains') with ordinality t (name, place)
      where t.place <= max_domains
    ), found as (
      select a.n, jsonb_agg(s.site || jsonb_build_object('scoped', directory.find_scoped_files(a.name, a.hash))
        order by a.place) as sites
      from asked a
      join directory.page_sites(array(select k.name from asked k)) s on s.domain = a.name
      group by a.n
    )
    select coalesce(jsonb_agg(coalesce(f.sites, '[]') order by p.n), '[]')
    from jsonb_array_elements(pages) with ordinality p (page, n)
    left join found f on f.n = p.n);
end;
$$;
comment on function api.find_pages is
  'Returns the data of the domains of each page {"domains", "hash"}, in order, with the lines of further files that '
  'may be the page.';
