-- Concurrently: an ordinary index at a million rows would keep every writer waiting for seconds. One that was interrupted is made anew.
drop index if exists directory.domains_unregistered;
create index concurrently domains_unregistered on directory.domains (domain) where status = 'valid' and registered_at is null;
