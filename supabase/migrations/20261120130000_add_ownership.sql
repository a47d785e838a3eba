-- Who an entry belongs to: the proof that verified it, the key, the owner's profile and channels, and what is sent through them.

-- Keys ever issued for a domain. No foreign key: a domain that is removed and comes back must not take a token that was used.
create table directory.generations (domain text collate "C" primary key, generation int not null check (generation >= 0));

create table directory.owners (
  domain text collate "C" primary key references directory.domains on delete cascade,
  -- What the re-check looks for and what it has seen; null for owners that were never proved (seeded ones).
  proof jsonb,
  recrawled_at timestamptz,
  webhook_url text,
  webhook_secret text,
  webhook_state text check (webhook_state in ('active', 'disabled')),
  notify_email text,
  email_state text check (email_state in ('unconfirmed', 'confirmed', 'unsubscribed')),
  check ((webhook_url is null) = (webhook_secret is null) and (webhook_url is null) = (webhook_state is null)),
  check ((notify_email is null) = (email_state is null))
);

-- One key a domain: a later one takes the place of every earlier one. The key itself is not here, only its keyed hash.
create table directory.keys (
  domain text collate "C" primary key references directory.domains on delete cascade,
  hash text not null unique,
  issued_at timestamptz not null,
  suspended_at timestamptz
);

-- One message of the outbox on its way through one channel. While it is leased, due_at is the end of the lease.
create table directory.deliveries (
  id uuid primary key default gen_random_uuid(),
  alert uuid not null references directory.alerts on delete cascade,
  domain text collate "C" not null references directory.domains on delete cascade,
  channel text not null check (channel in ('webhook', 'email')),
  status text not null default 'pending' check (status in ('pending', 'delivered', 'dead', 'cancelled')),
  -- Sends that were begun, and those among them that are known to have failed: a sender that dies uses up no try.
  attempts int not null default 0,
  failures int not null default 0,
  due_at timestamptz not null,
  lease uuid,
  last_error text,
  unique (alert, channel)
) with (fillfactor = 80);
create index deliveries_due on directory.deliveries (due_at) where status = 'pending';
create index deliveries_domain on directory.deliveries (domain);
create index alerts_created_at on directory.alerts (created_at);

---------------------------------------------------------------- proofs and keys

-- What authority and tier follow from: who writes them says from what they were computed.
create function directory.score_basis(d directory.domains) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('status', d.status, 'rejection', d.rejection, 'verified', d.verified, 'authority', d.authority,
    'components', jsonb_build_object('reach', d.reach, 'trust', d.trust, 'quality', d.quality, 'freshness', d.freshness))
$$;

-- What the next proof of a domain builds on; null when it is not tracked.
create function directory.get_claim_standing(domain text) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('generation', coalesce(g.generation, 0), 'basis', directory.score_basis(d))
  from directory.domains d left join directory.generations g on g.domain = d.domain where d.domain = get_claim_standing.domain
$$;

-- The day's row of the history as it is after a change that is no visit.
create function directory.keep_point(site text, t timestamptz) returns void language sql set search_path = '' as $$
  insert into directory.history as h (domain, day, at, status, authority, reach, trust, quality, freshness)
    select d.domain, (t at time zone 'UTC')::date, t, d.status, d.authority, d.reach, d.trust, d.quality, d.freshness
    from directory.domains d where d.domain = site
    on conflict (domain, day) do update set at = excluded.at, status = excluded.status, authority = excluded.authority, reach = excluded.reach,
      trust = excluded.trust, quality = excluded.quality, freshness = excluded.freshness
$$;

-- A proof that was seen becomes a key, once: whoever comes second with a token of this generation finds it used.
-- An entry that was nobody's starts without channels, so that nobody reads the address of who had it before.
create function directory.verify_owner(domain text, generation int, was jsonb, authority smallint, tier text, proof jsonb, key_hash text, at timestamptz default null)
  returns jsonb language plpgsql security definer set search_path = '' as $$
