-- Which of the installation's keys may have sealed something (by their ids, which tell nothing of the keys), and the keys that outlive
-- their place in SECRET_KEY for what cannot be sealed anew: links in mails that were sent, hashes of erased guests (docs/adr/0345).
create table secret_keys (
  key_id text primary key check (key_id ~ '^[0-9a-f]{8}$'),
  since timestamptz not null default now(),
  -- Nothing in the database was sealed with it any more.
  retired_at timestamptz
);
alter table secret_keys enable row level security;
alter table secret_keys force row level security;
create policy everybody on secret_keys using (true) with check (true);

create table kept_keys (
  key_id text not null references secret_keys,
  purpose text not null check (purpose in ('unsubscribe', 'erased')),
  -- Sealed with the newest key, like every other secret.
  sealed text not null,
  since timestamptz not null default now(),
  -- The last day on which it is used; none: as long as a hash is kept.
  ends_on date,
  primary key (key_id, purpose)
);
alter table kept_keys enable row level security;
alter table kept_keys force row level security;
create policy everybody on kept_keys using (true) with check (true);

alter table line_channels no force row level security;
insert into secret_keys (key_id)
  select split_part(sealed, '.', 2) from (
    select tfa_secret as sealed from users
    union all select tfa_secret from account_tokens
    union all select pending_tfa_secret from sessions
    union all select channel_secret from line_channels
    union all select channel_access_token from line_channels
  ) held where sealed ~ '^v1\.[0-9a-f]{8}\.' group by 1;
alter table line_channels force row level security;
