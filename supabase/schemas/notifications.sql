create table directory.alerts (
  id uuid primary key default gen_random_uuid(),
  domain text collate "C" not null references directory.domains on delete cascade,
  type text not null check (
    type in (
      'llms_txt.broken', 'llms_txt.recovered', 'llms_txt.changed', 'proof.missing', 'proof.restored',
      'verification.lapsed', 'verification.changed', 'tier.changed', 'ownership.renewed', 'email.confirmation', 'test'
    )
  ),
  data jsonb not null default '{}',
  created_at timestamptz(3) not null,
  -- Sent to watches, not to the owner.
  for_watches boolean not null default false
);
comment on table directory.alerts is 'Outbox. The transaction of a change writes its alert.';
create index alerts_domain on directory.alerts (domain, created_at);
create index alerts_created_at on directory.alerts (created_at);

create table directory.deliveries (
  id uuid primary key default gen_random_uuid(),
  alert uuid not null references directory.alerts on delete cascade,
  domain text collate "C" not null references directory.domains on delete cascade,
  channel text not null check (channel in ('webhook', 'email')),
  -- Null for the owner's channel.
  watch uuid references directory.watches on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'dead', 'cancelled')),
  -- Numbers of started and of failed attempts. An attempt whose sender died does not count as failed.
  attempts int not null default 0,
  failures int not null default 0,
  due_at timestamptz(3) not null,
  lease uuid,
  last_error text,
  -- Target of a last alert to an earlier owner. For other alerts, owners has the target and the secret.
  address text,
  secret text,
  unique nulls not distinct (alert, channel, watch)
)
with (fillfactor = 80);
comment on table directory.deliveries is
  'Deliveries of alerts, each through one channel. While a row is leased, due_at is the end of the lease.';
create index deliveries_due on directory.deliveries (due_at) where status = 'pending';
create index deliveries_domain on directory.deliveries (domain);
create index deliveries_watch on directory.deliveries (watch) where watch is not null;

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

-- Writes an event for the watches of a domain.
create function directory.tell_watches(site text, kind text, facts jsonb, t timestamptz)
returns void language sql set search_path = '' as $$
  insert into directory.alerts (domain, type, data, created_at, for_watches)
  select site, kind, facts || jsonb_build_object('at', directory.iso_timestamp(t)), t, true
  where exists (select from directory.watches w where w.domain = site and w.expires_at > t)
$$;

-- Creates one delivery per watch, at most one per hour and type. A later event replaces a waiting event.
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
  -- Cancel deliveries whose channel was removed or has another address.
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
comment on function api.lease_deliveries is
  'Leases due messages, oldest first, to one sender each, for the sender''s channels.';

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
comment on function api.finish_delivery is
  'Stores the outcome of a send: `delivered`, `dead`, `retry` at due_at, `postponed` to due_at without a send, or '
  '`gone`, which disables the webhook. Returns false if another sender has the lease.';

create function api.open_test(domain text, lease_ms bigint, at timestamptz default clock_timestamp())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  alert uuid;
begin
  -- The table rounds to milliseconds, and a message that is due in the future gets no lease.
  at := date_trunc('milliseconds', at);
  insert into directory.alerts (domain, type, created_at) values (open_test.domain, 'test', at) returning id into alert;
  return api.lease_deliveries(2, lease_ms, array['webhook', 'email'], alert, at);
end;
$$;
comment on function api.open_test is
  'Creates a test event for every usable channel, and leases its deliveries to the caller.';

create function directory.list_recent_deliveries(site text) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(r order by r.created_at desc, r.id, r.channel), '[]') from (
    select v.alert as id, a.type, v.channel, directory.iso_timestamp(a.created_at) as created_at,
      v.status, v.attempts, v.last_error
    from directory.deliveries v join directory.alerts a on a.id = v.alert
    -- Hide the last alert to an earlier owner.
    where v.domain = site and v.watch is null and a.type <> 'ownership.renewed'
    order by a.created_at desc, v.alert, v.channel limit 50) r
$$;
