---------------------------------------------------------------- proofs and keys

-- No foreign key, because a removed and re-added domain must refuse used tokens.
create table directory.key_generations (
  domain text collate "C" primary key,
  generation int not null check (generation >= 0)
);
comment on table directory.key_generations is 'Number of keys issued for a domain.';

create table directory.keys (
  domain text collate "C" primary key references directory.domains on delete cascade,
  hash text not null unique,
  issued_at timestamptz(3) not null,
  suspended_at timestamptz(3),
  -- True if the answer with the key may be repeated once, because the key is unused.
  repeatable boolean not null default true,
  -- Id of the call that issued the key. The client repeats a call after a lost connection.
  call uuid
);
comment on table directory.keys is 'One key per domain, stored as a keyed hash. A new key replaces the earlier key.';

create table directory.proof_looks (
  domain text collate "C" primary key,
  lease uuid,
  until timestamptz(3) not null,
  look jsonb
);
comment on table directory.proof_looks is
  'Last look at the proofs of a domain, or the lease of the looking process. The domain need not be tracked. `until` '
  'is the end of the lease, then the end of sharing the look.';
create index proof_looks_until on directory.proof_looks (until);

-- Increases with each key of a domain, and voids tokens of earlier generations.
create function directory.generation_of(site text) returns int language sql stable set search_path = '' as $$
  select coalesce(
    (select g.generation from directory.key_generations g where g.domain = site),
    (select i.first_generation from directory.instance i))
$$;

