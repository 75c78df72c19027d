-- Foundation: who the provider's clients are, who may sign in, and how a tenant's rows are kept apart.
--
-- Conventions of every migration
--   * columns carry the specification's spelling (section 3); an enumeration is text with an in-list check,
--     whose name is then always <table>_<column>_check;
--   * created_by and updated_by hold users.id; null means the system itself (feeds, jobs, migrations). They have no foreign
--     key: users are never removed, and a key would cost every imported row a look-up;
--   * a tenant's row starts with account_id, the programme account (product.md §1): primary and unique keys begin with it and
--     foreign keys between tenant rows are composite, so that no row can point into another tenant;
--   * version is what an edit states it started from (a stale one is 412);
--   * no BEFORE UPDATE row triggers: they would force stored generated columns to be computed again on each update.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The accounts the current transaction may touch. The server sets app.account_ids locally at the start of each
-- transaction; after such a transaction the setting is '' and not null, hence nullif. Unset means no rows, never all rows.
-- It holds every account id in reach (programme accounts, and facilities for the account-level tables such as options).
create function app_account_ids() returns bigint[] language sql stable parallel safe as $$
  select string_to_array(nullif(current_setting('app.account_ids', true), ''), ',')::bigint[]
$$;

-- The signed-in person, for the few rows that must be readable before an account has been chosen.
create function app_user_id() returns bigint language sql stable parallel safe as $$
  select nullif(current_setting('app.user_id', true), '')::bigint
$$;

-- Sign-in, key authentication and the scheduler set app.system = 'on' to look across accounts, in the tables named by
-- admit_system_reader() only, and only to read.
create function app_is_system() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('app.system', true), '') = 'on'
$$;

-- Puts the tenant policy on a table. The sub-select makes the setting an InitPlan: read once per query, not per row.
create function protect_tenant_table(target regclass) returns void language plpgsql as $$
declare
  rule constant text := 'account_id = any ((select app_account_ids())::bigint[])';
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s using (%s) with check (%s)', target, rule, rule);
end
$$;

create function admit_system_reader(target regclass) returns void language plpgsql as $$
begin
  execute format('create policy system_reader on %s for select using ((select app_is_system()))', target);
end
$$;

-- Clients. Not tenant rows: provider staff list them all, client staff see their own by company_id (specification §6).
create table companies (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  is_provider boolean not null default false,
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index companies_one_provider on companies (is_provider) where is_provider;

create table payments (
  id bigint generated always as identity primary key,
  company_name text not null default '',
  company_name_kana text not null default '',
  post_code text not null default '',
  address text not null default '',
  department_name text not null default '',
  contact_name text not null default '',
  contact_tel text not null default '',
  contact_email text not null default '',
  discount_amount bigint not null default 0 check (discount_amount >= 0),
  discount_started_at date,
  discount_ended_at date,
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (discount_ended_at >= discount_started_at)
);

-- Facilities and headquarters. No account policy: the scope itself is worked out from this table.
create table accounts (
  id bigint generated always as identity primary key,
  code text not null unique check (code <> ''),
  name text not null check (name <> ''),
  company_id bigint not null references companies (id),
  parent_id bigint check (parent_id <> id),
  -- The account that owns the loyalty programme (product.md §1): stored at creation, changed only by an audited command.
  programme_account_id bigint not null references accounts (id) deferrable initially deferred,
  contract_started_at date,
  contract_ended_at date,
  payment_id bigint references payments (id),
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (contract_ended_at >= contract_started_at),
  unique (company_id, id),
  -- A parent is of the same company.
  foreign key (company_id, parent_id) references accounts (company_id, id)
);
create index accounts_parent on accounts (parent_id);
create index accounts_programme on accounts (programme_account_id);
create index accounts_payment on accounts (payment_id);

create function accounts_default_programme() returns trigger language plpgsql as $$
begin
  new.programme_account_id := coalesce(new.programme_account_id, new.id);
  return new;
end
$$;
create trigger accounts_default_programme before insert on accounts
  for each row execute function accounts_default_programme();

create function accounts_refuse_cycle() returns trigger language plpgsql as $$
begin
  if exists (
    with recursive above (id, parent_id) as (
      select a.id, a.parent_id from accounts a where a.id = new.parent_id
      union
      select a.id, a.parent_id from accounts a join above on a.id = above.parent_id
    )
    select from above where id = new.id
  ) then
    raise exception 'account % would be its own ancestor', new.id using errcode = 'check_violation', constraint = 'accounts_parent_cycle';
  end if;
  return null;
end
$$;
create trigger accounts_refuse_cycle after insert or update of parent_id on accounts
  for each row when (new.parent_id is not null) execute function accounts_refuse_cycle();

-- For tables that grow by the hundred thousand: one set-based check per statement instead of two foreign keys per row, and a
-- stricter one, for the facility must belong to the programme. Sound because accounts are never deleted and a row never moves.
create function facility_is_known() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct account_id, facility_account_id from added) d
    where not coalesce((select a.programme_account_id = d.account_id from accounts a where a.id = d.facility_account_id), false)
  ) then
    raise exception '%: the facility does not belong to the programme account', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;

