import type { CodeSpace } from "@okaeri/domain/enumerations";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import type { ReservationPlace } from "./known-reservations.ts";

export type Companion = {
  code_space: CodeSpace;
  code: string;
  check_in_date: string;
  check_out_date: string;
  name: string;
  name_kana: string | null;
  email: string | null;
  tel: string | null;
  /** JSON (guest-of-line.ts). */
  details: string | null;
};

export type NamedCompanions = {
  /** Who was not named before. */
  named: { id: number; reservationId: number }[];
  /** Who was. */
  again: number[];
  /** Reservations that were made, or made again after an undo. */
  reservations: { id: number; version: number }[];
  /** The reservations of all that were named. */
  reservationIds: number[];
};
const NOBODY: NamedCompanions = { named: [], again: [], reservations: [], reservationIds: [] };

/**
 * Companions: they are named with the reservation and never become members by themselves (product §4). Where the representative's line has
 * not come yet, an empty reservation is created, which that line fills.
 */
export async function saveCompanions(
  tx: Tx,
  ctx: ReservationPlace & { userId: number | null; importBatchId: number },
  companions: readonly Companion[],
): Promise<NamedCompanions> {
  if (companions.length === 0) return NOBODY;
  const given = sql`jsonb_to_recordset(${JSON.stringify(companions)}::jsonb) as n
    (code_space text, code text, check_in_date date, check_out_date date, name text, name_kana text, email text, tel text, details text)`;
  const sameGuest = sql`(guest.name, guest.name_kana, guest.email, guest.tel) is not distinct from (n.name, n.name_kana, n.email, n.tel)`;
  const made = await tx.all<NamedCompanions["reservations"][number]>`
    insert into stay_reservations as reservation (account_id, facility_account_id, code_space, reservation_system,
      original_reservation_code, check_in_date, check_out_date, import_batch_id, created_by, updated_by)
    select ${ctx.accountId}::bigint, ${ctx.facilityId}::bigint, n.code_space,
      case n.code_space when 'dynalution' then 'DYN_DI' else 'NONE' end, n.code, min(n.check_in_date), max(n.check_out_date),
      ${ctx.importBatchId}::bigint, ${ctx.userId}::bigint, ${ctx.userId}::bigint
    from ${given}
    group by n.code_space, n.code
    on conflict (account_id, facility_account_id, code_space, original_reservation_code) do update
    set active_status = 'active', check_in_date = excluded.check_in_date, check_out_date = excluded.check_out_date,
      import_batch_id = excluded.import_batch_id, version = reservation.version + 1, updated_at = now()
    where reservation.active_status = 'inactive'
    returning id, version`;
  await tx.run`
    update stay_reservation_customers guest
    set waiting_details = n.details::jsonb, updated_by = ${ctx.userId}, updated_at = now()
    from ${given}
    join stay_reservations reservation on reservation.account_id = ${ctx.accountId} and reservation.facility_account_id = ${ctx.facilityId}
      and reservation.code_space = n.code_space and reservation.original_reservation_code = n.code
    where guest.account_id = reservation.account_id and guest.stay_reservation_id = reservation.id and guest.guest_type = 'companion'
      and guest.customer_id is null and ${sameGuest} and n.details is not null and guest.waiting_details is distinct from n.details::jsonb`;
  const { again, reservationIds } = await tx.one<Pick<NamedCompanions, "again" | "reservationIds">>`
    select coalesce(array_agg(distinct guest.id) filter (where guest.id is not null), '{}') as again,
      coalesce(array_agg(distinct reservation.id), '{}') as "reservationIds"
    from ${given}
    join stay_reservations reservation on reservation.account_id = ${ctx.accountId} and reservation.facility_account_id = ${ctx.facilityId}
      and reservation.code_space = n.code_space and reservation.original_reservation_code = n.code
    left join stay_reservation_customers guest on guest.account_id = reservation.account_id and guest.stay_reservation_id = reservation.id
      and guest.guest_type = 'companion' and ${sameGuest}`;
  const named = await tx.all<NamedCompanions["named"][number]>`
    insert into stay_reservation_customers
      (account_id, stay_reservation_id, guest_type, name, name_kana, email, tel, waiting_reason, waiting_details, created_by, updated_by)
    select distinct on (reservation.id, n.name, n.name_kana, n.email, n.tel) ${ctx.accountId}::bigint, reservation.id, 'companion', n.name,
      n.name_kana, n.email, n.tel, 'companion', n.details::jsonb, ${ctx.userId}::bigint, ${ctx.userId}::bigint
    from ${given}
    join stay_reservations reservation on reservation.account_id = ${ctx.accountId} and reservation.facility_account_id = ${ctx.facilityId}
      and reservation.code_space = n.code_space and reservation.original_reservation_code = n.code
    where not exists (select from stay_reservation_customers guest
      where guest.account_id = reservation.account_id and guest.stay_reservation_id = reservation.id and guest.guest_type = 'companion'
        and ${sameGuest})
    returning id, stay_reservation_id as "reservationId"`;
  return { named, again, reservations: made, reservationIds };
}