create function api.get_claim_standing(domain text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('generation', directory.generation_of(x.domain),
    'basis', case when d.domain is not null then directory.score_basis(d) end, 'llms_txt', p.llms_txt,
    'issued', case when k.suspended_at is null and o.proof is not null then jsonb_build_object(
      'key_hash', k.hash, 'at', directory.iso_timestamp(k.issued_at), 'method', o.proof->>'method') end)
  from (select get_claim_standing.domain) x (domain)
  left join directory.domains d on d.domain = x.domain
  left join directory.profiles p on p.domain = d.domain
  left join directory.keys k on k.domain = d.domain
  left join directory.owners o on o.domain = k.domain
$$;
comment on function api.get_claim_standing is
  'Returns the state for the next proof of a domain. `basis` is null if the domain is not tracked.';

create function api.take_proof_look(domain text, lease_ms bigint, at timestamptz default clock_timestamp())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  taken directory.proof_looks;
begin
  insert into directory.proof_looks as p (domain, lease, until)
  values (take_proof_look.domain, gen_random_uuid(), at + make_interval(secs => lease_ms / 1000.0))
  on conflict on constraint proof_looks_pkey do update set lease = excluded.lease, until = excluded.until, look = null
  where p.until <= at
  returning * into taken;
  if not found then
    return (
      select jsonb_build_object('look', p.look, 'next_in_s', greatest(1, ceil(extract(epoch from p.until - at)))::int)
      from directory.proof_looks p where p.domain = take_proof_look.domain);
  end if;
  with old as materialized (
    select p.domain from directory.proof_looks p where p.until < at
    order by p.until limit 100 for update skip locked)
  delete from directory.proof_looks p using old o where p.domain = o.domain;
  return jsonb_build_object('lease', taken.lease);
end;
$$;
comment on function api.take_proof_look is
  'Returns the shared look at the proofs of a domain, or a lease to make it, or a time to wait if another process has '
  'the lease. Deletes a few expired looks.';

create function api.finish_proof_look(
  domain text, lease uuid, look jsonb, keep_ms bigint, at timestamptz default clock_timestamp())
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  update directory.proof_looks p
  set lease = null, look = finish_proof_look.look,
    until = case when finish_proof_look.look is null then at else at + make_interval(secs => keep_ms / 1000.0) end
  where p.domain = finish_proof_look.domain and p.lease = finish_proof_look.lease;
  return to_jsonb(found);
end;
$$;
comment on function api.finish_proof_look is
  'Ends a lease with a look, which is shared for `keep_ms`. Without a look, the next caller looks again.';

create function api.verify_owner(
  domain text, generation int, basis jsonb, authority smallint, tier text, proof jsonb, key_hash text, call uuid,
  at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  d directory.domains;
  issued int;
begin
  perform directory.refuse_during_restore();
  select * into d from directory.domains k where k.domain = verify_owner.domain for update;
  if not found then raise exception '% is not tracked', verify_owner.domain using errcode = 'PT404'; end if;
  issued := directory.generation_of(d.domain);
  if issued <> verify_owner.generation then
    return jsonb_build_object('result', case
      when exists (
        select from directory.keys k where k.domain = d.domain and k.call = verify_owner.call) then 'verified'
      else 'used' end);
  end if;
  if directory.score_basis(d) <> basis then return '{"result":"changed"}'; end if;
  insert into directory.key_generations as g (domain, generation) values (d.domain, issued + 1)
  on conflict on constraint key_generations_pkey do update set generation = excluded.generation;
  insert into directory.keys as k (domain, hash, issued_at, call) values (d.domain, key_hash, at, verify_owner.call)
  on conflict on constraint keys_pkey do update set
    hash = excluded.hash, issued_at = excluded.issued_at, suspended_at = null, repeatable = true, call = excluded.call;
  delete from directory.proof_looks p where p.domain = d.domain;
  perform directory.end_channels(d.domain, d.verified, at);
  insert into directory.owners as o (domain, proof) values (d.domain, verify_owner.proof)
  on conflict on constraint owners_pkey do update set proof = excluded.proof;
  update directory.profiles p set verified_at = at where p.domain = d.domain and not d.verified;
  perform directory.write_score(d, true, verify_owner.authority, verify_owner.tier, d.rejection, at);
  perform directory.reschedule(array[d.domain], at + interval '1 day');
  return '{"result":"verified"}';
end;
$$;
comment on function api.verify_owner is
  'Issues a key for a proof. A second call with a token of this generation returns `used`. Ends the look, so that it '
  'proves nothing again. A new owner starts without channels, so that nobody reads earlier addresses.';

-- Writes a score that was decided outside of a visit. `d` is the previous row.
create function directory.write_score(
  d directory.domains, verified boolean, authority smallint, tier text, rejection text, t timestamptz)
returns void language plpgsql set search_path = '' as $$
begin
  update directory.domains k
  set verified = write_score.verified, authority = write_score.authority, tier = write_score.tier,
    rejection = write_score.rejection, edits = k.edits + 1
  where k.domain = d.domain;
  if d.authority is distinct from write_score.authority then
    perform directory.write_score_point(k.domain, t, to_jsonb(k)) from directory.domains k where k.domain = d.domain;
  end if;
  perform directory.stamp_changes(array[d.domain]);
end;
$$;

create function api.repeat_key(hash text) returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform directory.refuse_during_restore();
  update directory.keys k set repeatable = false
  where k.hash = repeat_key.hash and k.repeatable and k.suspended_at is null;
  return to_jsonb(found);
end;
$$;
comment on function api.repeat_key is
  'Reports whether the answer with this key may be repeated, and allows it only once.';

create function api.find_key(hash text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform directory.refuse_during_restore();
  return (
    select jsonb_build_object('domain', k.domain, 'hash', k.hash, 'suspended', k.suspended_at is not null,
      'repeatable', k.repeatable)
    from directory.keys k where k.hash = find_key.hash);
end;
$$;
comment on function api.find_key is 'Returns the domain and the state of a key, or null.';

create function api.end_repeat(hash text) returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  update directory.keys k set repeatable = false where k.hash = end_repeat.hash and k.repeatable;
  return to_jsonb(found);
end;
$$;
comment on function api.end_repeat is 'Records the use of a key. Its answer was not lost, so it may not be repeated.';

create function api.replace_key_hash(old_hash text, new_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update directory.keys k set hash = new_hash where k.hash = old_hash;
  return to_jsonb(found);
end;
$$;
comment on function api.replace_key_hash is 'Stores the key''s hash under another secret of the server.';

---------------------------------------------------------------- replacing the server's secret

create function api.count_outdated_keys(secret_id text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(count(*)) from directory.keys k where not starts_with(k.hash, secret_id || '.')
$$;
comment on function api.count_outdated_keys is
  'Returns the number of keys that were not hashed with this secret. These keys end when the previous secret is '
  'removed.';

create function api.list_outdated_webhook_secrets(secret_id text, after text, max_rows int)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(s order by s.sealed collate "C"), '[]') from (
    select x.domain, x.sealed from (
      select o.domain, o.webhook_secret as sealed from directory.owners o
      union all
      select w.domain, w.secret from directory.watches w) x
    where not starts_with(x.sealed, secret_id || '.') and x.sealed collate "C" > coalesce(after, '')
    order by x.sealed collate "C" limit least(max_rows, 1000)) s
$$;
comment on function api.list_outdated_webhook_secrets is
  'Lists the webhook secrets of owners and watches that were not sealed with the secret of this id, by their sealed '
  'text.';

create function api.replace_webhook_secret(domain text, old_secret text, new_secret text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  replaced int;
begin
  with of_owner as (
    update directory.owners o set webhook_secret = new_secret
    where o.domain = replace_webhook_secret.domain and o.webhook_secret = old_secret returning 1
  ), of_watch as (
    update directory.watches w set secret = new_secret
    where w.domain = replace_webhook_secret.domain and w.secret = old_secret returning 1
  )
  select (select count(*) from of_owner) + (select count(*) from of_watch) into replaced;
  return to_jsonb(replaced > 0);
end;
$$;
comment on function api.replace_webhook_secret is
  'Replaces a sealed webhook secret. Returns false if the secret changed in the meantime.';

---------------------------------------------------------------- the owner's profile

create function api.update_profile(
  domain text, changes jsonb, webhook_secret text, mailboxes text[], at timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  d directory.domains;
  p directory.profiles;
begin
  select * into d from directory.domains k where k.domain = update_profile.domain for update;
  if not found then return null; end if;
  select * into p from directory.profiles k where k.domain = update_profile.domain;
  d := jsonb_populate_record(d, changes);
  p := jsonb_populate_record(p, changes);
  with described as (
    update directory.profiles k
    set description = p.description, contact = p.contact, nested_llms_txt = p.nested_llms_txt
    where k.domain = p.domain
  )
  update directory.domains k set tags = d.tags, edits = k.edits + 1 where k.domain = d.domain;
  insert into directory.owners (domain) values (d.domain) on conflict do nothing;
  if changes ? 'webhook_url' then
    perform directory.set_webhook(d.domain, changes->>'webhook_url', webhook_secret);
  end if;
  if changes ? 'notify_email' then
    perform directory.set_email(d.domain, changes->>'notify_email', mailboxes, at);
  end if;
  if changes ? 'notify_changes' then
    update directory.owners o set notify_changes = (changes->>'notify_changes')::boolean where o.domain = d.domain;
  end if;
  perform directory.stamp_changes(array[d.domain]);
  return api.lookup_domain(d.domain);
end;
$$;
comment on function api.update_profile is
  'Changes the given members of a profile, and returns the record. Null clears a member. A new webhook gets a new '
  'secret, and a new email address needs a confirmation.';

---------------------------------------------------------------- reads and requests of owners

create function directory.count_owner_lookups(site text, t timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  with days as (
    select to_char(x.day, 'YYYY-MM-DD') as date, coalesce(l.count, 0) as count
    from generate_series((t at time zone 'UTC')::date - 29, (t at time zone 'UTC')::date, interval '1 day') x (day)
    left join directory.lookups_by_day l on l.domain = site and l.day = x.day::date
  )
  select jsonb_build_object(
    'total', coalesce((select l.total from directory.lookup_totals l where l.domain = site), 0),
    'last_24h', (
      select coalesce(sum(h.count), 0) from directory.lookups_by_hour h
      where h.domain = site and h.hour > t - interval '24 hours'),
    'last_7d', (select sum(d.count) from (select * from days order by days.date desc limit 7) d),
    'last_30d', (select sum(d.count) from days d),
    'daily', (select jsonb_agg(d order by d.date) from days d))
$$;

create function api.get_owner_stats(domain text, at timestamptz default now())
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'lookups', directory.count_owner_lookups(d.domain, at),
    'score_history', directory.list_score_points(d.domain, 365),
    'failure', c.failure, 'proof', o.proof,
    'notifications',
      directory.channels_of(o) || jsonb_build_object('recent', directory.list_recent_deliveries(d.domain)))
  from directory.domains d
  join directory.crawl c on c.domain = d.domain
  left join directory.owners o on o.domain = d.domain
  where d.domain = get_owner_stats.domain
$$;
comment on function api.get_owner_stats is
  'Returns the data of an owner''s dashboard, or null if the domain is not tracked.';

create function api.take_recrawl(domain text, interval_s int, at timestamptz default clock_timestamp())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  next_at timestamptz;
begin
  insert into directory.owners (domain) values (take_recrawl.domain) on conflict do nothing;
  select o.recrawled_at + make_interval(secs => interval_s) into next_at from directory.owners o
  where o.domain = take_recrawl.domain for update;
  if next_at > at then
    return jsonb_build_object('allowed', false,
      'retry_after_s', greatest(1, ceil(extract(epoch from next_at - at)))::int);
  end if;
  update directory.owners o set recrawled_at = at where o.domain = take_recrawl.domain;
  return jsonb_build_object('allowed', true, 'retry_after_s', 0);
end;
$$;
comment on function api.take_recrawl is 'Allows one recrawl of a domain within interval_s.';
