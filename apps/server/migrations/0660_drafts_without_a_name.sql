-- A draft is saved while its name is still being thought of. What was ever started has one: guests' histories and reports tell of it.
alter table campaigns drop constraint campaigns_name_check;
alter table campaigns add constraint campaigns_name_check check (name <> '' or activated_at is null);
