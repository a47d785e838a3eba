-- Watches send events of a domain to a receiver that agreed.

create table directory.watches (
  id uuid primary key default gen_random_uuid(),
  domain text collate "C" not null references directory.domains on delete cascade,
  webhook_url text not null,
  -- Encrypted with a key outside of the database.
  secret text not null,
  -- Keyed hash of the requesting network. No address is stored.
  network text not null,
  -- Hash of the token that deletes the watch.
  token_hash text not null,
  expires_at timestamptz(3) not null,
  unique (domain, network, webhook_url)
);
comment on table directory.watches is
  'Watches of a domain by people who do not own it. A receiver gets events only after it agreed.';
create index watches_network on directory.watches (network);
create index watches_expires_at on directory.watches (expires_at);

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
comment on function api.open_watch is
  'Opens a watch after its receiver agreed, or renews the watch of this network and receiver. `result` is `opened`, '
  '`renewed`, or `full_domain` or `full_network` if the network has its maximum. Null if the domain is not tracked.';

create function api.delete_watch(id uuid, token_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  delete from directory.watches w where w.id = delete_watch.id and w.token_hash = delete_watch.token_hash;
  return to_jsonb(found);
end;
$$;
comment on function api.delete_watch is 'Deletes a watch. Returns false if there is no watch with this id and token.';

-- Deletes a few expired watches.
create function directory.clear_watches(t timestamptz) returns void language sql set search_path = '' as $$
  with ended as materialized (
    select w.id from directory.watches w where w.expires_at < t
    order by w.expires_at limit 100 for update skip locked)
  delete from directory.watches w using ended e where w.id = e.id
$$;
