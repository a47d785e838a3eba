-- Words together with the place of the domain in the order: shelf and sort_key as one number. The matches of a common word at one place
-- are then found without those at all the others. Takes the place of the index of words alone.
drop index if exists directory.domains_words;
create index concurrently domains_words on directory.domains using gin (search, (array[shelf * 256 + sort_key])) with (fastupdate = on, gin_pending_list_limit = 1024);
drop index if exists directory.domains_search;
-- An eighth of the domains, drawn by their names: how often several words come together is counted there first.
drop index if exists directory.domains_sampled;
create index concurrently domains_sampled on directory.domains using gin (search) with (fastupdate = on, gin_pending_list_limit = 1024) where hashtext(domain) & 7 = 0;
