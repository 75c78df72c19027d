import { sql } from "kysely";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";

/** What the tests of customers, RFM, ranks and reports put into the database. */

/** A guest's record in which nothing is said, as the form sends it. */
const NOBODY = {
  name: "",
  name_kana: "",
  member_number: "",
  email: "",
  tel: "",
  postcode: "",
  address: "",
  gender: null,
  birthday: null,
  nationality: "",
  language: "ja",
  customer_type_ids: [] as number[],
};
/** A guest's record as the form sends it: what is said, be it wrong, and the rest empty. */
export const guestForm = (fields: Partial<Record<keyof typeof NOBODY, unknown>>) => ({ ...NOBODY, ...fields });

export async function one<Row>(tx: Tx, query: ReturnType<typeof sql<Row>>): Promise<Row> {
  const row = (await query.execute(tx.db)).rows[0];
  if (!row) throw new Error("the statement gave no row");
  return row;
}

export function within<T>(app: App, accountIds: readonly number[], work: (tx: Tx) => Promise<T>): Promise<T> {
  return app.database.inScope({ accountIds }, work);
}

export type CustomerInput = {
  name: string;
  name_kana?: string | null;
  email?: string | null;
  tel?: string | null;
  tel_national?: string | null;
  member_number?: string | null;
  birthday?: string | null;
};

export async function makeCustomer(tx: Tx, accountId: number, input: CustomerInput): Promise<number> {
  const row = await one(
    tx,
    sql<{
      id: number;
    }>`insert into customers (account_id, name, name_kana, email, tel, tel_national, member_number, birthday)
      values (${accountId}, ${input.name}, ${input.name_kana ?? null}, ${input.email ?? null}, ${input.tel ?? null},
        ${input.tel_national ?? null}, ${input.member_number ?? null}, ${input.birthday ?? null}) returning id`,
  );
  return row.id;
}

export type StayInput = {
  code: string;
  facilityId?: number;
  checkIn: string;
  checkOut: string;
  usePrice: number;
  confirmed?: boolean;
};

/** A reservation, with its confirmed stay by default; totals follow. */
export async function makeStay(
  tx: Tx,
  accountId: number,
  customerId: number,
  input: StayInput,
): Promise<{ reservationId: number; stayId: number | null }> {
  const facility = input.facilityId ?? accountId;
  const reservation = await one(
    tx,
    sql<{
      id: number;
    }>`insert into stay_reservations (account_id, facility_account_id, customer_id, original_reservation_code,
        reserved_price, reserved_date, check_in_date, check_out_date)
      values (${accountId}, ${facility}, ${customerId}, ${input.code}, ${input.usePrice}, ${input.checkIn}, ${input.checkIn},
        ${input.checkOut}) returning id`,
  );
  await sql`insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on)
    values (${accountId}, ${facility}, ${customerId}, ${input.checkIn}) on conflict do nothing`.execute(tx.db);
  if (input.confirmed === false) return { reservationId: reservation.id, stayId: null };
  const stay = await one(
    tx,
    sql<{
      id: number;
    }>`insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id,
        transaction_code, confirmed_date, use_price, payment_price, check_in_date, check_out_date)
      values (${accountId}, ${facility}, ${reservation.id}, ${customerId}, ${input.code}, ${input.checkOut}, ${input.usePrice},
        ${input.usePrice}, ${input.checkIn}, ${input.checkOut}) returning id`,
  );
  await sql`update customer_totals set stay_count = stay_count + 1, use_price_total = use_price_total + ${input.usePrice},
      reservation_count = reservation_count + 1, first_stay_on = least(first_stay_on, ${input.checkOut}::date),
      last_stay_on = greatest(last_stay_on, ${input.checkOut}::date), last_facility_account_id = ${facility}
    where account_id = ${accountId} and customer_id = ${customerId}`.execute(tx.db);
  return { reservationId: reservation.id, stayId: stay.id };
}

/** A grant with its lot and balance. */
export async function makeGrant(
  tx: Tx,
  accountId: number,
  customerId: number,
  input: {
    point: number;
    on: string;
    expiresOn?: string | null;
    facilityId?: number;
    remarks?: string;
    actionId?: number;
  },
): Promise<number> {
  const facility = input.facilityId ?? accountId;
  const expires = input.expiresOn ?? null;
  const grant = await one(
    tx,
    sql<{
      id: number;
    }>`insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type,
        expiration_date, remarks, action_id, campaign_id, idempotency_key)
      values (${accountId}, ${facility}, ${customerId}, ${input.point}, ${input.on}, ${expires === null ? "none" : "date"}, ${expires},
        ${input.remarks ?? ""}, ${input.actionId ?? null},
        (select segment.campaign_id from campaign_actions action join campaign_segments segment on segment.account_id = action.account_id
          and segment.id = action.campaign_segment_id
          where action.account_id = ${accountId} and action.id = ${input.actionId ?? null}), ${`g-${Math.random()}`}) returning id`,
  );
  await sql`insert into point_lots (account_id, grant_point_id, customer_id, granted, remaining, expires_on)
    values (${accountId}, ${grant.id}, ${customerId}, ${input.point}, ${input.point}, ${expires})`.execute(tx.db);
  await sql`insert into point_accounts as point_account (account_id, customer_id, balance) values (${accountId}, ${customerId},
    ${input.point})
    on conflict (account_id, customer_id) do update set balance = point_account.balance + excluded.balance`.execute(
    tx.db,
  );
  return grant.id;
}

/** Spends from one grant. */
export async function makeUse(
  tx: Tx,
  accountId: number,
  customerId: number,
  input: { grantId: number; point: number; on: string; facilityId?: number; cancelledOn?: string },
): Promise<number> {
  const facility = input.facilityId ?? accountId;
  const use = await one(
    tx,
    sql<{
      id: number;
    }>`insert into use_point_cases (account_id, facility_account_id, customer_id, use_date, use_point, cancel_date, idempotency_key)
      values (${accountId}, ${facility}, ${customerId}, ${input.on}, ${input.point}, ${input.cancelledOn ?? null}, ${`u-${Math.random()}`})
        returning id`,
  );
  await sql`insert into use_points (account_id, use_point_case_id, grant_point_id, use_point)
    values (${accountId}, ${use.id}, ${input.grantId}, ${input.point})`.execute(tx.db);
  if (input.cancelledOn === undefined) {
    await sql`update point_lots set remaining = remaining - ${input.point} where account_id = ${accountId}
      and grant_point_id = ${input.grantId}`.execute(tx.db);
    await sql`update point_accounts set balance = balance - ${input.point} where account_id = ${accountId}
      and customer_id = ${customerId}`.execute(tx.db);
  }
  return use.id;
}