create function facility_is_fixed() returns trigger language plpgsql as $$
begin
  raise exception '%: account and facility never change', tg_table_name using errcode = 'check_violation';
end
$$;

create function require_facility(target regclass) returns void language plpgsql as $$
begin
  execute format('create trigger facility_is_known after insert on %s referencing new table as added
    for each statement execute function facility_is_known()', target);
  execute format('create trigger facility_is_fixed after update of account_id, facility_account_id on %s for each row
    when ((old.account_id, old.facility_account_id) is distinct from (new.account_id, new.facility_account_id))
    execute function facility_is_fixed()', target);
end
$$;

-- People. Read at sign-in, before any scope exists, hence no account policy; lists narrow by account_users in SQL.
create table users (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  -- Chosen by the invited person at sign-up, so empty while pending.
  login_id text check (login_id <> ''),
  user_email text not null check (user_email <> ''),
  -- argon2id, PHC string.
  password text,
  name text not null check (name <> ''),
  -- Encrypted at rest, bound to this row (product.md §2).
  tfa_secret text,
  tfa_last_step bigint not null default 0,
  role text not null check (role in ('role_vc_admin', 'role_vc_user', 'role_admin', 'role_user')),
  status text not null default 'pending' check (status in ('pending', 'active', 'inactive')),
  password_update_required boolean not null default false,
  password_changed_at timestamptz,
  last_login_at timestamptz,
  version integer not null default 1,
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status <> 'active' or (login_id is not null and password is not null and tfa_secret is not null))
);
create unique index users_login_id on users (lower(login_id));
create index users_company on users (company_id);

-- account_id is any account, facilities included. Read at sign-in through app.user_id, before a scope exists.
create table account_users (
  account_id bigint not null references accounts (id),
  user_id bigint not null references users (id),
  -- Strings such as users/read, users/all, * and crm_option (specification §6).
  permissions text[] not null default '{}',
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, user_id)
);
create index account_users_user on account_users (user_id);
select protect_tenant_table('account_users');
select admit_system_reader('account_users');
create policy own_rows on account_users for select using (user_id = (select app_user_id()));

create table password_histories (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  password text not null,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index password_histories_user on password_histories (user_id, id desc);

-- Named sets of accounts of one company.
create table groups (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  name text not null check (name <> ''),
  description text not null default '',
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id)
);

create table account_groups (
  account_id bigint not null references accounts (id),
  group_id bigint not null references groups (id),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, group_id)
);
create index account_groups_group on account_groups (group_id);
select protect_tenant_table('account_groups');

-- Read at sign-in for planOptions and by the scheduler, hence the system reader.
create table account_options (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  option_type text not null check (option_type in ('crm_option', 'crm_option_parent', 'registration_card_option')),
  option_started_at date not null,
  option_ended_at date,
  option_item text not null default '',
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  check (option_ended_at >= option_started_at)
);
create index account_options_type on account_options (option_type, account_id);
select protect_tenant_table('account_options');
select admit_system_reader('account_options');

-- What an account decides once for all its campaigns and mails.
create table account_settings (
  account_id bigint primary key references accounts (id),
  legal_sender_name text not null default '',
  legal_sender_address text not null default '',
  legal_sender_tel text not null default '',
  mail_from_name text not null default '',
  mail_from_address text not null default '',
  mail_signature text not null default '',
  conversion_days integer not null default 30 check (conversion_days between 1 and 365),
  quiet_from time not null default '21:00',
  quiet_until time not null default '08:00',
  frequency_cap_count integer check (frequency_cap_count > 0),
  frequency_cap_days integer not null default 7 check (frequency_cap_days between 1 and 365),
  approval_above_count integer check (approval_above_count >= 0),
  grace_above_count integer not null default 1000 check (grace_above_count >= 0),
  grace_seconds integer not null default 60 check (grace_seconds >= 0),
  version integer not null default 1,
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select protect_tenant_table('account_settings');
