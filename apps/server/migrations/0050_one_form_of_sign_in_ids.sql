-- A sign-in id has one form (domain: signInId) for storing, finding and counting. lower() of the database and of the server differ
-- (U+0130), so none of them compares any more: what is stored is the form itself.
update users set login_id = lower(login_id) where login_id <> lower(login_id);
update account_tokens set login_id = lower(login_id) where login_id <> lower(login_id);

alter table users drop constraint users_login_id_check;
alter table users add constraint users_login_id_check check (login_id ~ '^[a-z0-9][a-z0-9._@-]{3,63}$');
drop index users_login_id;
create unique index users_login_id on users (login_id);
