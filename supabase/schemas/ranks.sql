-- The table of ranks that is not read.
create function directory.spare_ranks(l directory.rank_list) returns text language sql immutable as $$
  select case when l.current = 'a' then 'ranks_b' else 'ranks_a' end
$$;

create function directory.begin_ranks() returns jsonb language plpgsql as $$
declare
  l directory.rank_list;
  spare text;
begin
  select * into l from directory.rank_list for update;
  spare := directory.spare_ranks(l);
  execute format('truncate directory.%I', spare);
  execute format('drop index if exists directory.%I', spare || '_domain');
  update directory.rank_list set loading = gen_random_uuid() returning * into l;
  return to_jsonb(l.loading);
end;
$$;

-- The list that is being loaded under this id; refuses any other id.
create function directory.lock_rank_list(loading uuid) returns directory.rank_list language plpgsql as $$
declare
  l directory.rank_list;
begin
  select * into l from directory.rank_list k where k.loading = lock_rank_list.loading for update;
  if not found then raise exception 'another list is being loaded' using errcode = 'PT409'; end if;
  return l;
end;
$$;

create function directory.add_ranks(loading uuid, domains text[], ranks int[]) returns jsonb language plpgsql as $$
declare
  l directory.rank_list := directory.lock_rank_list(loading);
  added int;
begin
  execute format('insert into directory.%I (domain, rank) select * from unnest($1, $2)', directory.spare_ranks(l))
  using domains, ranks;
  get diagnostics added = row_count;
  return to_jsonb(added);
end;
$$;

-- From here on the new list is the one that is read, all of it at once. An empty one is refused. Its index is made now,
-- in a tenth of the time that it would take row by row.
create function directory.finish_ranks(loading uuid, at timestamptz default now()) returns jsonb language plpgsql as $$
declare
  l directory.rank_list := directory.lock_rank_list(loading);
  spare text := directory.spare_ranks(l);
  n int;
begin
  execute format('select count(*) from directory.%I', spare) into n;
  if n = 0 then raise exception 'the list is empty' using errcode = 'PT400'; end if;
  execute format('create index %I on directory.%I (domain)', spare || '_domain', spare);
  execute format('analyze directory.%I', spare);
  update directory.rank_list k set current = right(spare, 1), entries = n, loaded_at = at, loading = null
  returning * into l;
  execute format('truncate directory.%I', directory.spare_ranks(l));
  return to_jsonb(n);
end;
$$;

create function directory.rank_of(domain text) returns int language sql stable as $$
  select case l.current
    when 'a' then (select min(r.rank) from directory.ranks_a r where r.domain = rank_of.domain)
    when 'b' then (select min(r.rank) from directory.ranks_b r where r.domain = rank_of.domain)
    end
  from directory.rank_list l
$$;

-- Tracked domains whose rank is not the list's, among the next max_rows in order of name; with what their score was
-- computed from.
create function directory.list_rank_changes(after text, max_rows int) returns jsonb language sql stable as $$
  with compared as materialized (
    select d.domain, directory.rank_of(d.domain) as new_rank from directory.domains d
    where d.domain > coalesce(after, '') and exists (select from directory.rank_list l where l.current is not null)
    order by d.domain limit max_rows
  )
  select jsonb_build_object('cursor', case when count(*) = max_rows then max(c.domain) end, 'changes', coalesce(
    jsonb_agg(jsonb_build_object('domain', d.domain, 'rank', c.new_rank, 'basis', directory.score_basis(d))
      order by d.domain) filter (where d.rank is distinct from c.new_rank), '[]'))
  from compared c join directory.domains d on d.domain = c.domain
$$;

-- Writes ranks with the scores that follow from them; what somebody has changed meanwhile is left out, and found again.
create function directory.write_ranks(ranked jsonb, at timestamptz default now()) returns jsonb language plpgsql as $$
declare
  changed text[];
  rescored text[];
begin
  with given as (
    select x.*, d.reach as old_reach, d.authority as old_authority
    from jsonb_to_recordset(ranked)
      x (domain text, rank int, reach smallint, authority smallint, tier text, basis jsonb)
    join directory.domains d on d.domain = x.domain and directory.score_basis(d) = x.basis
    order by d.domain for update of d
  ), written as (
    update directory.domains d
    set rank = g.rank, reach = g.reach, authority = g.authority, tier = g.tier, edits = d.edits + 1
    from given g where d.domain = g.domain
    returning d.domain, (g.old_reach, g.old_authority) is distinct from (d.reach, d.authority) as is_rescored
  )
  select coalesce(array_agg(w.domain), '{}'), array_agg(w.domain) filter (where w.is_rescored) into changed, rescored
  from written w;
  perform directory.write_score_point(d.domain, at, to_jsonb(d))
  from directory.domains d where d.domain = any(rescored);
  perform directory.reschedule(changed, null);
  perform directory.stamp_changes(changed);
  return to_jsonb(cardinality(changed));
end;
$$;
