-- Format times in the view, because calls of directory.iso_timestamp() would take longer than all other columns.
create view directory.records
with (security_invoker = true)
as
  select
    d.domain,
    d.status,
    d.tier,
    d.authority,
    d.verified,
    to_char(p.verified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as verified_at,
    p.llms_txt,
    d.llms_full_txt,
    p.nested_llms_txt,
    p.title,
    p.summary,
    p.description,
    d.tags,
    d.topics,
    p.contact,
    p.sections,
    p.links,
    d.generator,
    d.rank,
    to_char(d.registered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as registered_at,
    d.country,
    to_char(p.first_seen at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as first_seen,
    to_char(c.last_checked at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_checked
  from
    directory.domains as d
    join directory.profiles as p on p.domain = d.domain
    join directory.crawl as c on c.domain = d.domain;
comment on view directory.records is 'Public record of each domain. The columns are its members.';

create view directory.states
with (security_invoker = true)
as
  select
    r.*,
    directory.score_components(d) as components,
    d.score_version,
    d.rejection,
    u.rejection as ruling,
    p.summary_source,
    p.language,
    d.country_basis,
    c.failure,
    c.uptime,
    c.content_hash,
    directory.iso_timestamp(c.content_changed_at) as content_changed_at,
    c.etag,
    c.last_modified,
    c.interval_ms,
    c.tls_valid,
    c.cross_domain_redirect,
    o.proof
  from
    directory.domains as d
    join directory.records as r on r.domain = d.domain
    join directory.profiles as p on p.domain = d.domain
    join directory.crawl as c on c.domain = d.domain
    left join directory.owners as o on o.domain = d.domain
    left join directory.rulings as u on u.domain = d.domain;
comment on view directory.states is 'Data of a domain for judging. The columns are the members of its state.';
