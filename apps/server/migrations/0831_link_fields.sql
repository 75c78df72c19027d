-- Links in mails may tell the pages they lead to whence their visitors came (docs/adr/0557).
alter table account_settings
  add column link_utm_source text not null default '' check (length(link_utm_source) <= 60);
