-- Customers of a loyalty programme, what the list sorts by, and the ledger of their consent.

-- The fields a contains-search looks at, one per line: the newline stops a hit across two fields.
create function customer_search(name text, name_kana text, email text, tel text, tel_national text, member_number text)
returns text language sql immutable parallel safe
return lower(name || E'\n' || coalesce(name_kana, '') || E'\n' || coalesce(email, '') || E'\n' || coalesce(tel, '') || E'\n'
  || coalesce(tel_national, '') || E'\n' || coalesce(member_number, ''));

-- Every character set between U+01C1 letters, so that a term of one or two characters (the normal Japanese family name)
-- holds whole trigrams: without this a short term scans the whole index. Punctuation is not alphanumeric to pg_trgm and %, _
-- and \ mean something to LIKE, so the marks found in addresses and numbers become rare letters. Used for the stored column
-- and for the term alike: search_spaced like '%' || search_spaced(lower(term)) || '%' needs no further escaping.
create function search_spaced(value text) returns text language sql immutable parallel safe
return regexp_replace(translate(value, '@.-_+%\/,()&''"#*:; ' || U&'\3000\30FB', 'ǀǂǃɂʔʕʖʗʘʙʚʛʜʝʞʟʠʡƻƻƼ'), '(.)', 'ǁ\1', 'g') || 'ǁ';

create table customers (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  member_number text check (member_number <> ''),
  -- 姓 名, separated by one space.
  name text not null check (name <> ''),
  name_kana text,
  gender text check (gender in ('male', 'female', 'other')),
  birthday date,
  birth_month smallint generated always as (extract(month from birthday)::smallint) stored,
  email text,
  email_state text not null default 'valid' check (email_state in ('valid', 'bounced', 'opted_out')),
  -- E.164, and the same number as people here write it, so that 090… is found.
  tel text,
  tel_national text,
  postcode text,
  address text,
  language text not null default 'ja' check (language in ('ja', 'en')),
  nationality text,
  line_user_id text,
  line_follow_state text not null default 'none' check (line_follow_state in ('none', 'following', 'blocked')),
  notes text not null default '',
  merged_into bigint,
  -- As typed, where normalising changed it (product.md §4).
  name_typed text,
  name_kana_typed text,
  email_typed text,
  tel_typed text,
  postcode_typed text,
  address_typed text,
  -- Copies of customer_totals kept by its trigger, so that a searched list sorts and filters without a second look-up per
  -- match. On purpose in no index here: then a stay is a HOT update and the two trigram indexes are not touched.
  last_stay_on date,
  stay_count integer not null default 0,
  use_price_total bigint not null default 0,
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search text generated always as (customer_search(name, name_kana, email, tel, tel_national, member_number)) stored,
  search_spaced text generated always as
    (search_spaced(customer_search(name, name_kana, email, tel, tel_national, member_number))) stored,
  primary key (account_id, id),
  foreign key (account_id, merged_into) references customers (account_id, id),
  check (merged_into <> id),
  check (merged_into is null or active_status = 'inactive')
) with (fillfactor = 80);
create unique index customers_member_number on customers (account_id, member_number) where merged_into is null;
-- Identity (product.md §4): member number, else mail, else telephone and kana. Not unique: families share both.
create index customers_email on customers (account_id, email) where email is not null;
create index customers_tel on customers (account_id, tel, name_kana) where tel is not null;
create index customers_line_user on customers (account_id, line_user_id) where line_user_id is not null;
create index customers_merged_into on customers (account_id, merged_into) where merged_into is not null;
create index customers_search on customers using gin (account_id, search gin_trgm_ops);
create index customers_search_spaced on customers using gin (account_id, search_spaced gin_trgm_ops);
select protect_tenant_table('customers');

