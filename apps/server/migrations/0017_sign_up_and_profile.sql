-- One-time codes for the day the authenticator is lost, and the confirmation of a new mail address.

create table recovery_codes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, code_hash)
);

-- Reached before a scope is known, like sessions: no account policy.

alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check check (purpose in ('invitation', 'reset', 'email'));
-- The address to be confirmed, of purpose email only.
alter table account_tokens add column new_email text check ((purpose = 'email') = (new_email is not null));

-- A new authenticator is proven before it replaces the old one: the sealed secret waits here.
alter table sessions add column pending_tfa_secret text;
-- The device as the person knows it, for the list of own sessions, is made from user_agent.