/** As saveCompanions, and these replace the former companions of these reservations; one who has become a customer stays. */
export async function replaceCompanions(
  tx: Tx,
  ctx: ReservationPlace & { userId: number | null; importBatchId: number },
  named: readonly { reservationId: number; companions: readonly Companion[] }[],
): Promise<NamedCompanions> {
  if (named.length === 0) return NOBODY;
  const companionRows = named.flatMap(({ reservationId, companions }) =>
    companions.map(({ name, name_kana, email, tel }) => ({ id: reservationId, name, name_kana, email, tel })),
  );
  await tx.run`
    with ${givenIds(
      ctx.accountId,
      named.map((one) => one.reservationId),
    )}
    delete from stay_reservation_customers guest
    using given
    where guest.account_id = given.account_id and guest.stay_reservation_id = given.id and guest.guest_type = 'companion'
      and guest.customer_id is null
      and not exists (select from jsonb_to_recordset(${JSON.stringify(companionRows)}::jsonb) as k
          (id bigint, name text, name_kana text, email text, tel text)
        where k.id = given.id
          and (k.name, k.name_kana, k.email, k.tel) is not distinct from (guest.name, guest.name_kana, guest.email, guest.tel))`;
  return saveCompanions(
    tx,
    ctx,
    named.flatMap(({ companions }) => companions),
  );
}

/** The companions of stays are those of their reservations; of two of one name there are two. */
export async function nameCompanionsOfStays(
  tx: Tx,
  ctx: { accountId: number; userId: number | null },
  reservationIds: readonly number[],
): Promise<void> {
  if (reservationIds.length === 0) return;
  const nth = (of: "stay_guest" | "guest") =>
    sql.raw(
      `row_number() over (partition by stay.id, ${of}.customer_id, ${of}.name, ${of}.name_kana order by ${of}.id) as nth`,
    );
  const both = sql`${givenIds(ctx.accountId, reservationIds)},
    stored as materialized (select stay_guest.account_id, stay_guest.id, stay.id as stay_id, stay_guest.customer_id, stay_guest.name,
        stay_guest.name_kana, ${nth("stay_guest")}
      from given
      join stay_transactions stay on stay.account_id = given.account_id and stay.stay_reservation_id = given.id
      join stay_customers stay_guest on stay_guest.account_id = stay.account_id and stay_guest.stay_transaction_id = stay.id
        and stay_guest.guest_type = 'companion'),
    named as materialized (select stay.account_id, stay.id as stay_id, guest.customer_id, guest.name, guest.name_kana, ${nth("guest")}
      from given
      join stay_transactions stay on stay.account_id = given.account_id and stay.stay_reservation_id = given.id
      join stay_reservation_customers guest on guest.account_id = given.account_id and guest.stay_reservation_id = given.id
        and guest.guest_type = 'companion')`;
  const same = sql`(stay_guest.stay_id, stay_guest.nth, stay_guest.customer_id, stay_guest.name, stay_guest.name_kana) is not distinct from
    (guest.stay_id, guest.nth, guest.customer_id, guest.name, guest.name_kana)`;
  await tx.run`with ${both}
    delete from stay_customers removed_stay_guest
    using stored stay_guest
    where removed_stay_guest.account_id = stay_guest.account_id and removed_stay_guest.id = stay_guest.id
      and not exists (select from named guest where ${same})`;
  await tx.run`with ${both}
    insert into stay_customers (account_id, stay_transaction_id, customer_id, guest_type, name, name_kana, created_by, updated_by)
    select account_id, stay_id, customer_id, 'companion', name, name_kana, ${ctx.userId}::bigint, ${ctx.userId}::bigint
    from named guest
    where not exists (select from stored stay_guest where ${same})`;
}

/** The companions whom no stored reservation names. */
export async function unnamedCompanions(
  tx: Tx,
  place: ReservationPlace,
  companions: readonly Companion[],
): Promise<Companion[]> {
  if (companions.length === 0) return [];
  const found = await tx.all<{ position: number }>`
    select n.position - 1 as position
    from jsonb_array_elements(${JSON.stringify(companions)}::jsonb) with ordinality e (companion, position)
    cross join lateral (select e.position, e.companion ->> 'code_space' as code_space, e.companion ->> 'code' as code,
        e.companion ->> 'name' as name, e.companion ->> 'name_kana' as name_kana, e.companion ->> 'email' as email,
        e.companion ->> 'tel' as tel) n
    where not exists (select from stay_reservations reservation
      join stay_reservation_customers guest on guest.account_id = reservation.account_id and guest.stay_reservation_id = reservation.id
      where reservation.account_id = ${place.accountId} and reservation.facility_account_id = ${place.facilityId}
        and reservation.code_space = n.code_space and reservation.original_reservation_code = n.code and guest.guest_type = 'companion'
        and (guest.name, guest.name_kana, guest.email, guest.tel) is not distinct from (n.name, n.name_kana, n.email, n.tel))`;
  return found.flatMap(({ position }) => companions[Number(position)] ?? []);
}
