-- Watches send events of a domain to a receiver that agreed.

-- Writes an event for the watches of a domain.
create function directory.tell_watches(site text, kind text, facts jsonb, t timestamptz)
returns void language sql set search_path = '' as $$
  insert into directory.alerts (domain, type, data, created_at, for_watches)
  select site, kind, facts || jsonb_build_object('at', directory.iso_timestamp(t)), t, true
  where exists (select from directory.watches w where w.domain = site and w.expires_at > t)
$$;

-- Create one delivery per watch, at most one per hour and type. A later event replaces a waiting event.
create function directory.create_watch_deliveries(event directory.alerts) returns void
language sql set search_path = '' as $$
  with replaced as (
    update directory.deliveries v set alert = event.id
    from directory.alerts a
    where v.domain = event.domain and v.watch is not null and v.status = 'pending' and v.attempts = 0
      and a.id = v.alert and a.type = event.type
    returning v.watch
  )
  insert into directory.deliveries (alert, domain, channel, watch, due_at)
  select event.id, event.domain, 'webhook', w.id, greatest(event.created_at, (
      select max(v.due_at) + interval '1 hour' from directory.deliveries v
      join directory.alerts a on a.id = v.alert where v.watch = w.id and a.type = event.type))
  from directory.watches w
  where w.domain = event.domain and w.expires_at > event.created_at
    and w.id not in (select r.watch from replaced r)
$$;

-- Runs after every change of a domain by a visit, its owner or an operator.
create function directory.tell_of_domain() returns trigger language plpgsql set search_path = '' as $$
declare
  t timestamptz := clock_timestamp();
begin
  if old.status = 'valid' and new.status in ('invalid', 'unreachable') then
    perform directory.tell_watches(new.domain, 'llms_txt.broken', jsonb_build_object('status', new.status), t);
  elsif new.status = 'valid' and old.status in ('invalid', 'unreachable') then
    perform directory.tell_watches(new.domain, 'llms_txt.recovered', jsonb_build_object('status', new.status), t);
  end if;
  if old.verified <> new.verified then
    perform directory.tell_watches(new.domain, 'verification.changed',
      jsonb_build_object('verified', new.verified), t);
  end if;
  if old.tier is distinct from new.tier then
    perform directory.tell_watches(new.domain, 'tier.changed',
      jsonb_build_object('tier', new.tier, 'before', old.tier), t);
  end if;
  return null;
end;
$$;
create trigger tell_of_domain after update of status, verified, tier on directory.domains
for each row when ((old.status, old.verified, old.tier) is distinct from (new.status, new.verified, new.tier))
execute function directory.tell_of_domain();

-- Opens a watch after its receiver agreed, or renews the watch of the same network and receiver. `result` is opened,
-- renewed, or full_domain or full_network if the network has its maximum. Null if the domain is not tracked.
create function api.open_watch(watch jsonb, at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  asked directory.watches := jsonb_populate_record(null::directory.watches, watch);
  opened directory.watches;
begin
  perform from directory.domains d where d.domain = asked.domain for update;
  if not found then return null; end if;
  -- Lock the network, so that two calls cannot take the last place.
  perform pg_advisory_xact_lock(hashtextextended('watches ' || asked.network, 0));
  update directory.watches w set expires_at = asked.expires_at
  where w.domain = asked.domain and w.network = asked.network and w.webhook_url = asked.webhook_url
  returning * into opened;
  if found then return jsonb_build_object('result', 'renewed', 'id', opened.id); end if;
  if (watch->>'most_of_network')::int <= (
    select count(*) from directory.watches w where w.network = asked.network and w.expires_at > at)
  then
    return '{"result": "full_network"}';
  end if;
  if (watch->>'most_of_domain')::int <= (
    select count(*) from directory.watches w
    where w.network = asked.network and w.domain = asked.domain and w.expires_at > at)
  then
    return '{"result": "full_domain"}';
  end if;
  insert into directory.watches (domain, webhook_url, secret, network, token_hash, expires_at)
  values (asked.domain, asked.webhook_url, asked.secret, asked.network, asked.token_hash, asked.expires_at)
  returning * into opened;
  return jsonb_build_object('result', 'opened', 'id', opened.id);
end;
$$;

-- Returns false without a watch of this id and token.
create function api.delete_watch(id uuid, token_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  delete from directory.watches w where w.id = delete_watch.id and w.token_hash = delete_watch.token_hash;
  return to_jsonb(found);
end;
$$;

-- Deletes a few expired watches.
create function directory.clear_watches(t timestamptz) returns void language sql set search_path = '' as $$
  with ended as materialized (
    select w.id from directory.watches w where w.expires_at < t
    order by w.expires_at limit 100 for update skip locked)
  delete from directory.watches w using ended e where w.id = e.id
$$;
