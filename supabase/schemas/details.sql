-- All that the pages of these domains show.
create function directory.get_details(domains text[]) returns jsonb language sql stable as $$
  select directory.require_few(domains);
  select coalesce(jsonb_agg(to_jsonb(x) - 'domain' order by x.domain), '[]') from (
    select d.domain, to_jsonb(r) as facts, directory.score_components(d) as components, d.score_version,
      p.summary_source, d.country_basis, d.language_code as language, d.rejection, c.failure,
      case when o.proof->'absence'->>'grace_since' is not null
        then o.proof->'absence'->>'since' end as proof_missing_since,
      directory.iso_timestamp(c.content_changed_at) as content_changed_at, c.evidence,
      coalesce(i.findings, '[]') as findings, case when d.visibility < 2 then i.preview end as preview,
      i.quality as quality_details,
      -- What the owner has taken off the list is not shown any more, whenever the next visit comes.
      (select coalesce(jsonb_agg(f.file order by w.place), '[]') from jsonb_array_elements(i.nested) f (file)
        join unnest(r.nested_llms_txt) with ordinality w (url, place) on w.url = f.file->>'url') as nested,
      case when d.visibility < 2 then coalesce(i.twins, '[]') else '[]' end as twins,
      directory.list_score_points(d.domain, 90) as history,
      directory.list_versions(d.domain, 1, 50)->'versions' as versions,
      directory.list_similar(d.domain, d.topics[1], d.tags) as similar
    from directory.domains d
    join directory.records r on r.domain = d.domain
    join directory.profiles p on p.domain = d.domain
    join directory.crawl c on c.domain = d.domain
    left join directory.files i on i.domain = d.domain
    left join directory.owners o on o.domain = d.domain
    where d.domain = any(domains)) x
$$;
