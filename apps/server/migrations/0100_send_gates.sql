-- Between freeze and claim (docs/adr/0070): a second person's approval, a waiting time, quiet hours, and a first wave of one percent.
-- Rows are moved by the owner, who is under the policies too while they are forced.
alter table push_actions no force row level security;
alter table account_settings no force row level security;

alter table push_actions
  -- Decided with the recipients: a setting that is changed later frees no send that waits.
  add needs_approval boolean not null default false,
  add approved_by bigint references users (id),
  add approved_at timestamptz,
  -- Of everything that goes out: another hash, another approval.
  add approved_hash bytea,
  add approval_void_at timestamptz,
  -- Why it is not delivered yet, and until when; without an end a person decides.
  add held_for text check (held_for in ('approval', 'grace', 'quiet_hours')),
  add held_until timestamptz,
  -- Ended by a person before anybody got anything; with a refusal where that was the one asked for approval.
  add called_off_by bigint references users (id),
  add called_off_at timestamptz,
  add refusal text check (refusal <> ''),
  add constraint push_actions_approval check (num_nonnulls(approved_by, approved_at, approved_hash) in (0, 3)),
  add constraint push_actions_void_approval check (approval_void_at is null or approved_at is not null),
  add constraint push_actions_hold check (held_for is not null or held_until is null),
  add constraint push_actions_called_off check ((called_off_by is null) = (called_off_at is null)
    and (refusal is null or called_off_at is not null));
-- Sends of before have no first wave.
update push_actions set wave = 2 where frozen_at is not null;

-- The approval belongs to a send, not to the campaign.
alter table campaigns drop column approved_by, drop column approved_at, drop column approved_hash;

alter table account_settings
  alter quiet_from drop not null,
  alter quiet_until drop not null,
  alter grace_above_count drop not null,
  add constraint account_settings_quiet_hours
    check (num_nonnulls(quiet_from, quiet_until) in (0, 2) and quiet_from <> quiet_until);

alter table push_actions force row level security;
alter table account_settings force row level security;
