-- Which pictures a mail shows that was sent: they are kept as long as it is.
alter table mail_contents add column image_hashes text[] not null default '{}';
alter table mail_contents no force row level security;
update mail_contents
set image_hashes = array(select distinct found[1] from regexp_matches(compiled::text, '/images/([0-9a-f]{64})', 'g') found)
where compiled::text like '%/images/%';
alter table mail_contents force row level security;
