-- Declare it stable like jsonb_build_object(), because PostgreSQL does not inline a function with a wrong immutable
-- label.
create function directory.score_components(d directory.domains) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('reach', d.reach, 'trust', d.trust, 'quality', d.quality, 'freshness', d.freshness)
$$;

-- Inputs of authority and tier. Writers pass the inputs that they used.
create function directory.score_basis(d directory.domains) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('status', d.status, 'rejection', d.rejection, 'verified', d.verified,
    'authority', d.authority, 'components', directory.score_components(d))
$$;

