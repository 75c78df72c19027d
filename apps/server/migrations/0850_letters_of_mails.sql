-- An action may have several mails in one language, by letters, each for a share of its guests (docs/adr/0565).
alter table mails
  add column variant text not null default 'A' check (variant in ('A', 'B', 'C', 'D')),
  add column share smallint check (share between 1 and 100),
  drop constraint mails_of_action,
  add constraint mails_of_action unique (account_id, campaign_action_id, variant, language);

-- Which letter a guest gets, and those of no share yet: their wave comes when a person has chosen.
alter table push_action_targets
  add column variant text,
  add constraint push_action_targets_variant check (variant in ('A', 'B', 'C', 'D')) not valid,
  drop constraint push_action_targets_wave_check,
  add constraint push_action_targets_wave_check check (wave between 1 and 3) not valid;

alter table push_actions
  add column has_rest boolean not null default false,
  add column chosen_variant text,
  add column chosen_by bigint references users (id),
  add column chosen_at timestamptz,
  add constraint push_actions_choice check (num_nonnulls(chosen_variant, chosen_by, chosen_at) in (0, 3)
    and (chosen_variant is null or (has_rest and chosen_variant in ('A', 'B', 'C', 'D')))) not valid,
  drop constraint push_actions_wave_check,
  add constraint push_actions_wave_check check (wave between 0 and 3) not valid,
  drop constraint push_actions_held_for_check,
  add constraint push_actions_held_for_check
    check (held_for in ('approval', 'grace', 'first_wave', 'variant', 'quiet_hours')) not valid;
