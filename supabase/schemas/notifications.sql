-- Deliveries to the owner's channels. A last alert to an earlier owner has a separate address.
create function directory.cancel_deliveries(site text, channels text[]) returns void
language sql set search_path = '' as $$
  update directory.deliveries v set status = 'cancelled', lease = null
  where v.domain = site and v.channel = any(channels) and v.status = 'pending' and v.address is null
    and v.watch is null
$$;

-- Target of an alert, or null if its channel may not be used. An unconfirmed address gets only the confirmation
-- email.
create function directory.delivery_address(channel text, type text, o directory.owners)
returns text language sql immutable set search_path = '' as $$
  select case
    when channel = 'webhook' and o.webhook_state = 'active' and type <> 'email.confirmation' then o.webhook_url
    when channel = 'email' and o.email_state = 'confirmed' and type <> 'email.confirmation' then o.notify_email
    when channel = 'email' and o.email_state = 'unconfirmed' and type = 'email.confirmation' then o.notify_email
    end
$$;

-- Creates one delivery per usable channel, in the transaction of the alert.
create function directory.create_deliveries() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.for_watches then
    perform directory.create_watch_deliveries(new);
    return null;
  end if;
  insert into directory.deliveries (alert, domain, channel, due_at)
  select new.id, new.domain, c.channel, new.created_at
  from directory.owners o, unnest(array['webhook', 'email']) c (channel)
  where o.domain = new.domain and directory.delivery_address(c.channel, new.type, o) is not null;
  return null;
end;
$$;
create trigger create_deliveries after insert on directory.alerts
for each row execute function directory.create_deliveries();

-- Leases due messages, oldest first, to one sender each, for the sender's channels.
create function api.lease_deliveries(
  max_rows int, lease_ms bigint, channels text[], only_alert uuid default null,
  at timestamptz default clock_timestamp())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  due uuid[];
  leased jsonb;
begin
  due := array(
    select v.id from directory.deliveries v
    where v.status = 'pending' and v.due_at <= at and v.channel = any(channels)
      and (only_alert is null or v.alert = only_alert)
    order by v.due_at limit least(greatest(max_rows, 0), 1000) for update skip locked);
  -- The channel was removed or has another address.
  update directory.deliveries v set status = 'cancelled', lease = null
  from directory.alerts a, directory.owners o
  where v.id = any(due) and a.id = v.alert and o.domain = v.domain
    and v.address is null and v.watch is null and directory.delivery_address(v.channel, a.type, o) is null;
  with leased as (
    update directory.deliveries v set lease = gen_random_uuid(), attempts = v.attempts + 1,
      due_at = at + make_interval(secs => lease_ms / 1000.0)
    where v.id = any(due) and v.status = 'pending' returning v.*
  )
  select coalesce(jsonb_agg(m), '[]') into leased from (
    select v.id as delivery, v.lease, a.id, a.type, a.data, v.domain,
      directory.iso_timestamp(a.created_at) as created_at, v.channel, v.attempts, v.failures,
      coalesce(v.address, w.webhook_url, directory.delivery_address(v.channel, a.type, o)) as address,
      case when v.address is not null then v.secret when w.id is not null then w.secret
        when v.channel = 'webhook' then o.webhook_secret end as secret
    from leased v join directory.alerts a on a.id = v.alert
    left join directory.owners o on o.domain = v.domain
    left join directory.watches w on w.id = v.watch) m;
  perform directory.clear_alerts(at);
  return leased;
end;
$$;

-- Drops messages not sent within a week, and deletes a few old finished alerts.
create function directory.clear_alerts(t timestamptz) returns void language plpgsql set search_path = '' as $$
begin
  with late as materialized (
    select k.id, k.watch from directory.deliveries k
    where k.status = 'pending' and k.due_at < t - interval '7 days'
    order by k.due_at limit 100 for update skip locked
  ), given_up as (
    update directory.deliveries v set status = 'dead', lease = null,
      last_error = coalesce(v.last_error, 'nobody could send it within a week')
    from late l where v.id = l.id
  )
  delete from directory.watches w using late l where w.id = l.watch;
  perform directory.clear_watches(t);
  with old as materialized (
    select a.id from directory.alerts a
    where a.created_at < t - interval '90 days'
      and not exists (select from directory.deliveries v where v.alert = a.id and v.status = 'pending')
    order by a.created_at limit 100 for update skip locked)
  delete from directory.alerts a using old o where a.id = o.id;
end;
$$;

-- Stores `delivered`, `dead`, `retry` at due_at, `postponed` to it without a send, or `gone`, which disables the
-- webhook. Returns false if another sender has the lease.
create function api.finish_delivery(
  delivery uuid, lease uuid, outcome text, error text, due_at timestamptz, address text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v directory.deliveries;
  stays boolean := outcome in ('retry', 'postponed');
begin
  select * into v from directory.deliveries k where k.id = delivery and k.lease = finish_delivery.lease for update;
  if not found then return 'false'; end if;
  update directory.deliveries k set lease = null, last_error = error,
    attempts = k.attempts - (outcome = 'postponed')::int,
    failures = k.failures + (outcome not in ('delivered', 'postponed'))::int,
    status = case when stays then 'pending' when outcome = 'gone' then 'dead' else outcome end,
    due_at = case when stays then finish_delivery.due_at else k.due_at end,
    address = case when stays then k.address end, secret = case when stays then k.secret end
  where k.id = v.id and k.status = 'pending';
  if v.watch is not null then
    delete from directory.watches w where w.id = v.watch and outcome in ('gone', 'dead');
  elsif outcome = 'gone' then
    update directory.owners o set webhook_state = 'disabled' where o.domain = v.domain and o.webhook_url = address;
    if found then perform directory.cancel_deliveries(v.domain, array['webhook']); end if;
  end if;
  return 'true';
end;
$$;

-- Creates a test event for every usable channel, leased to the caller.
create function api.open_test(domain text, lease_ms bigint, at timestamptz default clock_timestamp())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  alert uuid;
begin
  insert into directory.alerts (domain, type, created_at) values (open_test.domain, 'test', at) returning id into alert;
  return api.lease_deliveries(2, lease_ms, array['webhook', 'email'], alert, at);
end;
$$;

create function directory.list_recent_deliveries(site text) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(r order by r.created_at desc, r.id, r.channel), '[]') from (
    select v.alert as id, a.type, v.channel, directory.iso_timestamp(a.created_at) as created_at,
      v.status, v.attempts, v.last_error
    from directory.deliveries v join directory.alerts a on a.id = v.alert
    -- Hide the last alert to an earlier owner.
    where v.domain = site and v.watch is null and a.type <> 'ownership.renewed'
    order by a.created_at desc, v.alert, v.channel limit 50) r
$$;
