-- Channels of alerts: webhook and email address of an owner, and the decisions of mailbox holders.

create table directory.unsubscribed (mailbox text primary key, since timestamptz(3) not null);
comment on table directory.unsubscribed is
  'Keyed hashes of unsubscribed mailboxes, which get no confirmations. No address is stored here.';

create function directory.set_webhook(site text, url text, new_secret text) returns void
language plpgsql set search_path = '' as $$
begin
  update directory.owners o set webhook_url = url, webhook_state = case when url is not null then 'active' end,
    webhook_secret = case when url is null then null when url = o.webhook_url then o.webhook_secret else new_secret end
  where o.domain = site;
  if url is null then perform directory.cancel_deliveries(site, array['webhook']); end if;
end;
$$;

-- A new address gets a confirmation email, unless its mailbox is unsubscribed.
create function directory.set_email(site text, email text, mailboxes text[], t timestamptz)
returns void language plpgsql set search_path = '' as $$
declare
  o directory.owners;
  state text := case when email is not null then 'unconfirmed' end;
begin
  select * into o from directory.owners k where k.domain = site for update;
  if email is distinct from o.notify_email then
    perform directory.cancel_deliveries(site, array['email']);
  elsif email is null or o.email_state = 'confirmed' then
    return;
  end if;
  if email is not null and directory.is_unsubscribed(mailboxes) then
    state := 'unsubscribed';
  end if;
  update directory.owners k set notify_email = email, email_state = state where k.domain = site;
  if state = 'unconfirmed' then
    insert into directory.alerts (domain, type, created_at) values (site, 'email.confirmation', t);
  end if;
end;
$$;

-- Reports whether a hash of a mailbox is stored, and replaces it by the first hash, which uses the current secret.
create function directory.is_unsubscribed(mailboxes text[]) returns boolean language plpgsql set search_path = '' as $$
declare
  since timestamptz;
begin
  with found as (delete from directory.unsubscribed u where u.mailbox = any(mailboxes) returning u.since)
  select min(f.since) into since from found f;
  if since is null then return false; end if;
  insert into directory.unsubscribed (mailbox, since) values (mailboxes[1], since);
  return true;
end;
$$;

create function directory.channels_of(o directory.owners) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('webhook_url', o.webhook_url, 'webhook_secret', o.webhook_secret,
    'webhook_state', o.webhook_state, 'notify_email', o.notify_email, 'email_state', o.email_state,
    'notify_changes', coalesce(o.notify_changes, false))
$$;

create function api.get_channels(domain text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select directory.channels_of(o) from directory.domains d left join directory.owners o on o.domain = d.domain
  where d.domain = get_channels.domain
$$;
comment on function api.get_channels is
  'Returns the webhook, the email address and their states, or null if the domain is not tracked.';

-- A new proof may come from another person, so the old addresses are dropped, and their deliveries are deleted because
-- errors name receivers. If the domain was verified, the old addresses get a last alert. Keep deliveries with a
-- separate address, because they are last alerts.
create function directory.end_channels(site text, was_verified boolean, t timestamptz)
returns void language plpgsql set search_path = '' as $$
declare
  renewed uuid;
begin
  delete from directory.deliveries v where v.domain = site and v.address is null and v.watch is null;
  if was_verified then
    insert into directory.alerts (domain, type, created_at) values (site, 'ownership.renewed', t)
    returning id into renewed;
    update directory.deliveries v
    set address = directory.delivery_address(v.channel, 'ownership.renewed', o),
      secret = case v.channel when 'webhook' then o.webhook_secret end
    from directory.owners o where v.alert = renewed and o.domain = site;
  end if;
  update directory.owners o
  set webhook_url = null, webhook_secret = null, webhook_state = null, notify_email = null, email_state = null,
    notify_changes = false
  where o.domain = site;
end;
$$;

---------------------------------------------------------------- decisions of mailbox holders

create function api.confirm_email(domain text, email text, mailboxes text[], at timestamptz)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  was_unsubscribed boolean;
begin
  if exists (select from directory.unsubscribed u where u.mailbox = any(mailboxes) and u.since >= at) then
    return '"refused"';
  end if;
  delete from directory.unsubscribed u where u.mailbox = any(mailboxes);
  was_unsubscribed := found;
  update directory.owners o set email_state = 'confirmed'
  where o.domain = confirm_email.domain and o.notify_email = email;
  return to_jsonb(case when found then 'confirmed' when was_unsubscribed then 'allowed' else 'refused' end);
end;
$$;
comment on function api.confirm_email is
  'Confirms an address by the link of an email created at `at`, unless the holder unsubscribed later. `allowed` means '
  'that the domain has another address, but this address may get confirmations again.';

create function api.unsubscribe_email(domain text, email text, mailboxes text[], at timestamptz)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  insert into directory.unsubscribed as u (mailbox, since) values (mailboxes[1], at) on conflict do nothing;
  update directory.owners o set email_state = 'unsubscribed'
  where o.notify_email = email and (o.domain = unsubscribe_email.domain or o.email_state = 'unconfirmed');
  update directory.deliveries v set status = 'cancelled', lease = null
  from directory.owners o
  where o.domain = v.domain and v.channel = 'email' and v.status = 'pending'
    and (v.address = email and v.domain = unsubscribe_email.domain
      or v.address is null and o.notify_email = email and o.email_state = 'unsubscribed');
  return 'true';
end;
$$;
comment on function api.unsubscribe_email is 'Ends emails about this domain and confirmations of any domain.';
