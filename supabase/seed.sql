-- For development: a few domains that are due at once. The names are reserved for examples, so nobody is visited.
select api.track_domains(array['atlas.example', 'harbour.example', 'meadow.example']);
