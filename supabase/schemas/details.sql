create view directory.summaries
with (security_invoker = true)
as
  select
    d.domain,
    to_jsonb(r) as facts,
    directory.score_components(d) as components,
    d.score_version,
    d.language_code as language,
    c.failure,
    directory.iso_timestamp(c.content_changed_at) as content_changed_at,
    p.section_names,
    d.has_markdown
  from
    directory.domains as d
    join directory.records as r on r.domain = d.domain
    join directory.profiles as p on p.domain = d.domain
    join directory.crawl as c on c.domain = d.domain;
comment on view directory.summaries is 'Data of a list row.';

create function api.get_summaries(domains text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select directory.require_few(domains);
  select coalesce(jsonb_agg(to_jsonb(s) - 'domain' order by s.domain), '[]')
  from directory.summaries s where s.domain = any(domains)
$$;
comment on function api.get_summaries is 'Returns the list rows of these domains, by name.';

-- Use json, because jsonb would copy each text twice.
create function api.get_details(domains text[]) returns json
language sql stable security definer set search_path = '' as $$
  select directory.require_few(domains);
  select coalesce(json_agg(x order by x.facts->>'domain'), '[]') from (
    select s.facts, s.components, s.score_version, s.language, s.failure, s.content_changed_at, s.section_names,
      s.has_markdown, p.summary_source, d.country_basis, d.rejection,
      case when o.proof->'absence'->>'grace_since' is not null
        then o.proof->'absence'->>'since' end as proof_missing_since,
      c.evidence, i.seen, i.answer, i.bytes, i.text_hash as hash, directory.text_of(t) as text,
      -- Hide files that the owner removed from the list, even before the next visit.
      (select coalesce(jsonb_agg(f.file order by w.place), '[]') from jsonb_array_elements(i.nested) f (file)
        join unnest(p.nested_llms_txt) with ordinality w (url, place) on w.url = f.file->>'url') as nested,
      case when d.visibility < 'hidden' then coalesce(i.twins, '[]') else '[]' end as twins,
      case when d.visibility < 'hidden' then i.agents end as agents,
      directory.list_score_points(d.domain, 90) as history,
      api.list_versions(d.domain, 1, 50)->'versions' as versions,
      directory.list_similar(d.domain, d.topics[1], d.tags) as similar
    from directory.domains d
    join directory.summaries s on s.domain = d.domain
    join directory.profiles p on p.domain = d.domain
    join directory.crawl c on c.domain = d.domain
    left join directory.files i on i.domain = d.domain
    left join directory.texts t on t.hash = i.text_hash
    left join directory.owners o on o.domain = d.domain
    where d.domain = any(domains)) x
$$;
comment on function api.get_details is 'Returns the stored data of the pages of these domains, by name.';
