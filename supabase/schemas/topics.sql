create function api.list_unclassified(version int, max_rows int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(x), '[]') from (
    select d.domain, p.llms_txt, c.cross_domain_redirect, p.title, p.summary, d.tags, t.hash,
      directory.text_of(t) as text
    from directory.files i
    join directory.domains d on d.domain = i.domain
    join directory.profiles p on p.domain = i.domain
    join directory.crawl c on c.domain = i.domain
    join directory.texts t on t.hash = i.text_hash
    where i.topics_version < version limit least(greatest(max_rows, 1), 100)) x
$$;
comment on function api.list_unclassified is
  'Lists sites with outdated topics: after a restore, a change of the rules, or a change of the owner''s tags. '
  'Versions increase.';

create function api.write_topics(sites jsonb, version int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
begin
  with given as (
    select s.domain, s.topics from jsonb_to_recordset(sites) s (domain text, hash text, topics text[])
    join directory.files i on i.domain = s.domain and i.text_hash = s.hash
  ), differing as (
    select g.* from directory.domains d join given g on g.domain = d.domain
    where d.topics <> g.topics order by d.domain for update of d
  ), written as (
    update directory.domains d set topics = f.topics from differing f where d.domain = f.domain returning d.domain
  )
  select coalesce(array_agg(w.domain), '{}') into changed from written w;
  update directory.files i set topics_version = version
  from jsonb_to_recordset(sites) s (domain text) where i.domain = s.domain;
  perform directory.stamp_changes(changed);
  return to_jsonb(cardinality(changed));
end;
$$;
comment on function api.write_topics is
  'Stores the topics of some texts. Skips a site with another text, because the visit that read it set its topics.';

create function directory.ask_for_topics() returns trigger language plpgsql set search_path = '' as $$
begin
  update directory.files i set topics_version = 0 where i.domain = new.domain;
  return null;
end;
$$;
create trigger tags_updated after update of tags on directory.domains
for each row when (old.tags is distinct from new.tags) execute function directory.ask_for_topics();
