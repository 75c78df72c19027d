-- An RFM shared by a group is one row in each programme that has facilities in it, for a row belongs to one tenant (docs/adr/0079); the
-- index rfms_one_per_account keeps it at one. Scoring runs in the programme's scope and must see which of its facilities are meant.
create policy programme_reader on account_groups for select using (exists (
  select from accounts a where a.id = account_groups.account_id and a.programme_account_id = any ((select app_account_ids())::bigint[])));
