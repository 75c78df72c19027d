-- Exporting people's data is a switch of its own beside the permissions, which section 6 of the specification closes. "*" implies it,
-- so that administrators lose nothing; everybody else gets it from somebody who holds it.
alter table account_users add column can_export boolean not null default false;

-- Admin roles always hold "*"; what was stored as less never meant less to their company. The owner is under forced policies too.
alter table account_users no force row level security;
update account_users au set permissions = '{*}', updated_at = now() from users u
  where u.id = au.user_id and u.role in ('role_vc_admin', 'role_admin') and not '*' = any (au.permissions);
alter table account_users force row level security;
