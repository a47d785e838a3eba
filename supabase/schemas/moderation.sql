-- No foreign key, because decisions stay after a domain is removed.
create table directory.moderation_log (
  id uuid primary key default gen_random_uuid(),
  at timestamptz(3) not null,
  domain text collate "C" not null,
  action text not null check (action in ('block', 'unblock', 'reject', 'opt-out', 'transfer', 'remove', 'forget')),
  rejection text,
  note text,
  operator text not null
);
comment on table directory.moderation_log is 'Audit log of operators.';
create index moderation_log_domain on directory.moderation_log (domain, at);
create index moderation_log_at on directory.moderation_log (at);

create function directory.log_line(m directory.moderation_log) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(m) - 'id' || jsonb_build_object('at', directory.iso_timestamp(m.at))
$$;

create function api.get_case(domain text) returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(x) from (
    select to_jsonb(r) as facts, directory.score_basis(d) as basis,
      case when u.domain is not null then
        jsonb_build_object('rejection', u.rejection, 'ruled_at', directory.iso_timestamp(u.ruled_at)) end as ruling,
      directory.iso_timestamp(nullif(c.due_at, 'infinity')) as due_at, c.failure,
      case when k.domain is not null then jsonb_build_object(
        'issued_at', directory.iso_timestamp(k.issued_at),
        'suspended_at', directory.iso_timestamp(k.suspended_at)) end as key,
      directory.generation_of(d.domain) as key_generation, o.proof->>'method' as proof, o.webhook_state, o.email_state,
      (select coalesce(jsonb_agg(directory.log_line(m) order by m.at desc), '[]')
        from directory.moderation_log m where m.domain = d.domain) as log
    from directory.domains d
    join directory.records r on r.domain = d.domain
    join directory.crawl c on c.domain = d.domain
    left join directory.rulings u on u.domain = d.domain
    left join directory.keys k on k.domain = d.domain
    left join directory.owners o on o.domain = d.domain
    where d.domain = get_case.domain) x
$$;
comment on function api.get_case is
  'Returns the data for an operator''s decision about a domain, or null if the domain is not tracked. Contains no '
  'secret and no personal address.';

