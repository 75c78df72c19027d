-- What was filled into each guest's mail (docs/adr/0550): with its content it reads as it was sent.
create table mail_facts (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  push_action_id bigint not null,
  customer_id bigint not null,
  -- No key: a content ends after the last message of it (messaging/history/end-history.ts).
  content_id bigint not null,
  -- Which mail of the action.
  mail_id bigint not null,
  -- Null: the guest was erased.
  told jsonb,
  -- Of the blocks that are only for some, those that the guest read.
  shown smallint[] not null default '{}',
  has_coupon_page boolean not null default false,
  made_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, customer_id, push_action_id),
  foreign key (account_id, push_action_id) references push_actions (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
select protect_tenant_table('mail_facts');

-- When a run last took the content up.
alter table mail_contents add column used_at timestamptz not null default now();