-- Running totals, written by applyStay: one narrow row per customer, so that a stay costs the same whatever came before.
-- Points are not here: point_accounts (0005) is the row that spending locks, and a copy would double the cost of a use.
create table customer_totals (
  account_id bigint not null,
  customer_id bigint not null,
  -- False for merged and inactive customers; kept by the triggers on customers.
  is_listed boolean not null default true,
  reservation_count integer not null default 0,
  cancel_count integer not null default 0,
  no_show_count integer not null default 0,
  stay_count integer not null default 0 check (stay_count >= 0),
  use_price_total bigint not null default 0,
  first_stay_on date,
  -- The last check-out.
  last_stay_on date,
  last_facility_account_id bigint references accounts (id),
  updated_at timestamptz not null default now(),
  primary key (account_id, customer_id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade
) with (fillfactor = 70);
-- The unfiltered list, last stay first, walks this index and joins fifty customers.
create index customer_totals_last_stay on customer_totals (account_id, last_stay_on desc nulls last, customer_id desc)
  where is_listed;
select protect_tenant_table('customer_totals');

-- The exact count of the unfiltered list: sum(customer_count) over an account. Spread over slots so that two imports into one
-- account do not wait for each other's commit; a single slot may be negative.
create table account_counters (
  account_id bigint not null references accounts (id),
  slot smallint not null,
  customer_count bigint not null default 0,
  primary key (account_id, slot)
) with (fillfactor = 50);
select protect_tenant_table('account_counters');

create function count_customers(account bigint, difference bigint) returns void language sql
begin atomic
  insert into account_counters as c (account_id, slot, customer_count)
  values (account, pg_backend_pid() % 16, difference)
  on conflict (account_id, slot) do update set customer_count = c.customer_count + excluded.customer_count;
end;

create function customers_inserted() returns trigger language plpgsql as $$
begin
  -- The copies may be given with the row (bulk loads), so that they need not be updated right after.
  insert into customer_totals (account_id, customer_id, is_listed, last_stay_on, stay_count, use_price_total)
  select account_id, id, active_status = 'active' and merged_into is null, last_stay_on, stay_count, use_price_total from added;
  perform count_customers(account_id, count(*))
  from added where active_status = 'active' and merged_into is null group by account_id;
  return null;
end
$$;
create trigger customers_inserted after insert on customers referencing new table as added
  for each statement execute function customers_inserted();

create function customers_deleted() returns trigger language plpgsql as $$
begin
  perform count_customers(account_id, -count(*))
  from removed where active_status = 'active' and merged_into is null group by account_id;
  return null;
end
$$;
create trigger customers_deleted after delete on customers referencing old table as removed
  for each statement execute function customers_deleted();

-- By row, because only row triggers may name columns: merging and deactivating are rare, all other updates pay nothing.
create function customers_listed() returns trigger language plpgsql as $$
declare
  was boolean := old.active_status = 'active' and old.merged_into is null;
  now_listed boolean := new.active_status = 'active' and new.merged_into is null;
begin
  if was <> now_listed then
    update customer_totals set is_listed = now_listed where account_id = new.account_id and customer_id = new.id;
    perform count_customers(new.account_id, case when now_listed then 1 else -1 end);
  end if;
  return null;
end
$$;
create trigger customers_listed after update of active_status, merged_into on customers
  for each row execute function customers_listed();

-- By row: a set-based copy would keep the plan of its first call, and one made for an import would read all customers for a
-- single stay.
create function customer_totals_changed() returns trigger language plpgsql as $$
begin
  update customers
  set last_stay_on = new.last_stay_on, stay_count = new.stay_count, use_price_total = new.use_price_total
  where account_id = new.account_id and id = new.customer_id;
  return null;
end
$$;
create trigger customer_totals_changed after update of last_stay_on, stay_count, use_price_total on customer_totals
  for each row
  when ((old.last_stay_on, old.stay_count, old.use_price_total) is distinct from (new.last_stay_on, new.stay_count, new.use_price_total))
  execute function customer_totals_changed();

-- Which customers have been at which facility: a facility's user works with these (product.md §1).
create table customer_facilities (
  account_id bigint not null,
  facility_account_id bigint not null references accounts (id),
  customer_id bigint not null,
  first_seen_on date not null,
  primary key (account_id, facility_account_id, customer_id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade
);
create index customer_facilities_customer on customer_facilities (account_id, customer_id);
select protect_tenant_table('customer_facilities');
