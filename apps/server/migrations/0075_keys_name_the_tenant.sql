-- Every key of a tenant row names its account, and a facility is one of the row's programme (docs/adr/0075).

-- What a facility's row points at: the facility under its programme.
alter table accounts add constraint accounts_programme_facility unique (programme_account_id, id);

-- Keys and the card's settings of a facility that changed its programme were left behind under the old one: they follow.
alter table feed_keys no force row level security;
alter table partner_keys no force row level security;
alter table registration_card_profiles no force row level security;
update feed_keys k set account_id = a.programme_account_id from accounts a
  where a.id = k.facility_account_id and a.programme_account_id <> k.account_id
    and not exists (select from import_batches b where b.account_id = k.account_id and b.feed_key_id = k.id);
update partner_keys k set account_id = a.programme_account_id from accounts a
  where a.id = k.facility_account_id and a.programme_account_id <> k.account_id;
update registration_card_profiles p set account_id = a.programme_account_id from accounts a
  where a.id = p.facility_account_id and a.programme_account_id <> p.account_id;
alter table feed_keys force row level security;
alter table partner_keys force row level security;
alter table registration_card_profiles force row level security;

-- Every key to the facility alone becomes one to the facility of this programme.
do $$
declare
  old record;
  follows constant text[] := array['feed_keys', 'partner_keys', 'registration_card_profiles'];
begin
  for old in
    select c.conrelid::regclass as tab, c.conrelid::regclass::text as name, c.conname, a.attname
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'accounts'::regclass and a.attname in ('facility_account_id', 'last_facility_account_id')
    order by 2
  loop
    execute format('alter table %s drop constraint %I', old.tab, old.conname);
    execute format('alter table %s add constraint %I foreign key (account_id, %I) references accounts (programme_account_id, id)%s',
      old.tab, old.conname, old.attname, case when old.name = any (follows) then ' on update cascade' else '' end);
  end loop;
end $$;

-- Whether rows of the programme name this facility, so that it can no longer leave it. The tables come from the catalogue: those whose
-- key does not follow, and the large ones that are checked by statement (require_facility). Asked within the programme's scope.
create function facility_is_used(programme bigint, facility bigint) returns boolean language plpgsql stable as $$
declare
  held record;
  used boolean;
begin
  for held in
    select c.conrelid::regclass as tab, a.attname from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and c.confrelid = 'accounts'::regclass and cardinality(c.conkey) = 2 and c.confupdtype = 'a'
      and a.attname like '%facility_account_id'
    union all
    select t.tgrelid::regclass, 'facility_account_id' from pg_trigger t where t.tgname = 'facility_is_known'
  loop
    execute format('select exists (select from %s where account_id = $1 and %I = $2)', held.tab, held.attname)
      into used using programme, facility;
    if used then return true; end if;
  end loop;
  return false;
end
$$;

create function accounts_keep_programme() returns trigger language plpgsql as $$
begin
  -- Policies hide rows of other accounts: who cannot see the programme cannot tell that it is empty.
  if row_security_active('grant_points') and not coalesce(old.programme_account_id = any (app_account_ids()), false) then
    raise exception 'the programme of account % is changed within its scope', new.id using errcode = 'insufficient_privilege';
  end if;
  if facility_is_used(old.programme_account_id, new.id) then
    raise exception 'account % has rows in programme %', new.id, old.programme_account_id
      using errcode = 'foreign_key_violation', constraint = 'accounts_keep_programme';
  end if;
  return new;
end
$$;
create trigger accounts_keep_programme before update of programme_account_id on accounts
  for each row when (old.programme_account_id <> new.programme_account_id) execute function accounts_keep_programme();
