-- Numbers that a programme gives guests who have none (docs/adr/0321): their form is a setting, a counter goes up and never back, and what
-- was issued is kept for good, without whose it was, so that no number is given twice.
alter table account_settings
  add column member_number_issue text not null default 'off' check (member_number_issue in ('off', 'registration')),
  add column member_number_prefix text not null default '' check (member_number_prefix ~ '^[A-Z0-9-]{0,8}$'),
  add column member_number_digits smallint not null default 8 check (member_number_digits between 4 and 12),
  add column member_number_check text not null default 'none' check (member_number_check in ('none', 'luhn'));

create table member_number_counters (
  account_id bigint primary key references accounts (id),
  last_number bigint not null check (last_number >= 0)
);
select protect_tenant_table('member_number_counters');

create table issued_member_numbers (
  account_id bigint not null references accounts (id),
  member_number text not null check (member_number <> ''),
  issued_at timestamptz not null default now(),
  primary key (account_id, member_number)
);
select protect_tenant_table('issued_member_numbers');
