-- The name by which guests know the programme. Empty: the account's name without words for a headquarters.
alter table account_settings add column display_name text not null default '';