declare t timestamptz := coalesce(verify_owner.at, now()); d directory.domains; issued int;
begin
  select * into d from directory.domains k where k.domain = verify_owner.domain for update;
  if not found then raise exception '% is not tracked', verify_owner.domain using errcode = 'PT404'; end if;
  insert into directory.generations (domain, generation) values (d.domain, 0) on conflict do nothing;
  select g.generation into issued from directory.generations g where g.domain = d.domain for update;
  if issued <> verify_owner.generation then return '{"result":"used"}'; end if;
  if directory.score_basis(d) <> verify_owner.was then return '{"result":"changed"}'; end if;
  update directory.generations g set generation = issued + 1 where g.domain = d.domain;
  insert into directory.keys as k (domain, hash, issued_at) values (d.domain, verify_owner.key_hash, t)
    on conflict on constraint keys_pkey do update set hash = excluded.hash, issued_at = excluded.issued_at, suspended_at = null;
  if not d.verified then
    update directory.owners o set webhook_url = null, webhook_secret = null, webhook_state = null, notify_email = null, email_state = null
      where o.domain = d.domain;
    perform directory.cancel_deliveries(d.domain, array['webhook', 'email']);
  end if;
  insert into directory.owners as o (domain, proof) values (d.domain, verify_owner.proof)
    on conflict on constraint owners_pkey do update set proof = excluded.proof;
  update directory.domains k set verified = true, verified_at = case when d.verified then d.verified_at else t end,
      authority = verify_owner.authority, tier = verify_owner.tier, edits = k.edits + 1
    where k.domain = d.domain;
  update directory.crawl c set priority = directory.visit_priority(true, c.interval_ms, d.rank, c.last_checked),
      due_at = case when c.lease is null then least(c.due_at, t + interval '1 day') else c.due_at end
    where c.domain = d.domain;
  if d.authority is distinct from verify_owner.authority then perform directory.keep_point(d.domain, t); end if;
  perform directory.stamp_changes(array[d.domain]);
  return '{"result":"verified"}';
end $$;

create function directory.find_key(hash text) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('domain', k.domain, 'hash', k.hash, 'suspended', k.suspended_at is not null)
  from directory.keys k where k.hash = find_key.hash
$$;

-- What a visit has found out about the proof; a lapse suspends the key.
create function directory.write_proof(visit jsonb, t timestamptz) returns void language plpgsql set search_path = '' as $$
declare site text := visit->'next'->>'domain';
begin
  update directory.owners o set proof = nullif(visit->'next'->'proof', 'null')
    where o.domain = site and o.proof is distinct from nullif(visit->'next'->'proof', 'null');
  if not (visit->'next'->>'verified')::boolean then
    update directory.keys k set suspended_at = t where k.domain = site and k.suspended_at is null;
  end if;
end $$;

alter function directory.write_visit(jsonb, timestamptz) rename to write_sighting;

-- The whole of a visit, but for its lease.
create function directory.write_visit(visit jsonb, t timestamptz) returns void language plpgsql set search_path = '' as $$
begin
  perform directory.write_sighting(visit, t);
  perform directory.write_proof(visit, t);
end $$;

create or replace function directory.state(d directory.domains, c directory.crawl) returns jsonb language sql stable set search_path = '' as $$
  select directory.facts(d, c.last_checked) || jsonb_build_object(
    'components', jsonb_build_object('reach', d.reach, 'trust', d.trust, 'quality', d.quality, 'freshness', d.freshness),
    'score_version', d.score_version, 'rejection', d.rejection, 'language', d.language, 'country_basis', d.country_basis,
    'failure', c.failure, 'uptime', c.uptime, 'content_hash', c.content_hash, 'content_changed_at', directory.instant(c.content_changed_at),
    'etag', c.etag, 'last_modified', c.last_modified, 'interval_ms', c.interval_ms, 'tls_valid', c.tls_valid,
    'cross_domain_redirect', c.cross_domain_redirect,
    'proof', (select o.proof from directory.owners o where o.domain = d.domain))
$$;

create or replace function directory.get_details(domains text[]) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'facts', (select k.facts from directory.known_domains k where k.domain = d.domain),
      'components', jsonb_build_object('reach', d.reach, 'trust', d.trust, 'quality', d.quality, 'freshness', d.freshness),
      'score_version', d.score_version, 'country_basis', d.country_basis, 'rejection', d.rejection, 'failure', c.failure,
      'proof_missing_since', (select o.proof->'absence'->>'since' from directory.owners o
        where o.domain = d.domain and o.proof->'absence'->>'grace_since' is not null),
      'content_changed_at', directory.instant(c.content_changed_at), 'evidence', c.evidence,
      'findings', coalesce(r.findings, '[]'), 'preview', r.preview,
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

---------------------------------------------------------------- the owner's wishes

-- Only named members change; null clears. A new address gets a new secret, or has to be confirmed.
create function directory.update_profile(domain text, changes jsonb, webhook_secret text, at timestamptz default null)
  returns jsonb language plpgsql security definer set search_path = '' as $$
