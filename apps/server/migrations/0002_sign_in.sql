-- Sign-in, and the audit log. These tables are reached with a cookie or a mailed token, before a scope is known: no
-- account policy on sessions, tokens and throttles; they hold no guest data.

create table sessions (
  id bigint generated always as identity primary key,
  -- SHA-256 of the cookie's 256 random bits; the value itself is never stored.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id bigint not null references users (id),
  -- False until the two-factor step is done.
  verified boolean not null default false,
  wrong_code_count integer not null default 0 check (wrong_code_count >= 0),
  ip inet,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- changed: role, permission, status or password was changed; the cookie goes on answering 409 (product.md §2).
  end_reason text check (end_reason in ('logout', 'expired', 'changed', 'replaced', 'wrong_codes')),
  check ((ended_at is null) = (end_reason is null))
);
create index sessions_user on sessions (user_id) where ended_at is null;
create index sessions_expiry on sessions (expires_at);

-- Invitation and reset links: single use, a new one voids the old.
create table account_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  purpose text not null check (purpose in ('invitation', 'reset')),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- What the steps of sign-up have proven so far; the secret is encrypted.
  login_id text,
  tfa_secret text,
  tfa_verified_step bigint,
  attempt_count integer not null default 0 check (attempt_count >= 0),
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now()
);
create unique index account_tokens_open on account_tokens (user_id, purpose) where used_at is null and voided_at is null;

-- Wrong guesses per login id and per address. The key is hashed, so the table tells nobody which ids were tried.
create table sign_in_throttles (
  kind text not null check (kind in ('login_user', 'login_ip', 'code_user', 'code_ip', 'forget_user', 'forget_ip', 'token_ip', 'availability')),
  key_hash bytea not null,
  failure_count integer not null default 0 check (failure_count >= 0),
  window_started_at timestamptz not null default now(),
  blocked_until timestamptz,
  primary key (kind, key_hash)
);
create index sign_in_throttles_window on sign_in_throttles (window_started_at);

-- Append-only: the application's role may insert and select, nothing else (grants.sql).
create table audit_logs (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_user_id bigint,
  ip inet,
  action text not null check (action <> ''),
  entity text not null default '',
  entity_id bigint,
  account_id bigint references accounts (id),
  company_id bigint references companies (id),
  before jsonb,
  after jsonb
);
create index audit_logs_account on audit_logs (account_id, at desc);
create index audit_logs_company on audit_logs (company_id, at desc);
create index audit_logs_entity on audit_logs (entity, entity_id, at desc);

create function app_company_ids() returns bigint[] language sql stable parallel safe as $$
  select string_to_array(nullif(current_setting('app.company_ids', true), ''), ',')::bigint[]
$$;

-- Two halves instead of protect_tenant_table: a refused sign-in or a denial must be written while no scope exists, and rows
-- about people and clients carry a company but no account.
alter table audit_logs enable row level security;
alter table audit_logs force row level security;
create policy tenant on audit_logs for insert
  with check (account_id is null or account_id = any ((select app_account_ids())::bigint[]));
create policy tenant_reader on audit_logs for select
  using (
    account_id = any ((select app_account_ids())::bigint[])
    or (account_id is null and company_id = any ((select app_company_ids())::bigint[]))
  );
select admit_system_reader('audit_logs');
