-- The facility that told a word is one of the programme. The key is asked of all rows, which the owner does not see while policies are forced.
alter table told_word_batches no force row level security;
alter table told_word_batches add foreign key (account_id, facility_account_id) references accounts (programme_account_id, id) on update cascade;
alter table told_word_batches force row level security;