declare t timestamptz := coalesce(update_profile.at, now()); d directory.domains; o directory.owners; c jsonb := update_profile.changes; url text; email text;
begin
  select * into d from directory.domains k where k.domain = update_profile.domain for update;
  if not found then return null; end if;
  update directory.domains k set
      description = case when c ? 'description' then c->>'description' else k.description end,
      contact = case when c ? 'contact' then c->>'contact' else k.contact end,
      tags = case when c ? 'tags' then array(select jsonb_array_elements_text(c->'tags')) else k.tags end,
      nested_llms_txt = case when c ? 'nested_llms_txt' then array(select jsonb_array_elements_text(c->'nested_llms_txt')) else k.nested_llms_txt end,
      edits = k.edits + 1
    where k.domain = d.domain;
  perform directory.stamp_changes(array[d.domain]);
  insert into directory.owners (domain) values (d.domain) on conflict do nothing;
  select * into o from directory.owners k where k.domain = d.domain for update;
  if c ? 'webhook_url' then
    url := c->>'webhook_url';
    update directory.owners k set webhook_url = url, webhook_state = case when url is not null then 'active' end,
        webhook_secret = case when url is null then null when url = k.webhook_url then k.webhook_secret else update_profile.webhook_secret end
      where k.domain = d.domain;
    if url is null then perform directory.cancel_deliveries(d.domain, array['webhook']); end if;
  end if;
  if c ? 'notify_email' then
    email := c->>'notify_email';
    if email is distinct from o.notify_email then perform directory.cancel_deliveries(d.domain, array['email']); end if;
    if email is null then
      update directory.owners k set notify_email = null, email_state = null where k.domain = d.domain;
    elsif email is distinct from o.notify_email or o.email_state <> 'confirmed' then
      update directory.owners k set notify_email = email, email_state = 'unconfirmed' where k.domain = d.domain;
      insert into directory.alerts (domain, type, created_at) values (d.domain, 'email.confirmation', t);
    end if;
  end if;
  return (select directory.facts(k, r.last_checked) from directory.domains k left join directory.crawl r on r.domain = k.domain where k.domain = d.domain);
end $$;

create function directory.get_channels(domain text) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('webhook_url', o.webhook_url, 'webhook_secret', o.webhook_secret, 'webhook_state', o.webhook_state,
    'notify_email', o.notify_email, 'email_state', o.email_state)
  from directory.domains d left join directory.owners o on o.domain = d.domain where d.domain = get_channels.domain
$$;

-- What the holder of an address says about it: only if it is still that address, and still in that state.
create function directory.set_email_state(domain text, email text, old_states text[], new_state text) returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  update directory.owners o set email_state = set_email_state.new_state
    where o.domain = set_email_state.domain and o.notify_email = set_email_state.email and o.email_state = any(set_email_state.old_states);
  if not found then return 'false'; end if;
  if new_state = 'unsubscribed' then perform directory.cancel_deliveries(set_email_state.domain, array['email']); end if;
  return 'true';
end $$;

create function directory.get_owner_stats(domain text, at timestamptz default null) returns jsonb language sql stable security definer set search_path = '' as $$
  with clock as (select coalesce(get_owner_stats.at, now()) as t, (coalesce(get_owner_stats.at, now()) at time zone 'UTC')::date as today)
  select jsonb_build_object(
    'lookups', jsonb_build_object(
      'total', coalesce((select l.total from directory.lookup_totals l where l.domain = d.domain), 0),
      'last_24h', coalesce((select sum(h.count) from directory.lookups_by_hour h where h.domain = d.domain and h.hour > k.t - interval '24 hours'), 0),
      'last_7d', coalesce((select sum(y.count) from directory.lookups_by_day y where y.domain = d.domain and y.day > k.today - 7), 0),
      'last_30d', coalesce((select sum(y.count) from directory.lookups_by_day y where y.domain = d.domain and y.day > k.today - 30), 0),
      'daily', (select jsonb_agg(jsonb_build_object('date', x.day, 'count', coalesce(y.count, 0)) order by x.day)
        from (select k.today - i as day from generate_series(0, 29) i) x
        left join directory.lookups_by_day y on y.domain = d.domain and y.day = x.day)),
    'score_history', coalesce((select jsonb_agg(jsonb_build_object('at', directory.instant(h.at), 'status', h.status, 'authority', h.authority,
        'reach', h.reach, 'trust', h.trust, 'quality', h.quality, 'freshness', h.freshness) order by h.day)
      from (select * from directory.history h where h.domain = d.domain order by h.day desc limit 365) h), '[]'),
    'failure', c.failure, 'proof', o.proof,
    'notifications', jsonb_build_object('webhook_url', o.webhook_url, 'webhook_secret', o.webhook_secret, 'webhook_state', o.webhook_state,
      'notify_email', o.notify_email, 'email_state', o.email_state,
      'recent', coalesce((select jsonb_agg(jsonb_build_object('id', v.alert, 'type', v.type, 'channel', v.channel,
          'created_at', directory.instant(v.created_at), 'status', v.status, 'attempts', v.attempts, 'last_error', v.last_error)
          order by v.created_at desc, v.alert, v.channel)
        from (select v.*, a.type, a.created_at from directory.deliveries v join directory.alerts a on a.id = v.alert
          where v.domain = d.domain order by a.created_at desc, v.alert, v.channel limit 50) v), '[]')))
  from clock k, directory.domains d left join directory.crawl c on c.domain = d.domain left join directory.owners o on o.domain = d.domain
  where d.domain = get_owner_stats.domain
