-- Counts of guesses and of mails: per address and id, per id from unknown browsers, per known browser, per sender and receiver.
-- They live for an hour at most, so the old ones go.
delete from sign_in_throttles;
alter table sign_in_throttles drop constraint sign_in_throttles_kind_check;
alter table sign_in_throttles add constraint sign_in_throttles_kind_check check (kind in (
  'login_pair', 'login_user', 'login_ip', 'login_device', 'code_user', 'code_device', 'own_password', 'own_code',
  'forget_user', 'invite_sender', 'confirm_sender', 'mail_receiver'
));
-- Whose sign-in the count is about, hashed like the key: a finished password reset clears all of them.
alter table sign_in_throttles add column subject_hash bytea;
create index sign_in_throttles_subject on sign_in_throttles (subject_hash) where subject_hash is not null;

-- Browsers that signed in before this moment are unknown again: after a reset nobody knows who used them.
alter table users add column devices_known_from timestamptz;
