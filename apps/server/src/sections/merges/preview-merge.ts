import {
  MERGE_FIELDS,
  type MergeField,
  type MergeSide,
  proposeSurvivor,
  proposeWinners,
  type Winners,
} from "@okaeri/domain/customers/merge-fields";
import type { Tx } from "../../database/connection.ts";
import { CallError } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import { hasIssuedNumber } from "../customers/customers.read.ts";
import { oneCustomer } from "../customers/one-customer.read.ts";
import { isLedgerShared } from "../points/hand-over-lots.ts";
import { idsOfCustomer } from "../points/merged-customers.read.ts";
import type { MergeContext } from "./merge-context.ts";
import { mergeCustomers } from "./merge-customers.ts";

type MergeRequest = { survivor_id: number; source_id: number; fields: Partial<Winners> };

/**
 * What a merge would do: it is done, looked at and taken back, so that the preview is the merge itself.
 * @throws as mergeCustomers.
 */
export async function previewMerge(tx: Tx, scope: Scope, ctx: MergeContext, request: MergeRequest) {
  if (request.survivor_id === request.source_id) throw new CallError("NOT_FOUND");
  const survivor = await sideOf(tx, scope, ctx, request.survivor_id);
  const source = await sideOf(tx, scope, ctx, request.source_id);
  const winners = { ...proposeWinners(survivor.side, source.side), ...request.fields };
  await tx.run`savepoint before_merge`;
  await mergeCustomers(tx, ctx, {
    survivor: { id: survivor.side.id, version: survivor.shown.version },
    source: { id: source.side.id, version: source.shown.version },
    winners,
  });
  const after = await sideOf(tx, scope, ctx, request.survivor_id);
  const ids = await tx.all<{ id: number }>`select id from ${idsOfCustomer(ctx.accountId, request.survivor_id)} o`;
  const one = [request.source_id];
  const is_final = await isLedgerShared(tx, ctx.accountId, { one, both: ids.map((row) => row.id) });
  await tx.run`rollback to savepoint before_merge`;
  const proposed_survivor_id = proposeSurvivor(survivor.side, source.side).id;
  return {
    survivor: survivor.shown,
    source: source.shown,
    after: after.shown,
    proposed_survivor_id,
    winners,
    is_final,
  };
}

/** The sensible choice for two customers whom nobody has compared. */
export async function proposedWinners(
  tx: Tx,
  scope: Scope,
  ctx: MergeContext,
  survivor: number,
  source: number,
): Promise<Winners> {
  return proposeWinners((await sideOf(tx, scope, ctx, survivor)).side, (await sideOf(tx, scope, ctx, source)).side);
}

type Typed = {
  name_typed: string | null;
  name_kana_typed: string | null;
  email_typed: string | null;
  tel_typed: string | null;
};
type SideRow = Record<MergeField, string | null> &
  Typed & {
    name: string;
    language: string;
    version: number;
    email_state: string;
    is_issued: boolean;
    line_follow_state: string;
    address_typed: string | null;
    coupons: number;
  };

async function sideOf(tx: Tx, scope: Scope, ctx: MergeContext, id: number) {
  const detail = await oneCustomer(tx, scope, id, ctx.today, []);
  const stored =
    await tx.maybe<SideRow>`select customer.version, customer.member_number, customer.name, customer.name_kana, customer.gender,
        customer.birthday, customer.email, coalesce(customer.tel_national, customer.tel) as tel,
        nullif(concat_ws(' ', customer.postcode, customer.address), '') as address, customer.nationality, customer.language,
        customer.line_user_id as line, nullif(customer.notes, '') as notes, customer.name_typed, customer.name_kana_typed,
        customer.email_typed, customer.tel_typed,
        nullif(concat_ws(' ', customer.postcode_typed, customer.address_typed), '') as address_typed, customer.email_state,
        customer.line_follow_state, ${hasIssuedNumber} as is_issued,
        (select count(*)::int
          from acquire_coupons acquired
          where acquired.account_id = customer.account_id and acquired.active_status = 'active'
            and acquired.customer_id in ${idsOfCustomer(ctx.accountId, id)}) as coupons
      from customers customer
      where customer.account_id = ${ctx.accountId} and customer.id = ${id}`;
  if (!detail || !stored) throw new CallError("NOT_FOUND");
  const { version, coupons, email_state, is_issued, line_follow_state } = stored;
  const typed: Partial<Record<MergeField, string | null>> = {
    name: stored.name_typed,
    name_kana: stored.name_kana_typed,
    email: stored.email_typed,
    tel: stored.tel_typed,
    address: stored.address_typed,
  };
  const fields = Object.fromEntries(
    MERGE_FIELDS.map((field) => [field, { value: stored[field], typed: typed[field] ?? null }]),
  ) as Record<MergeField, { value: string | null; typed: string | null }>;
  const values = Object.fromEntries(MERGE_FIELDS.map((field) => [field, stored[field]])) as Record<
    MergeField,
    string | null
  >;
  const { stay_count, last_stay_on } = detail;
  const side: MergeSide = { ...values, id, stay_count, last_stay_on, email_state, is_issued, line_follow_state };
  return { side, shown: { id, version, fields, coupons, detail } };
}
