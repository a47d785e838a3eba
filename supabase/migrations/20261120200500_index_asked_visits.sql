drop index if exists directory.crawl_asked;
create index concurrently crawl_asked on directory.crawl (asked_at) where asked_at is not null;
