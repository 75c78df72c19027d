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
  /** All that were named. */
  told: number[];
};
const NOBODY: NamedCompanions = { named: [], again: [], reservations: [], told: [] };

/**
 * Lines about companions: they are named with the reservation and never become members by themselves (product §4). Where the
 * representative's line has not come yet, an empty reservation is created, which that line fills.
 */
export async function saveCompanions(
  tx: Tx,
  ctx: ReservationPlace & { userId: number | null; importBatchId: number },
  companions: readonly Companion[],
): Promise<NamedCompanions> {
  if (companions.length === 0) return NOBODY;
  const given = sql`jsonb_to_recordset(${JSON.stringify(companions)}::jsonb)
    as n (code_space text, code text, check_in_date date, check_out_date date, name text, name_kana text, email text, tel text, details text)`;
  const sameGuest = sql`(g.name, g.name_kana, g.email, g.tel) is not distinct from (n.name, n.name_kana, n.email, n.tel)`;
  const made = await tx.all<NamedCompanions["reservations"][number]>`
    insert into stay_reservations as r (account_id, facility_account_id, code_space, reservation_system, original_reservation_code, check_in_date, check_out_date,
      import_batch_id, created_by, updated_by)
    select ${ctx.accountId}::bigint, ${ctx.facilityId}::bigint, n.code_space,
      case n.code_space when 'dynalution' then 'DYN_DI' else 'NONE' end, n.code, min(n.check_in_date), max(n.check_out_date),
      ${ctx.importBatchId}::bigint, ${ctx.userId}::bigint, ${ctx.userId}::bigint
    from ${given} group by n.code_space, n.code
    on conflict (account_id, facility_account_id, code_space, original_reservation_code) do update
    set active_status = 'active', check_in_date = excluded.check_in_date, check_out_date = excluded.check_out_date,
      import_batch_id = excluded.import_batch_id, version = r.version + 1, updated_at = now()
    where r.active_status = 'inactive'
    returning id, version`;
  await tx.run`
    update stay_reservation_customers g set waiting_details = n.details::jsonb, updated_by = ${ctx.userId}, updated_at = now()
    from ${given}
    join stay_reservations r on r.account_id = ${ctx.accountId} and r.facility_account_id = ${ctx.facilityId}
      and r.code_space = n.code_space and r.original_reservation_code = n.code
    where g.account_id = r.account_id and g.stay_reservation_id = r.id and g.guest_type = 'companion' and g.customer_id is null
      and ${sameGuest} and n.details is not null and g.waiting_details is distinct from n.details::jsonb`;
  const { again, told: reported } = await tx.one<Pick<NamedCompanions, "again" | "told">>`
    select coalesce(array_agg(distinct g.id) filter (where g.id is not null), '{}') as again, coalesce(array_agg(distinct r.id), '{}') as told
    from ${given}
    join stay_reservations r on r.account_id = ${ctx.accountId} and r.facility_account_id = ${ctx.facilityId}
      and r.code_space = n.code_space and r.original_reservation_code = n.code
    left join stay_reservation_customers g on g.account_id = r.account_id and g.stay_reservation_id = r.id
      and g.guest_type = 'companion' and ${sameGuest}`;
  const named = await tx.all<NamedCompanions["named"][number]>`
    insert into stay_reservation_customers (account_id, stay_reservation_id, guest_type, name, name_kana, email, tel,
      waiting_reason, waiting_details, created_by, updated_by)
    select distinct on (r.id, n.name, n.name_kana, n.email, n.tel) ${ctx.accountId}::bigint, r.id, 'companion', n.name, n.name_kana, n.email,
      n.tel, 'companion', n.details::jsonb, ${ctx.userId}::bigint, ${ctx.userId}::bigint
    from ${given}
    join stay_reservations r on r.account_id = ${ctx.accountId} and r.facility_account_id = ${ctx.facilityId}
      and r.code_space = n.code_space and r.original_reservation_code = n.code
    where not exists (
      select from stay_reservation_customers g
      where g.account_id = r.account_id and g.stay_reservation_id = r.id and g.guest_type = 'companion'
        and ${sameGuest})
    returning id, stay_reservation_id as "reservationId"`;
  return { named, again, reservations: made, told: reported };
}