$$;

-- Once in ten minutes for a domain, whoever asks and however many ask at once.
create function directory.take_recrawl(domain text, at timestamptz default null) returns jsonb language plpgsql security definer set search_path = '' as $$
declare t timestamptz := coalesce(take_recrawl.at, clock_timestamp()); last timestamptz;
begin
  insert into directory.owners (domain) values (take_recrawl.domain) on conflict do nothing;
  select o.recrawled_at into last from directory.owners o where o.domain = take_recrawl.domain for update;
  if last > t - interval '10 minutes' then
    return jsonb_build_object('allowed', false, 'retry_after_s', greatest(1, ceil(extract(epoch from last + interval '10 minutes' - t)))::int);
  end if;
  update directory.owners o set recrawled_at = t where o.domain = take_recrawl.domain;
  return jsonb_build_object('allowed', true, 'retry_after_s', 0);
end $$;

---------------------------------------------------------------- the outbox on its way

create function directory.cancel_deliveries(site text, channels text[]) returns void language sql set search_path = '' as $$
  update directory.deliveries v set status = 'cancelled', lease = null where v.domain = site and v.channel = any(channels) and v.status = 'pending'
$$;

-- In the transaction that writes an alert: one delivery for each channel that may be used. Of an address that nobody has
-- confirmed, only the question whether it may be used.
create function directory.address_alert() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into directory.deliveries (alert, domain, channel, due_at)
    select new.id, new.domain, x.channel, new.created_at
    from directory.owners o, lateral (values
      ('webhook', o.webhook_state = 'active' and new.type <> 'email.confirmation'),
      ('email', case when new.type = 'email.confirmation' then o.email_state = 'unconfirmed' else o.email_state = 'confirmed' end)) x(channel, usable)
    where o.domain = new.domain and x.usable;
  return null;
end $$;
create trigger address_alert after insert on directory.alerts for each row execute function directory.address_alert();

-- Where a message goes; null when its channel has been taken away, or speaks for another address, since it was addressed.
create function directory.address_of(channel text, type text, o directory.owners) returns text language sql immutable set search_path = '' as $$
  select case when channel = 'webhook' and o.webhook_state = 'active' then o.webhook_url
    when channel = 'email' and o.email_state = case type when 'email.confirmation' then 'unconfirmed' else 'confirmed' end then o.notify_email end
$$;

-- Leases messages that are due, oldest first: of several senders one gets each, and none gets a channel that it cannot use.
-- Gives up what nobody could send within a week, and forgets a few that are old and done.
create function directory.claim_deliveries(max_rows int, lease_ms bigint, channels text[], only_alert uuid default null, at timestamptz default null)
  returns jsonb language plpgsql security definer set search_path = '' as $$
