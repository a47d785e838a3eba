-- Which stored files speak of a page. The program knows how addresses are spelled: it asks by domains and a hash.

-- What is known of the sites of these domains that covers their pages; of rejected ones no file.
create function directory.page_sites(domains text[]) returns table (domain text, site jsonb) language sql stable as $$
  select d.domain, jsonb_build_object(
    'domain', d.domain,
    'title', p.title,
    'file', case when d.status = 'valid' and d.visibility < 2 then p.llms_txt end,
    'nested', (
      select coalesce(jsonb_agg(f.file->>'url'), '[]') from jsonb_array_elements(i.nested) f (file)
      where d.visibility < 2 and f.file->'valid' = 'true' and f.file->>'url' = any(p.nested_llms_txt)),
    'twins', case when d.status = 'valid' and d.visibility < 2 then coalesce(i.twins, '[]') else '[]' end)
  from directory.domains d
  join directory.profiles p on p.domain = d.domain
  left join directory.files i on i.domain = d.domain
  where d.domain = any(domains)
$$;

-- The lines of a file that may be the page with this hash.
create function directory.find_lines(site text, hash int) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(x.line), '[]') from (
    select split_part(l.links, E'\n', p.place) as line
    from directory.link_parts l, unnest(array_positions(l.pages, hash)) p (place)
    where l.domain = site and l.visibility = 0
    order by l.part, p.place limit 20) x
$$;

-- For each page {"domains", "hash"} what is known of its domains, in their order, with the lines of their files that
-- may be the page. Titles and notes of what no list shows are not passed on.
create function directory.find_pages(pages jsonb) returns jsonb language plpgsql stable set jit = off as $$
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
      select a.n, jsonb_agg(s.site || jsonb_build_object('lines', directory.find_lines(a.name, a.hash))
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
