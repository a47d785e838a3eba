-- What an operator decides about a domain, and who decided what when.

-- A standing decision: no visit overrules it. Without one, a rejection is what the visits found.
create table directory.rulings (
  domain text collate "C" primary key references directory.domains on delete cascade,
  rejection text not null check (rejection in ('block-list', 'parked', 'spam', 'opt-out')),
  ruled_at timestamptz not null
);

-- The audit log. No foreign key: what was decided stays known when the domain is gone.
create table directory.moderation (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null,
  domain text collate "C" not null,
  action text not null check (action in ('block', 'unblock', 'reject', 'opt-out', 'transfer')),
  rejection text,
  note text,
  operator text not null
);
create index moderation_domain on directory.moderation (domain, at);
create index moderation_at on directory.moderation (at);

alter function directory.state(directory.domains, directory.crawl) rename to state_without_ruling;
create function directory.state(d directory.domains, c directory.crawl) returns jsonb language sql stable set search_path = '' as $$
  select directory.state_without_ruling(d, c)
    || coalesce((select jsonb_build_object('ruling', r.rejection) from directory.rulings r where r.domain = d.domain), '{}')
$$;

create function directory.log_line(m directory.moderation) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('at', directory.instant(m.at), 'domain', m.domain, 'action', m.action, 'rejection', m.rejection, 'note', m.note, 'operator', m.operator)
$$;

-- All that an operator needs to decide about a domain; null when it is not tracked. No secret and no address of a person is in it.
create function directory.get_case(domain text) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('facts', k.facts, 'basis', directory.score_basis(d),
    'ruling', (select jsonb_build_object('rejection', r.rejection, 'ruled_at', directory.instant(r.ruled_at)) from directory.rulings r where r.domain = d.domain),
    'due_at', case when c.due_at < 'infinity' then directory.instant(c.due_at) end, 'failure', c.failure,
    'key', (select jsonb_build_object('issued_at', directory.instant(y.issued_at), 'suspended_at', directory.instant(y.suspended_at))
      from directory.keys y where y.domain = d.domain),
    'keys_issued', coalesce((select g.generation from directory.generations g where g.domain = d.domain), 0),
    'proof', (select o.proof->>'method' from directory.owners o where o.domain = d.domain),
    'webhook_state', (select o.webhook_state from directory.owners o where o.domain = d.domain),
    'email_state', (select o.email_state from directory.owners o where o.domain = d.domain),
    'log', coalesce((select jsonb_agg(directory.log_line(m) order by m.at desc) from directory.moderation m where m.domain = d.domain), '[]'))
  from directory.domains d join directory.known_domains k on k.domain = d.domain left join directory.crawl c on c.domain = d.domain
  where d.domain = get_case.domain
$$;

-- One decision of an operator: what follows for score and tier was computed from `was`. `ruling` null: none stands any more.
-- A transfer forgets the owner: key, channels and profile; tokens that were used stay used.
create function directory.moderate(domain text, action text, was jsonb, ruling text, rejection text, verified boolean, authority smallint, tier text,
    visited boolean, note text, operator text, at timestamptz default null)
  returns jsonb language plpgsql security definer set search_path = '' as $$
declare t timestamptz := coalesce(moderate.at, now()); d directory.domains;
begin
  select * into d from directory.domains k where k.domain = moderate.domain for update;
  if not found then raise exception '% is not tracked', moderate.domain using errcode = 'PT404'; end if;
  if directory.score_basis(d) <> moderate.was then return '"changed"'; end if;
  if moderate.action <> 'transfer' then
    if moderate.ruling is null then
      delete from directory.rulings r where r.domain = d.domain;
    else
      insert into directory.rulings as r (domain, rejection, ruled_at) values (d.domain, moderate.ruling, t)
        on conflict on constraint rulings_pkey do update set rejection = excluded.rejection, ruled_at = excluded.ruled_at;
    end if;
  else
    perform directory.cancel_deliveries(d.domain, array['webhook', 'email']);
    delete from directory.keys y where y.domain = d.domain;
    delete from directory.owners o where o.domain = d.domain;
  end if;
  update directory.domains k set rejection = moderate.rejection, verified = moderate.verified, authority = moderate.authority, tier = moderate.tier,
      verified_at = case when moderate.verified then k.verified_at end, edits = k.edits + 1
    where k.domain = d.domain;
  if moderate.action = 'transfer' then
    update directory.domains k set description = null, tags = '{}', nested_llms_txt = '{}', contact = null where k.domain = d.domain;
  end if;
  update directory.crawl c set forbidden = not moderate.visited,
      due_at = case when not moderate.visited or c.lease is not null then c.due_at when c.due_at = 'infinity' or moderate.action = 'unblock' then t else c.due_at end,
      priority = directory.visit_priority(moderate.verified, c.interval_ms, d.rank, c.last_checked)
    where c.domain = d.domain;
  if d.authority is distinct from moderate.authority then perform directory.keep_point(d.domain, t); end if;
  perform directory.stamp_changes(array[d.domain]);
  insert into directory.moderation (at, domain, action, rejection, note, operator)
    values (t, d.domain, moderate.action, moderate.ruling, moderate.note, moderate.operator);
  return '"done"';
end $$;

-- Standing decisions in order of name.
create function directory.list_rulings(after text, max_rows int) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('domain', r.domain, 'rejection', r.rejection, 'ruled_at', directory.instant(r.ruled_at)) order by r.domain), '[]')
  from (select * from directory.rulings k where k.domain > coalesce(list_rulings.after, '') order by k.domain limit least(greatest(max_rows, 1), 1000)) r
$$;

-- The newest lines of the audit log.
create function directory.list_moderation(max_rows int) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(directory.log_line(m) order by m.at desc, m.id), '[]')
  from (select * from directory.moderation k order by k.at desc, k.id limit least(greatest(max_rows, 1), 1000)) m
$$;

select directory.close_tables();
revoke execute on function directory.stay_away(), directory.state_without_ruling(directory.domains, directory.crawl),
  directory.state(directory.domains, directory.crawl), directory.log_line(directory.moderation) from public, anon, authenticated, service_role;
select directory.expose(f::regprocedure, array['service_role']) from unnest(array[
  'directory.get_case(text)', 'directory.list_rulings(text, int)', 'directory.list_moderation(int)',
  'directory.moderate(text, text, jsonb, text, text, boolean, smallint, text, boolean, text, text, timestamptz)']) f;

notify pgrst, 'reload schema';
