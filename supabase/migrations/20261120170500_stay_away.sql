-- A migration of its own: one that locked the table of domains as well would make a deadlock with a visit.
-- A domain that must not be visited is due never, whoever says otherwise.
alter table directory.crawl add column forbidden boolean not null default false;
create function directory.stay_away() returns trigger language plpgsql set search_path = '' as $$
begin
  new.due_at := 'infinity';
  return new;
end $$;
create trigger stay_away before update on directory.crawl for each row
  when (new.forbidden and new.lease is null and new.due_at < 'infinity') execute function directory.stay_away();
