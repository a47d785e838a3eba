-- Popularity by a list that is loaded as a whole: known for every domain, tracked or not, so that one that is tracked later has its rank.

-- Two tables of the same shape, because emptying one is one step however long it is: one is read while the other is filled.
-- A list may name a domain twice; its best place counts. The index is made when the table is full, in a tenth of the time.
create table directory.ranks_a (domain text collate "C" not null, rank int not null check (rank >= 1));
create table directory.ranks_b (like directory.ranks_a including constraints);
create table directory.rank_list (
  one boolean primary key default true check (one),
  -- The table that is read; null before the first list.
  current text check (current in ('a', 'b')),
  entries int not null default 0,
  loaded_at timestamptz,
  -- Who is filling the other table: a second loader takes it over, and the first one is refused from then on.
  loading uuid
);
insert into directory.rank_list default values;

create function directory.spare_ranks(current text) returns text language sql immutable set search_path = '' as $$
  select case when current = 'a' then 'ranks_b' else 'ranks_a' end
$$;

create function directory.begin_ranks() returns jsonb language plpgsql security definer set search_path = '' as $$
declare l directory.rank_list; spare text;
begin
  select * into l from directory.rank_list for update;
  spare := directory.spare_ranks(l.current);
  execute format('truncate directory.%I', spare);
  execute format('drop index if exists directory.%I', spare || '_domain');
  update directory.rank_list set loading = gen_random_uuid() returning * into l;
  return to_jsonb(l.loading);
end $$;

create function directory.add_ranks(loading uuid, domains text[], ranks int[]) returns jsonb language plpgsql security definer set search_path = '' as $$
declare l directory.rank_list; added int;
begin
  select * into l from directory.rank_list k where k.loading = add_ranks.loading for update;
  if not found then raise exception 'another list is being loaded' using errcode = 'PT409'; end if;
  execute format('insert into directory.%I (domain, rank) select x.domain, x.rank from unnest($1, $2) x(domain, rank)', directory.spare_ranks(l.current))
    using add_ranks.domains, add_ranks.ranks;
  get diagnostics added = row_count;
  return to_jsonb(added);
end $$;

-- From here on the new list is the one that is read, all of it at once. An empty one is none.
create function directory.finish_ranks(loading uuid, at timestamptz default null) returns jsonb language plpgsql security definer set search_path = '' as $$
declare l directory.rank_list; spare text; n int;
begin
  select * into l from directory.rank_list k where k.loading = finish_ranks.loading for update;
  if not found then raise exception 'another list is being loaded' using errcode = 'PT409'; end if;
  spare := directory.spare_ranks(l.current);
  execute format('select count(*) from directory.%I', spare) into n;
  if n = 0 then raise exception 'the list is empty' using errcode = 'PT400'; end if;
  execute format('create index %I on directory.%I (domain)', spare || '_domain', spare);
  execute format('analyze directory.%I', spare);
  update directory.rank_list set current = right(spare, 1), entries = n, loaded_at = coalesce(finish_ranks.at, now()), loading = null;
  execute format('truncate directory.%I', case when spare = 'ranks_a' then 'ranks_b' else 'ranks_a' end);
  return to_jsonb(n);
end $$;

create function directory.rank_of(domain text) returns int language sql stable set search_path = '' as $$
  select case l.current
    when 'a' then (select min(r.rank) from directory.ranks_a r where r.domain = rank_of.domain)
    when 'b' then (select min(r.rank) from directory.ranks_b r where r.domain = rank_of.domain) end
  from directory.rank_list l
$$;

-- Tracked domains whose rank is not the list's, among the next max_rows in order of name; with what their score was computed from.
create function directory.list_rank_changes(after text, max_rows int) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare names text[]; changed jsonb;
begin
  if not exists (select from directory.rank_list l where l.current is not null) then
    return '{"changes":[],"cursor":null}';
  end if;
  names := array(select d.domain from directory.domains d where d.domain > coalesce(after, '') order by d.domain limit list_rank_changes.max_rows);
  select coalesce(jsonb_agg(jsonb_build_object('domain', d.domain, 'rank', d.new_rank, 'basis', d.basis) order by d.domain), '[]') into changed
    from (select k.domain, k.rank, directory.rank_of(k.domain) as new_rank, directory.score_basis(k) as basis
      from directory.domains k where k.domain = any(names)) d
    where d.rank is distinct from d.new_rank;
  return jsonb_build_object('changes', changed, 'cursor', case when cardinality(names) = list_rank_changes.max_rows then names[cardinality(names)] end);
end $$;

-- Writes ranks with the scores that follow from them; what has been changed by somebody meanwhile is left out, and found again.
create function directory.write_ranks(ranked jsonb, at timestamptz default null) returns jsonb language plpgsql security definer set search_path = '' as $$
declare t timestamptz := coalesce(write_ranks.at, now()); changed text[]; scored text[];
begin
  with written as (
    update directory.domains d set rank = r.rank, reach = r.reach, authority = r.authority, tier = r.tier, edits = d.edits + 1
      from (select x.domain, x.rank, x.reach, x.authority, x.tier, k.reach as old_reach, k.authority as old_authority
        from jsonb_to_recordset(write_ranks.ranked) as x(domain text, rank int, reach smallint, authority smallint, tier text, was jsonb)
        join directory.domains k on k.domain = x.domain and directory.score_basis(k) = x.was order by x.domain for update of k) r
      where d.domain = r.domain
      returning d.domain, (r.old_reach, r.old_authority) is distinct from (d.reach, d.authority) as scored)
  select coalesce(array_agg(w.domain), '{}'), coalesce(array_agg(w.domain) filter (where w.scored), '{}') into changed, scored from written w;
  perform directory.keep_point(s.domain, t) from unnest(scored) s(domain);
  update directory.crawl c set priority = directory.visit_priority(d.verified, c.interval_ms, d.rank, c.last_checked)
    from directory.domains d where c.domain = any(changed) and d.domain = c.domain
      and c.priority <> directory.visit_priority(d.verified, c.interval_ms, d.rank, c.last_checked);
  perform directory.stamp_changes(changed);
  return to_jsonb(cardinality(changed));
end $$;

create or replace function directory.track_domains(domains text[], at timestamptz default null) returns jsonb language plpgsql security definer set search_path = '' as $$
declare t timestamptz := coalesce(track_domains.at, now()); fresh text[];
begin
  with added as (
    insert into directory.domains (domain, first_seen, rank)
      select n.domain, t, directory.rank_of(n.domain) from (select distinct x.domain from unnest(track_domains.domains) x(domain)) n order by 1
      on conflict (domain) do nothing returning domain, rank)
  , queued as (
    insert into directory.crawl (domain, due_at, priority)
      select a.domain, t, directory.visit_priority(false, null, a.rank, null) from added a order by 1 returning domain)
  select coalesce(array_agg(q.domain), '{}') into fresh from queued q;
  perform directory.stamp_changes(fresh);
  return jsonb_build_object('added', cardinality(fresh),
    'known', (select count(distinct n.domain) from unnest(track_domains.domains) n(domain)) - cardinality(fresh));
end $$;

select directory.close_tables();
revoke execute on function directory.spare_ranks(text), directory.rank_of(text) from public, anon, authenticated, service_role;
select directory.expose(f::regprocedure, array['service_role']) from unnest(array[
  'directory.begin_ranks()', 'directory.add_ranks(uuid, text[], int[])', 'directory.finish_ranks(uuid, timestamptz)',
  'directory.list_rank_changes(text, int)', 'directory.write_ranks(jsonb, timestamptz)']) f;

notify pgrst, 'reload schema';
