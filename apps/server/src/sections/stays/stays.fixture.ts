import { type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Database, Tx } from "../../database/connection.ts";
import { recordRuleVersion } from "../points/record-rule-version.ts";
import { beginStayChange, endStayChange, type StayChange } from "./apply-stay.ts";
import type { StayContext } from "./totals.ts";

// Rows that tests of stays and points start from, written directly.

async function idOf(tx: Tx, statement: ReturnType<typeof sql<{ id: number }>>): Promise<number> {
  const id = (await statement.execute(tx.db)).rows[0]?.id;
  if (id === undefined) throw new Error("nothing was inserted");
  return id;
}

/** A programme account with its company. */
export function makeProgramme(database: Database, code = "P"): Promise<number> {
  return database.asSystem(async (tx) => {
    const company = await idOf(tx, sql<{ id: number }>`insert into companies (name) values (${code}) returning id`);
    return idOf(
      tx,
      sql<{
        id: number;
      }>`insert into accounts (code, name, company_id) values (${code}, ${code}, ${company}) returning id`,
    );
  });
}

/** A facility beneath a programme account. */
export function makeFacility(database: Database, programmeId: number, code: string): Promise<number> {
  return database.asSystem((tx) =>
    idOf(
      tx,
      sql<{ id: number }>`insert into accounts (code, name, company_id, parent_id, programme_account_id)
        select ${code}, ${code}, company_id, id, id from accounts where id = ${programmeId} returning id`,
    ),
  );
}

export function makeCustomer(tx: Tx, accountId: number, name = "山田 花子"): Promise<number> {
  return idOf(
    tx,
    sql<{ id: number }>`insert into customers (account_id, name) values (${accountId}, ${name}) returning id`,
  );
}

export type StayInput = {
  accountId: number;
  facilityId: number;
  customerId: number | null;
  code: string;
  checkIn: string;
  checkOut: string;
  usePrice: number;
  planCode?: string;
};

/** A reservation with its confirmed stay, not applied. Returns the stay's id. */
export async function makeStay(tx: Tx, stay: StayInput): Promise<number> {
  const reservation = await idOf(
    tx,
    sql<{
      id: number;
    }>`insert into stay_reservations (account_id, facility_account_id, customer_id, original_reservation_code,
        plan_code, check_in_date, check_out_date)
      values (${stay.accountId}, ${stay.facilityId}, ${stay.customerId}, ${stay.code}, ${stay.planCode ?? ""}, ${stay.checkIn},
        ${stay.checkOut})
      returning id`,
  );
  return idOf(
    tx,
    sql<{
      id: number;
    }>`insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id,
        transaction_code, confirmed_date, use_price, check_in_date, check_out_date)
      values (${stay.accountId}, ${stay.facilityId}, ${reservation}, ${stay.customerId}, ${stay.code}, ${stay.checkOut},
        ${stay.usePrice}, ${stay.checkIn}, ${stay.checkOut})
      returning id`,
  );
}

export type PointRule = {
  grant_type: "absolute" | "rate";
  grant_absolute?: number;
  grant_rate?: number;
  grant_condition?: number;
  plan_code?: string[];
  expiration_type?: "none" | "date" | "days_from_grant" | "days_from_last_stay";
  expiration_date?: string;
  days?: number;
};

export type BasicCampaignInput = {
  accountId: number;
  start?: string;
  end?: string | null;
  status?: "active" | "inactive" | "stopped";
  /** Day of activation. */
  since?: string;
  /** Tree of the single segment; null: everybody. */
  target?: unknown;
  rule: PointRule;
};

