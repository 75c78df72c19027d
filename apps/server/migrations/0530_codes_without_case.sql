-- Codes that people type are one whatever their case and width: of accounts all over the installation, of customer types and booking
-- channels within their account, where files and feeds already find them so. Of codes that differ in nothing else the oldest stays; the
-- others get a number behind them, and the audit log says so.
create or replace function code_key(value text) returns text language sql immutable strict parallel safe as $$
  select normalize(casefold(normalize(value, NFKC) collate "pg_unicode_fast"), NFKC)
$$;

alter table account_customer_types no force row level security;
alter table account_booking_channels no force row level security;
alter table audit_logs no force row level security;

do $$
declare
  kind text;
  twice record;
  number integer;
  other text;
  taken boolean;
begin
  foreach kind in array array['accounts', 'account_customer_types', 'account_booking_channels'] loop
    for twice in execute format(
      'select t.id, t.code, t.owner from (select id, code, %1$s as owner, row_number() over (partition by %2$s code_key(code) order by id) as place
       from %3$I) t where t.place > 1 order by t.id',
      case kind when 'accounts' then 'id' else 'account_id' end, case kind when 'accounts' then '' else 'account_id,' end, kind)
    loop
      number := 1;
      loop
        number := number + 1;
        other := left(twice.code, 40 - length(number::text) - 1) || '-' || number;
        execute format('select exists (select from %I where code_key(code) = code_key($1) %s)', kind,
          case kind when 'accounts' then '' else 'and account_id = $2' end) into taken using other, twice.owner;
        exit when not taken;
      end loop;
      execute format('update %I set code = $1, version = version + 1 where id = $2', kind) using other, twice.id;
      insert into audit_logs (action, entity, entity_id, account_id, before, after)
      values ('update', kind, twice.id, twice.owner, jsonb_build_object('code', twice.code), jsonb_build_object('code', other));
    end loop;
  end loop;
end $$;

alter table account_customer_types force row level security;
alter table account_booking_channels force row level security;
alter table audit_logs force row level security;

create unique index if not exists accounts_code_folded on accounts (code_key(code));
create unique index if not exists account_customer_types_code_folded on account_customer_types (account_id, code_key(code));
create unique index if not exists account_booking_channels_code_folded on account_booking_channels (account_id, code_key(code));
