-- What a trigger gave for a stay goes back when the stay is cancelled, and is given again when it comes back (docs/adr/0501).
alter table trigger_occasions
  -- The stay became another one, or none, since somebody looked.
  add column stay_changed_at timestamptz,
  add column times_taken_back smallint not null default 0
    constraint trigger_occasions_times_taken_back_check check (times_taken_back >= 0);

-- Met occasions of a stay that begins or ends to take place. The first argument: the column that has the reservation.
create function occasions_to_look_at() returns trigger language plpgsql as $$
declare
  told constant bigint := to_jsonb(new) ->> tg_argv[0];
begin
  update trigger_occasions occasion
  set stay_changed_at = clock_timestamp()
  where occasion.account_id = new.account_id and occasion.campaign_action_id is not null and occasion.stay_reservation_id is not null
    and occasion.stay_reservation_id = any(array(
      select told
      union all
      select reservation.id
      from stay_reservations reservation
      where reservation.account_id = new.account_id and reservation.linked_to_id = told));
  return null;
end $$;

create trigger occasions_of_reservation after update of cancel_date, is_no_show, active_status, linked_to_id on stay_reservations
  for each row when ((old.cancel_date is null) <> (new.cancel_date is null) or old.is_no_show <> new.is_no_show
    or old.active_status <> new.active_status or old.linked_to_id is distinct from new.linked_to_id)
  execute function occasions_to_look_at('id');
create trigger occasions_of_stay after update of reversed_at, is_told_elsewhere, customer_id on stay_transactions
  for each row when ((old.reversed_at is null) <> (new.reversed_at is null) or old.is_told_elsewhere <> new.is_told_elsewhere
    or (old.customer_id is null) <> (new.customer_id is null))
  execute function occasions_to_look_at('stay_reservation_id');

-- A stay that was undone is told anew as another row. Most files have none of these, and pay one look for each statement.
create function occasions_of_told_stays() returns trigger language plpgsql as $$
begin
  if not exists (select from trigger_occasions occasion
    where occasion.account_id = (select a.account_id from added a limit 1) and occasion.times_taken_back > 0) then
    return null;
  end if;
  update trigger_occasions occasion
  set stay_changed_at = clock_timestamp()
  from added a
  where occasion.account_id = a.account_id and occasion.stay_reservation_id = a.stay_reservation_id and occasion.times_taken_back > 0;
  return null;
end $$;
create trigger occasions_of_told_stays after insert on stay_transactions referencing new table as added
  for each statement execute function occasions_of_told_stays();
