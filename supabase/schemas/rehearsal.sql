-- Use json, because jsonb would copy each text twice.
create function api.list_stored_visits(after text, max_bytes int) returns json
language sql stable security definer set search_path = '' as $$
  with coming as (
    select d.domain, octet_length(x.packed) * 2 as bytes
    from directory.domains d
    join directory.files i on i.domain = d.domain
    join directory.texts x on x.hash = i.text_hash
    -- Limit both tables, because reading a table from its start costs more with each step.
    where d.domain > coalesce(after, '') and i.domain > coalesce(after, '') and d.status = 'valid'
    order by d.domain limit 250
  ), weighed as (
    select n.domain, row_number() over in_order as place, sum(n.bytes) over in_order as bytes
    from coming n window in_order as (order by n.domain)
  )
  select coalesce(json_agg(v order by v.domain), '[]') from (
    select d.domain, d.tier, d.authority, d.verified, d.rejection, u.rejection as ruling, d.score_version,
      directory.score_components(d) as components, c.evidence, i.broken, i.seen, i.bytes, i.text_hash as hash,
      directory.text_of(x) as text
    from weighed w
    join directory.domains d on d.domain = w.domain
    join directory.crawl c on c.domain = d.domain
    join directory.files i on i.domain = d.domain
    join directory.texts x on x.hash = i.text_hash
    left join directory.rulings u on u.domain = d.domain
    where w.place = 1 or w.bytes <= max_bytes) v
$$;
comment on function api.list_stored_visits is
  'Lists the stored last visits of the next valid domains, with texts of about max_bytes together, at least one. The '
  'program applies rules and formulas.';

create function api.count_unjudged_sites() returns json language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(v order by v.status, v.by_homepage), '[]') from (
    select d.status, count(*) as sites,
      coalesce(d.rejection = 'parked' and u.rejection is null
        and not coalesce(i.broken ? 'parked-page error failed', false), false) as by_homepage
    from directory.domains d
    left join directory.files i on i.domain = d.domain
    left join directory.rulings u on u.domain = d.domain
    where d.status <> 'valid' or i.text_hash is null
    group by d.status, by_homepage) v
$$;
comment on function api.count_unjudged_sites is
  'Returns the number of sites that list_stored_visits leaves out, by status. by_homepage means a site without a file '
  'whose homepage offers the domain. A parked file leaves a finding instead.';
