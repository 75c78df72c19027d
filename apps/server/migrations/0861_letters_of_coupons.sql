-- An action may have several coupons, by letters, each for a share of its guests (docs/adr/0565).
alter table coupons
  add column variant text not null default 'A' check (variant in ('A', 'B', 'C', 'D')),
  add column share smallint check (share between 1 and 100),
  drop constraint coupons_account_id_campaign_action_id_key,
  add constraint coupons_of_action unique (account_id, campaign_action_id, variant);