declare t timestamptz := coalesce(claim_deliveries.at, clock_timestamp()); due uuid[]; claimed jsonb;
begin
  due := array(select v.id from directory.deliveries v
    where v.status = 'pending' and v.due_at <= t and v.channel = any(channels) and (only_alert is null or v.alert = only_alert)
    order by v.due_at limit least(greatest(claim_deliveries.max_rows, 0), 1000) for update skip locked);
  update directory.deliveries v set status = 'cancelled', lease = null
    from directory.alerts a, directory.owners o
    where v.id = any(due) and a.id = v.alert and o.domain = v.domain and directory.address_of(v.channel, a.type, o) is null;
  with leased as (
    update directory.deliveries v set lease = gen_random_uuid(), attempts = v.attempts + 1,
        due_at = t + make_interval(secs => claim_deliveries.lease_ms / 1000.0)
      from directory.alerts a, directory.owners o
      where v.id = any(due) and v.status = 'pending' and a.id = v.alert and o.domain = v.domain
      returning jsonb_build_object('delivery', v.id, 'lease', v.lease, 'id', a.id, 'type', a.type, 'data', a.data, 'domain', v.domain,
        'created_at', directory.instant(a.created_at), 'channel', v.channel, 'attempts', v.attempts, 'failures', v.failures,
        'address', directory.address_of(v.channel, a.type, o), 'secret', case v.channel when 'webhook' then o.webhook_secret end) as message)
  select coalesce(jsonb_agg(l.message), '[]') into claimed from leased l;
  update directory.deliveries v set status = 'dead', lease = null, last_error = coalesce(v.last_error, 'nobody could send it within a week')
    where v.id in (select k.id from directory.deliveries k
      where k.status = 'pending' and k.due_at < t - interval '7 days' order by k.due_at limit 100 for update skip locked);
  delete from directory.alerts x where x.id in (
    select a.id from directory.alerts a where a.created_at < t - interval '90 days'
      and not exists (select from directory.deliveries v where v.alert = a.id and v.status = 'pending')
      order by a.created_at limit 100 for update skip locked);
  return claimed;
end $$;

-- `delivered`, `dead`, `retry` at due_at, or `gone`: the receiver wants no more, so the webhook is switched off.
-- False when the lease has gone to another sender.
create function directory.finish_delivery(delivery uuid, lease uuid, outcome text, error text, due_at timestamptz, address text)
  returns jsonb language plpgsql security definer set search_path = '' as $$
declare v directory.deliveries; ended text := finish_delivery.outcome;
begin
  select * into v from directory.deliveries k where k.id = finish_delivery.delivery and k.lease = finish_delivery.lease for update;
  if not found then return 'false'; end if;
  update directory.deliveries k set lease = null, last_error = finish_delivery.error,
      failures = k.failures + (ended <> 'delivered')::int,
      status = case ended when 'retry' then 'pending' when 'gone' then 'dead' else ended end,
      due_at = case ended when 'retry' then finish_delivery.due_at else k.due_at end
    where k.id = v.id and k.status = 'pending';
  if ended = 'gone' then
    update directory.owners o set webhook_state = 'disabled' where o.domain = v.domain and o.webhook_url = finish_delivery.address;
    if found then perform directory.cancel_deliveries(v.domain, array['webhook']); end if;
  end if;
  return 'true';
end $$;

-- A test event, leased to whoever asks for it, for every channel that may be used.
create function directory.open_test(domain text, lease_ms bigint, at timestamptz default null) returns jsonb language plpgsql security definer set search_path = '' as $$
declare t timestamptz := coalesce(open_test.at, clock_timestamp()); alert uuid;
begin
  insert into directory.alerts (domain, type, created_at) values (open_test.domain, 'test', t) returning id into alert;
  return directory.claim_deliveries(2, open_test.lease_ms, array['webhook', 'email'], alert, t);
end $$;

---------------------------------------------------------------- who may do what

select directory.close_tables();
revoke execute on function directory.score_basis(directory.domains), directory.keep_point(text, timestamptz), directory.write_proof(jsonb, timestamptz),
  directory.write_visit(jsonb, timestamptz), directory.cancel_deliveries(text, text[]), directory.address_alert(), directory.address_of(text, text, directory.owners)
  from public, anon, authenticated, service_role;
select directory.expose(f::regprocedure, array['service_role']) from unnest(array[
  'directory.get_claim_standing(text)', 'directory.verify_owner(text, int, jsonb, smallint, text, jsonb, text, timestamptz)',
  'directory.find_key(text)', 'directory.update_profile(text, jsonb, text, timestamptz)', 'directory.get_channels(text)',
  'directory.set_email_state(text, text, text[], text)', 'directory.get_owner_stats(text, timestamptz)',
  'directory.take_recrawl(text, timestamptz)', 'directory.claim_deliveries(int, bigint, text[], uuid, timestamptz)',
  'directory.finish_delivery(uuid, uuid, text, text, timestamptz, text)', 'directory.open_test(text, bigint, timestamptz)']) f;

notify pgrst, 'reload schema';
