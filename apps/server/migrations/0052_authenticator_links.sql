-- An administrator's reset takes the authenticator away and nothing else: id, status and password stay, and a mailed link registers
-- the new one.
alter table users drop constraint users_check;
alter table users add constraint users_check check (status <> 'active' or (login_id is not null and password is not null));
alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check check (purpose in ('invitation', 'reset', 'email', 'tfa'));

-- Whom an earlier reset made pending is active again, and the open link keeps its use.
update account_tokens t set purpose = 'tfa' from users u
  where u.id = t.user_id and t.purpose = 'invitation' and u.status = 'pending' and u.login_id is not null and u.password is not null;
update users set status = 'active' where status = 'pending' and login_id is not null and password is not null;

-- What the nightly clearing looks for.
create index sessions_ended on sessions (ended_at) where ended_at is not null;
create index account_tokens_expiry on account_tokens (expires_at);
