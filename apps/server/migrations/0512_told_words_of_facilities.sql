-- The facility that told a word is one of the programme.
alter table told_word_batches add foreign key (account_id, facility_account_id) references accounts (programme_account_id, id) on update cascade;
