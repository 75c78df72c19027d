-- Twenty clients with five programmes each and two facilities beneath every programme. Programme ids are 1 to 100, the
-- facilities of programme p are 99 + 2p and 100 + 2p.
insert into companies (id, name) overriding system value select n, '宿泊会社 ' || n from generate_series(1, 20) n;
insert into accounts (id, code, name, company_id, programme_account_id, contract_started_at) overriding system value
select n, 'P' || n, '温泉本部 ' || n, (n - 1) / 5 + 1, n, '2021-01-01' from generate_series(1, 100) n;
insert into accounts (id, code, name, company_id, parent_id, programme_account_id, contract_started_at) overriding system value
select 98 + 2 * p + f, 'P' || p || '-F' || f, '温泉旅館 ' || p || '号館 ' || f, (p - 1) / 5 + 1, p, p, '2021-01-01'
from generate_series(1, 100) p, generate_series(1, 2) f;
insert into account_options (account_id, option_type, option_started_at)
select n, 'crm_option_parent', '2021-01-01' from generate_series(1, 100) n;
insert into account_settings (account_id, legal_sender_name) select n, '宿泊会社' from generate_series(1, 100) n;
-- One administrator per client, who holds everything in its first programme. Sessions are minted, nobody signs in.
insert into users (id, company_id, login_id, user_email, name, role, status, password, tfa_secret) overriding system value
select n, n, 'bench' || n, 'bench' || n || '@example.jp', '試験 花子', 'role_admin', 'active', 'x', 'x' from generate_series(1, 20) n;
insert into account_users (account_id, user_id, permissions) select (n - 1) * 5 + 1, n, '{*}' from generate_series(1, 20) n;
do $$
declare r record;
begin
  for r in select unnest(array['companies', 'accounts', 'users']) as tab loop
    execute format('select setval(pg_get_serial_sequence(%L, %L), max(id)) from %I', r.tab, 'id', r.tab);
  end loop;
end $$;