/** As saveCompanions, and those of these reservations are these and no others; who has become a customer meanwhile stays. */
export async function replaceCompanions(
  tx: Tx,
  ctx: ReservationPlace & { userId: number | null; importBatchId: number },
  named: readonly { reservationId: number; companions: readonly Companion[] }[],
): Promise<NamedCompanions> {
  if (named.length === 0) return NOBODY;
  const kept = named.flatMap(({ reservationId, companions }) =>
    companions.map(({ name, name_kana, email, tel }) => ({ id: reservationId, name, name_kana, email, tel })),
  );
  await tx.run`
    with ${givenIds(
      ctx.accountId,
      named.map((one) => one.reservationId),
    )}
    delete from stay_reservation_customers g using given n
    where g.account_id = n.account_id and g.stay_reservation_id = n.id and g.guest_type = 'companion' and g.customer_id is null
      and not exists (
        select from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k (id bigint, name text, name_kana text, email text, tel text)
        where k.id = n.id and (k.name, k.name_kana, k.email, k.tel) is not distinct from (g.name, g.name_kana, g.email, g.tel))`;
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
  const nth = (of: "c" | "g") =>
    sql.raw(
      `row_number() over (partition by s.id, ${of}.customer_id, ${of}.name, ${of}.name_kana order by ${of}.id) as nth`,
    );
  const both = sql`${givenIds(ctx.accountId, reservationIds)}, stored as materialized (
      select c.account_id, c.id, s.id as stay_id, c.customer_id, c.name, c.name_kana, ${nth("c")} from given n
      join stay_transactions s on s.account_id = n.account_id and s.stay_reservation_id = n.id
      join stay_customers c on c.account_id = s.account_id and c.stay_transaction_id = s.id and c.guest_type = 'companion'
    ), told as materialized (
      select s.account_id, s.id as stay_id, g.customer_id, g.name, g.name_kana, ${nth("g")} from given n
      join stay_transactions s on s.account_id = n.account_id and s.stay_reservation_id = n.id
      join stay_reservation_customers g on g.account_id = n.account_id and g.stay_reservation_id = n.id and g.guest_type = 'companion'
    )`;
  const same = sql`(c.stay_id, c.nth, c.customer_id, c.name, c.name_kana) is not distinct from (g.stay_id, g.nth, g.customer_id, g.name, g.name_kana)`;
  await tx.run`with ${both} delete from stay_customers x using stored c
    where x.account_id = c.account_id and x.id = c.id and not exists (select from told g where ${same})`;
  await tx.run`with ${both}
    insert into stay_customers (account_id, stay_transaction_id, customer_id, guest_type, name, name_kana, created_by, updated_by)
    select account_id, stay_id, customer_id, 'companion', name, name_kana, ${ctx.userId}::bigint, ${ctx.userId}::bigint
    from told g where not exists (select from stored c where ${same})`;
}

/** The companions whom no stored reservation names. */
export async function unnamedCompanions(
  tx: Tx,
  place: ReservationPlace,
  companions: readonly Companion[],
): Promise<Companion[]> {
  if (companions.length === 0) return [];
  const found = await tx.all<{ position: number }>`
    select n.position - 1 as position from jsonb_array_elements(${JSON.stringify(companions)}::jsonb) with ordinality e (companion, position)
    cross join lateral (select e.position, e.companion ->> 'code_space' as code_space, e.companion ->> 'code' as code, e.companion ->> 'name' as name,
      e.companion ->> 'name_kana' as name_kana, e.companion ->> 'email' as email, e.companion ->> 'tel' as tel) n
    where not exists (
      select from stay_reservations r
      join stay_reservation_customers g on g.account_id = r.account_id and g.stay_reservation_id = r.id
      where r.account_id = ${place.accountId} and r.facility_account_id = ${place.facilityId} and r.code_space = n.code_space
        and r.original_reservation_code = n.code and g.guest_type = 'companion'
        and (g.name, g.name_kana, g.email, g.tel) is not distinct from (n.name, n.name_kana, n.email, n.tel))`;
  return found.flatMap(({ position }) => companions[Number(position)] ?? []);
}
