-- Which lists there are is known to the contract alone (packages/contract/src/lists/lists.ts), so that a new one needs no migration.
alter table saved_views drop constraint saved_views_section_check;
alter table saved_views add constraint saved_views_section_check check (section ~ '^[a-z_]{1,40}$');
alter table saved_views add column version int not null default 1;
-- What the menu opens the list with: one's own, one for each list.
alter table saved_views add column is_default boolean not null default false;
create unique index saved_views_default on saved_views (account_id, user_id, section) where is_default;
-- What others share is read by everybody who opens the list.
create index saved_views_shared on saved_views (account_id, section) where is_shared;