create function api.moderate(
  domain text, action text, basis jsonb, ruling text, rejection text, verified boolean, authority smallint, tier text,
  visited boolean, note text, operator text, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  d directory.domains;
begin
  select * into d from directory.domains k where k.domain = moderate.domain for update;
  if not found then raise exception '% is not tracked', moderate.domain using errcode = 'PT404'; end if;
  if directory.score_basis(d) <> basis then return '"changed"'; end if;
  if action = 'transfer' then
    perform directory.forget_owner(d.domain);
  else
    delete from directory.rulings r where r.domain = d.domain;
    insert into directory.rulings (domain, rejection, ruled_at)
    select d.domain, moderate.ruling, at where moderate.ruling is not null;
  end if;
  update directory.profiles p set verified_at = null
  where p.domain = d.domain and not moderate.verified and p.verified_at is not null;
  perform directory.write_score(d, moderate.verified, moderate.authority, moderate.tier, moderate.rejection, at);
  update directory.crawl c set forbidden = not visited, due_at = case
      when not visited or c.lease is not null then c.due_at
      when c.due_at = 'infinity' or action = 'unblock' then at
      else c.due_at
      end
  where c.domain = d.domain;
  perform directory.reschedule(array[d.domain], null);
  insert into directory.moderation_log (at, domain, action, rejection, note, operator)
  values (at, d.domain, moderate.action, moderate.ruling, moderate.note, moderate.operator);
  return '"done"';
end;
$$;
comment on function api.moderate is
  'Applies an operator''s decision. Score and tier were computed from `basis`. If `ruling` is null, the decision '
  'ends. If `visited` is false, the domain may not be visited.';

create function api.remove_domain(domain text, note text, operator text, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform from directory.domains d where d.domain = remove_domain.domain for update;
  if not found then return '"unknown"'; end if;
  if exists (select from directory.rulings u where u.domain = remove_domain.domain) then return '"ruled"'; end if;
  delete from directory.domains d where d.domain = remove_domain.domain;
  insert into directory.moderation_log (at, domain, action, note, operator)
  values (remove_domain.at, remove_domain.domain, 'remove', remove_domain.note, remove_domain.operator);
  return '"removed"';
end;
$$;
comment on function api.remove_domain is
  'Removes an entry with all its data. Refuses a domain with a decision, because the domain could then be registered '
  'again.';

create function api.forget_texts(
  domain text, version int, note text, operator text, at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  forgotten text[];
  latest text;
begin
  perform from directory.domains d where d.domain = forget_texts.domain for update;
  if not found then return '"unknown"'; end if;
  forgotten := array(
    select distinct v.same_as from directory.versions v
    where v.domain = forget_texts.domain and (forget_texts.version is null or v.version = forget_texts.version));
  if forget_texts.version is not null and forgotten = '{}' then return '"no-version"'; end if;
  select v.same_as into latest from directory.versions v
  where v.domain = forget_texts.domain order by v.version desc limit 1;
  update directory.versions v set text_hash = null, title = null, changes = null
  where v.domain = forget_texts.domain and v.same_as = any(forgotten);
  -- Delete later change summaries, because they quote the text.
  update directory.versions v set changes = null
  from directory.versions k
  where v.domain = forget_texts.domain and k.domain = v.domain and k.version = v.version - 1
    and k.same_as = any(forgotten);
  if forget_texts.version is null or latest = any(forgotten) then
    perform directory.forget_file(forget_texts.domain);
  end if;
  insert into directory.moderation_log (at, domain, action, note, operator)
  values (forget_texts.at, forget_texts.domain, 'forget', forget_texts.note, forget_texts.operator);
  return '"forgotten"';
end;
$$;
comment on function api.forget_texts is
  'Removes the text of one version, or of all if `version` is null, with its search words. Removes the current file '
  'as well, which the next visit reads again. A decision, in contrast, only hides texts.';

-- Delete the current file and all derived data.
create function directory.forget_file(site text) returns void language plpgsql set search_path = '' as $$
begin
  delete from directory.files i where i.domain = site;
  delete from directory.scoped_files f where f.domain = site;
  update directory.profiles p set title = null, summary = null, summary_source = null, section_names = '{}'
  where p.domain = site;
  update directory.search_documents s set words = directory.name_words(site), words_version = null
  where s.domain = site;
  update directory.crawl c set content_hash = null, etag = null, last_modified = null where c.domain = site;
  update directory.domains d set topics = '{}', generator = null, edits = d.edits + 1 where d.domain = site;
  perform directory.stamp_changes(array[site]);
end;
$$;

-- Delete key, channels and profile. Used tokens stay used.
create function directory.forget_owner(site text) returns void language plpgsql set search_path = '' as $$
begin
  perform directory.cancel_deliveries(site, array['webhook', 'email']);
  delete from directory.keys k where k.domain = site;
  delete from directory.owners o where o.domain = site;
  update directory.profiles p set description = null, nested_llms_txt = '{}', contact = null where p.domain = site;
  update directory.domains d set tags = '{}' where d.domain = site;
end;
$$;

create function api.list_rulings(after text, max_rows int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(r order by r.domain), '[]') from (
    select k.domain, k.rejection, directory.iso_timestamp(k.ruled_at) as ruled_at from directory.rulings k
    where k.domain > coalesce(after, '') order by k.domain limit least(greatest(max_rows, 1), 1000)) r
$$;
comment on function api.list_rulings is 'Lists the decisions of operators by name.';

create function api.list_moderation(max_rows int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(directory.log_line(m) order by m.at desc, m.id), '[]')
  from (select * from directory.moderation_log k order by k.at desc, k.id limit least(greatest(max_rows, 1), 1000)) m
$$;
comment on function api.list_moderation is 'Lists the lines of the audit log, newest first.';
