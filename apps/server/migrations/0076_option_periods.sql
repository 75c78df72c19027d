-- Two periods of one option never share a day, whoever writes them (docs/adr/0075). The last day is inclusive; as a range it is
-- [first, last + 1). Deferred, so that a list of periods may be moved in one save.
create extension if not exists btree_gist;
alter table account_options add constraint account_options_no_overlap exclude using gist (
  account_id with =, option_type with =, daterange(option_started_at, option_ended_at, '[]') with &&
) where (active_status = 'active') deferrable initially deferred;
