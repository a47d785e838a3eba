-- Stable, as jsonb_build_object() is: PostgreSQL inlines no function that is called immutable and is not.
create function directory.score_components(d directory.domains) returns jsonb language sql stable as $$
  select jsonb_build_object('reach', d.reach, 'trust', d.trust, 'quality', d.quality, 'freshness', d.freshness)
$$;

-- What authority and tier follow from: who writes them says from what they were computed.
create function directory.score_basis(d directory.domains) returns jsonb language sql stable as $$
  select jsonb_build_object('status', d.status, 'rejection', d.rejection, 'verified', d.verified,
    'authority', d.authority, 'components', directory.score_components(d))
$$;

