-- The owner's further llms.txt files: what the last visit that read them made of each.

alter table directory.readings add column nested jsonb;

-- The whole of a visit, but for its lease.
create or replace function directory.write_visit(visit jsonb, t timestamptz) returns void language plpgsql set search_path = '' as $$
begin
  perform directory.write_sighting(visit, t);
  perform directory.write_proof(visit, t);
  if visit ? 'nested' then
    insert into directory.readings as r (domain, nested) values (visit->'next'->>'domain', visit->'nested')
      on conflict (domain) do update set nested = excluded.nested;
  end if;
end $$;

create or replace function directory.get_details(domains text[]) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'facts', (select k.facts from directory.known_domains k where k.domain = d.domain),
      'components', jsonb_build_object('reach', d.reach, 'trust', d.trust, 'quality', d.quality, 'freshness', d.freshness),
      'score_version', d.score_version, 'country_basis', d.country_basis, 'rejection', d.rejection, 'failure', c.failure,
      'proof_missing_since', (select o.proof->'absence'->>'since' from directory.owners o
        where o.domain = d.domain and o.proof->'absence'->>'grace_since' is not null),
      'content_changed_at', directory.instant(c.content_changed_at), 'evidence', c.evidence,
      'findings', coalesce(r.findings, '[]'), 'preview', r.preview,
      -- What the owner has taken off the list is no longer shown, whenever the next visit comes.
      'nested', coalesce((select jsonb_agg(n.file order by w.place) from jsonb_array_elements(r.nested) n(file)
        join unnest(d.nested_llms_txt) with ordinality w(url, place) on w.url = n.file->>'url'), '[]'),
      'history', coalesce((select jsonb_agg(jsonb_build_object('at', to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', h.status, 'authority', h.authority,
          'reach', h.reach, 'trust', h.trust, 'quality', h.quality, 'freshness', h.freshness) order by h.day)
        from (select * from directory.history h where h.domain = d.domain order by h.day desc limit 90) h), '[]'),
      'similar', coalesce((select jsonb_agg(jsonb_build_object('domain', s.domain, 'title', s.title, 'authority', s.authority) order by s.sort_key, s.domain)
        from (select distinct o.sort_key, o.domain, o.title, o.authority
          from unnest(d.tags) t(tag), lateral (select g.domain from directory.tagged g where g.tag = t.tag order by g.sort_key, g.domain limit 7) g
          join directory.domains o on o.domain = g.domain where o.domain <> d.domain order by o.sort_key, o.domain limit 6) s), '[]')
    ) order by d.domain), '[]')
  from directory.domains d left join directory.crawl c on c.domain = d.domain left join directory.readings r on r.domain = d.domain
  where d.domain = any(get_details.domains)
$$;

notify pgrst, 'reload schema';
