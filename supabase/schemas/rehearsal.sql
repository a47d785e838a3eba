-- What the last visits of the next domains that are valid have found, with the texts: about max_bytes together, and one
-- at least. What a rule or a formula would make of it is computed by the program.
create function directory.list_stored_visits(after text, max_bytes int) returns jsonb language sql stable as $$
  with named as (
    select array(
      select d.domain
      from directory.domains d join directory.files i on i.domain = d.domain
      where d.domain > coalesce(after, '') and d.status = 'valid' and i.text_hash is not null
      order by d.domain limit 500) as names
  )
  select coalesce(jsonb_agg(to_jsonb(v) order by v.domain), '[]') from (
    select d.domain, d.tier, d.authority, d.verified, d.rejection, u.rejection as ruling, d.score_version,
      directory.score_components(d) as components, p.llms_txt, c.evidence, i.findings, i.quality as quality_details,
      (i.preview->>'bytes')::int as bytes, i.text_hash as hash, x.body as text
    from named n, unnest(directory.names_within(n.names, max_bytes)) w (name)
    join directory.domains d on d.domain = w.name
    join directory.profiles p on p.domain = d.domain
    join directory.crawl c on c.domain = d.domain
    join directory.files i on i.domain = d.domain
    join directory.texts x on x.hash = i.text_hash
    left join directory.rulings u on u.domain = d.domain) v
$$;
