-- Checked apart, while others read and write.
alter table push_actions no force row level security;
alter table push_action_targets no force row level security;
alter table push_actions validate constraint push_actions_content;
alter table push_actions validate constraint push_actions_started_by_check;
alter table push_actions validate constraint push_actions_started_by_names_its_cause;
alter table push_action_targets validate constraint push_action_targets_push;
alter table push_actions force row level security;
alter table push_action_targets force row level security;
