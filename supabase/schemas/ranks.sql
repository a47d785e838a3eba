create table directory.rank_list (
  one boolean primary key default true check (one),
  entries int not null default 0
);
comment on table directory.rank_list is 'Length of the list of domain ranks. The list itself is not stored.';
insert into directory.rank_list default values;

create function api.list_ranks(after text, max_rows int) returns jsonb
language sql stable security definer set search_path = '' as $$
  with page as materialized (
    select d.domain, d.rank from directory.domains d
    where d.domain > coalesce(after, '') order by d.domain limit max_rows
  )
  select jsonb_build_object('entries', (select l.entries from directory.rank_list l),
    'cursor', case when count(*) = max_rows then max(p.domain) end,
    'ranks', coalesce(jsonb_agg(jsonb_build_array(p.domain, p.rank) order by p.domain), '[]'))
  from page p
$$;
comment on function api.list_ranks is
  'Returns the ranks of the next tracked domains by name, and the number of entries of the rank list.';

create function api.list_score_bases(domains text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('domain', d.domain, 'basis', directory.score_basis(d))), '[]')
  from directory.domains d where d.domain = any(domains)
$$;
comment on function api.list_score_bases is 'Returns the score inputs of these domains.';

create function api.set_rank_list(entries int) returns jsonb
language sql security definer set search_path = '' as $$
  update directory.rank_list l set entries = set_rank_list.entries returning to_jsonb(l.entries)
$$;
comment on function api.set_rank_list is 'Records the length of a new rank list.';

create function api.write_ranks(ranked jsonb, at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
comment on function api.write_ranks is
  'Writes ranks and the resulting scores. Skips rows changed in the meantime, which the next run finds.';
