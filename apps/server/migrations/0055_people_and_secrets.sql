-- People and what they sign in with: a transaction about a person names the person (app.user_id), and the administrator who acts
-- (app.actor_id); see PersonScope in connection.ts. Without them the application's role changes nobody and reads no secret.
-- Secrets are columns that the role cannot select (grants.sql); the functions below hand them out to whom they are about.

create function app_actor_id() returns bigint language sql stable parallel safe as $$
  select nullif(current_setting('app.actor_id', true), '')::bigint
$$;

create function app_runs_jobs() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('app.jobs', true), '') = 'on'
$$;

-- Whether there is one is no secret.
alter table users add column has_password boolean generated always as (password is not null) stored;
alter table users add column has_tfa boolean generated always as (tfa_secret is not null) stored;

-- A change in the name of nobody is an error and not a change of no rows: the row is found, and refused as it would become.
alter table users enable row level security;
alter table users force row level security;
create policy everybody_reads on users for select using (true);
create policy actor_registers on users for insert with check ((select app_actor_id()) is not null);
create policy person_changes on users for update using (true) with check (id = (select app_user_id()));

create function people_change_their_own() returns trigger language plpgsql as $$
begin
  if new.role <> old.role and (app_actor_id() is null or app_actor_id() = new.id) then
    raise exception 'the role of user % is changed by somebody else, who is named', new.id using errcode = 'insufficient_privilege';
  end if;
  if new.password is distinct from old.password and app_actor_id() is not null then
    raise exception 'the password of user % is changed by nobody else', new.id using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;
create trigger people_change_their_own after update of role, password on users
  for each row when (new.role <> old.role or new.password is distinct from old.password)
  execute function people_change_their_own();

-- Rights are given by an actor, to the person named; the tenant policy goes on asking for the account.
create policy actor_gives on account_users as restrictive for insert
  with check ((select app_actor_id()) is not null and user_id = (select app_user_id()));
create policy actor_changes on account_users as restrictive for update
  using (true) with check ((select app_actor_id()) is not null and user_id = (select app_user_id()));

alter table password_histories enable row level security;
alter table password_histories force row level security;
create policy own_rows on password_histories using (user_id = (select app_user_id()))
  with check (user_id = (select app_user_id()));

alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy own_rows on recovery_codes using (user_id = (select app_user_id()))
  with check (user_id = (select app_user_id()));

-- What is over is cleared at night, by the product itself.
alter table sessions enable row level security;
alter table sessions force row level security;
create policy everybody_reads on sessions for select using (true);
create policy person_opens on sessions for insert with check (user_id = (select app_user_id()));
create policy person_changes on sessions for update using (true)
  with check (user_id = (select app_user_id()) or ((select app_is_system()) and ended_at is not null and ip is null));
create policy system_clears on sessions for delete using ((select app_is_system()));

alter table account_tokens enable row level security;
alter table account_tokens force row level security;
create policy everybody_reads on account_tokens for select using (true);
create policy person_gets on account_tokens for insert with check (user_id = (select app_user_id()));
create policy person_changes on account_tokens for update using (true) with check (user_id = (select app_user_id()));
create policy system_clears on account_tokens for delete using ((select app_is_system()));

alter table sign_in_throttles enable row level security;
alter table sign_in_throttles force row level security;
create policy sign_in on sign_in_throttles
  using ((select app_is_system()) or (select app_actor_id()) is not null)
  with check ((select app_is_system()) or (select app_actor_id()) is not null);

-- Whom the provider bills: of the accounts in scope. A new one belongs to no account until the account names it.
alter table payments enable row level security;
alter table payments force row level security;
create policy tenant_inserts on payments for insert with check ((select app_account_ids()) is not null);
create policy tenant on payments for update
  using (id in (select a.payment_id from accounts a where a.id = any ((select app_account_ids())::bigint[])));
create policy tenant_reads on payments for select
  using (id in (select a.payment_id from accounts a where a.id = any ((select app_account_ids())::bigint[])));
select admit_system_reader('payments');

alter table groups enable row level security;
alter table groups force row level security;
create policy tenant on groups
  using (company_id in (select a.company_id from accounts a where a.id = any ((select app_account_ids())::bigint[])))
  with check (company_id in (select a.company_id from accounts a where a.id = any ((select app_account_ids())::bigint[])));
select admit_system_reader('groups');

-- The secrets, to whom they are about. Each runs as the owner and asks for the context or for what only its holder knows.
create function person_secrets() returns table (password text, tfa_secret text)
language sql stable security definer set search_path = pg_catalog as $$
  select u.password, u.tfa_secret from public.users u where u.id = public.app_user_id()
$$;

create function session_of_token(hash bytea) returns bigint
language sql stable security definer set search_path = pg_catalog as $$
  select s.id from public.sessions s where s.token_hash = hash
$$;

create function pending_tfa_secret(session_id bigint) returns text
language sql stable security definer set search_path = pg_catalog as $$
  select s.pending_tfa_secret from public.sessions s where s.id = session_id and s.user_id = public.app_user_id()
$$;

create function link_of_token(hash bytea) returns table (id bigint, user_id bigint)
language sql stable security definer set search_path = pg_catalog as $$
  select t.id, t.user_id from public.account_tokens t where t.token_hash = hash
$$;

create function link_tfa_secret(link_id bigint) returns text
language sql stable security definer set search_path = pg_catalog as $$
  select t.tfa_secret from public.account_tokens t where t.id = link_id and t.user_id = public.app_user_id()
$$;
