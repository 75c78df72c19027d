-- From when on the next mail of a programme may leave, whatever process sends it (docs/adr/0558).

-- `domain`: of those who receive; '' stands for all of them together. Only where a rate is set, and by this database's clock.
create table mail_turns (
  account_id bigint not null references accounts (id),
  domain text not null,
  free_at timestamptz not null,
  primary key (account_id, domain)
);
select protect_tenant_table('mail_turns');
