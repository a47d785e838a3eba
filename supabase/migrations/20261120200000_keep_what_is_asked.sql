-- A run shows that it is alive every twenty seconds, whatever it does: claiming, visiting, settling, or waiting for its last answers.
-- Five minutes of silence are fifteen signs missed, and far longer than a store that is away is waited for (65 s): such a run is dead.
create or replace function directory.run_patience() returns interval language sql immutable set search_path = '' as $$ select interval '5 minutes' $$;

create function directory.touch_run(run text, at timestamptz default null) returns jsonb language sql security definer set search_path = '' as $$
  with seen as (
    update directory.runs r set seen_at = coalesce(touch_run.at, now())
      where r.id = touch_run.run and r.settled_at is null and r.seen_at < coalesce(touch_run.at, now()) returning 1)
  select to_jsonb(exists (select from seen))
$$;

-- When somebody asked for a visit soon; a server that starts again takes up what it was asked for before.
alter table directory.crawl add column asked_at timestamptz;

create function directory.ask_visits(domains text[], at timestamptz default null) returns jsonb language sql security definer set search_path = '' as $$
  with asked as (
    update directory.crawl c set asked_at = coalesce(ask_visits.at, now())
      from (select k.domain from directory.crawl k where k.domain = any(ask_visits.domains) order by k.domain for update) x
      where c.domain = x.domain returning 1)
  select to_jsonb(count(*)) from asked
$$;

-- What was asked for, is due and in nobody's hands, the oldest question first. Forgets what has been visited since.
create function directory.list_asked(max_rows int, at timestamptz default null) returns jsonb language plpgsql security definer set search_path = '' as $$
declare t timestamptz := coalesce(list_asked.at, now());
begin
  update directory.crawl c set asked_at = null from (
    select k.domain from directory.crawl k where k.asked_at is not null and k.asked_at <= k.last_checked
      order by k.domain limit 1000 for update skip locked) x
    where c.domain = x.domain;
  return (select coalesce(jsonb_agg(x.domain order by x.asked_at, x.domain), '[]') from (
    select k.domain, k.asked_at from directory.crawl k
      where k.asked_at is not null and (k.last_checked is null or k.asked_at > k.last_checked) and k.due_at <= t
      order by k.asked_at, k.domain limit least(greatest(list_asked.max_rows, 0), 1000)) x);
end $$;

select directory.expose(f::regprocedure, array['service_role']) from unnest(array[
  'directory.touch_run(text, timestamptz)', 'directory.ask_visits(text[], timestamptz)', 'directory.list_asked(int, timestamptz)']) f;

notify pgrst, 'reload schema';
