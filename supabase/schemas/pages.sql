-- Which stored files speak of a page. The program knows how addresses are spelled: it asks by domains and a hash.

-- For each page {"domains", "hash"} what is known of its domains, in their order; of rejected ones no file.
create function directory.find_pages(pages jsonb) returns jsonb language plpgsql stable set jit = off as $$
declare
  max_pages constant int := 100;
  max_domains constant int := 10;
begin
  if jsonb_array_length(pages) > max_pages then raise exception 'at most 100 pages' using errcode = 'PT400'; end if;
  return (
    select coalesce(jsonb_agg(directory.find_page(array(
      select jsonb_array_elements_text(p.page->'domains') limit max_domains), (p.page->>'hash')::int)
      order by p.n), '[]')
    from jsonb_array_elements(pages) with ordinality p (page, n));
end;
$$;

-- Titles and notes of what no list shows are not passed on.
create function directory.find_page(domains text[], hash int) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'domain', d.domain,
    'title', p.title,
    'file', case when d.status = 'valid' and d.visibility < 2 then p.llms_txt end,
    'nested', (
      select coalesce(jsonb_agg(f.file->>'url'), '[]') from directory.files i, jsonb_array_elements(i.nested) f (file)
      where i.domain = d.domain and d.visibility < 2 and f.file->'valid' = 'true'
        and f.file->>'url' = any(p.nested_llms_txt)),
    'twins', coalesce((
      select i.twins from directory.files i
      where i.domain = d.domain and d.status = 'valid' and d.visibility < 2), '[]'),
    'lines', (
      select coalesce(jsonb_agg((string_to_array(m.links, E'\n'))[m.place] order by m.part, m.place), '[]') from (
        select l.part, l.links, x.place from directory.link_parts l, unnest(array_positions(l.pages, hash)) x (place)
        where l.domain = d.domain and l.visibility = 0 order by l.part, x.place limit 20) m))
    order by n.n), '[]')
  from unnest(domains) with ordinality n (name, n)
  join directory.domains d on d.domain = n.name
  join directory.profiles p on p.domain = d.domain
$$;