/** A basic campaign with one segment and one point action. */
export async function makeBasicCampaign(
  tx: Tx,
  { accountId, rule, ...input }: BasicCampaignInput,
): Promise<{ campaignId: number; actionId: number }> {
  const campaignId = await idOf(
    tx,
    sql<{ id: number }>`insert into campaigns (account_id, name, campaign_start_dt, campaign_end_dt, type, status)
      values (${accountId}, '宿泊ポイント', ${`${input.start ?? "2000-01-01"}T00:00:00+09:00`},
        ${input.end ? `${input.end}T23:59:59+09:00` : null}, 'basic', ${input.status ?? "active"}) returning id`,
  );
  const segment = await idOf(
    tx,
    sql<{ id: number }>`insert into campaign_segments (account_id, campaign_id, priority_seq, target)
      values (${accountId}, ${campaignId}, 1, ${input.target === undefined ? null : JSON.stringify(input.target)}) returning id`,
  );
  const actionId = await idOf(
    tx,
    sql<{ id: number }>`insert into campaign_actions (account_id, campaign_segment_id, seq, type)
      values (${accountId}, ${segment}, 1, 'point') returning id`,
  );
  const type = rule.expiration_type ?? "none";
  await sql`insert into points (account_id, campaign_action_id, grant_condition, plan_code, expiration_type,
      expiration_days_from_grant, expiration_days_from_last_stay, expiration_date, grant_type, grant_absolute, grant_rate)
    values (${accountId}, ${actionId}, ${rule.grant_condition ?? 0}, ${rule.plan_code ?? []}::text[], ${type},
      ${type === "days_from_grant" ? rule.days : null}, ${type === "days_from_last_stay" ? rule.days : null},
      ${rule.expiration_date ?? null}, ${rule.grant_type}, ${rule.grant_absolute ?? null}, ${rule.grant_rate ?? null})`.execute(
    tx.db,
  );
  const from = calendarDate(input.since ?? "2000-01-01");
  await recordRuleVersion(tx, { accountId, userId: null }, { campaignId, from, pays: input.status !== "stopped" });
  return { campaignId, actionId };
}

let serial = 0;
export type World = {
  accountId: number;
  facilities: [number, number];
  customers: [number, number, number];
  inScope<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  ctx: { accountId: number; today: CalendarDate; userId: null };
};

/** A fresh programme with two facilities and three customers; it is 2026-11-20. */
export async function makeWorld(database: Database): Promise<World> {
  const accountId = await makeProgramme(database, `P${++serial}`);
  const facilities: [number, number] = [
    await makeFacility(database, accountId, `F${serial}a`),
    await makeFacility(database, accountId, `F${serial}b`),
  ];
  const inScope: World["inScope"] = (work) => database.inScope({ accountIds: [accountId] }, work);
  const customers = await inScope(
    async (tx): Promise<World["customers"]> => [
      await makeCustomer(tx, accountId),
      await makeCustomer(tx, accountId),
      await makeCustomer(tx, accountId),
    ],
  );
  return {
    accountId,
    facilities,
    customers,
    inScope,
    ctx: { accountId, today: calendarDate("2026-11-20"), userId: null },
  };
}

/** Balance and debt of a customer as the projection has them. */
export async function pointAccount(tx: Tx, customerId: number): Promise<{ balance: number; debt: number }> {
  const found = await sql<{
    balance: number;
    debt: number;
  }>`select balance, debt from point_accounts where customer_id = ${customerId}`.execute(tx.db);
  return found.rows[0] ?? { balance: 0, debt: 0 };
}

/** A change of stays with what is written in between. Gives how many were counted. */
export async function changeStays(
  tx: Tx,
  ctx: StayContext,
  { write, ...stays }: StayChange & { write?: () => Promise<void> },
): Promise<number> {
  const change = await beginStayChange(tx, ctx, stays);
  await write?.();
  return endStayChange(tx, ctx, change);
}

/** Stays that now count. */
export function applyStays(tx: Tx, ctx: StayContext, stayIds: readonly number[]): Promise<number> {
  return changeStays(tx, ctx, { reverse: [], apply: stayIds });
}

/** Stays that were cancelled after they had counted. */
export async function reverseStays(tx: Tx, ctx: StayContext, stayIds: readonly number[]): Promise<void> {
  const write = async () => {
    await tx.run`update stay_transactions set reversed_at = now(), updated_at = now(), updated_by = ${ctx.userId}
      where account_id = ${ctx.accountId} and id = any(${stayIds}::bigint[]) and reversed_at is null`;
  };
  await changeStays(tx, ctx, { reverse: stayIds, write, apply: [] });
}
