-- Whether a programme's points add up, as of the last night (docs/adr/0107). The figures of all programmes are read for the metric.
create table ledger_proofs (
  account_id bigint primary key references accounts (id),
  proven_at timestamptz not null,
  -- Guests and campaigns whose sums are wrong; 0: everything adds up.
  broken_count int not null check (broken_count >= 0),
  customer_ids bigint[] not null default '{}'
);
select protect_tenant_table('ledger_proofs');
select admit_system_reader('ledger_proofs');
