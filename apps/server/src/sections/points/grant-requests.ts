import { addDays } from "@okaeri/domain/calendar-date";
import type { App } from "../../app.ts";
import { recordAudits } from "../../audit/record-audit.ts";
import { todayOf } from "../../clock.ts";
import { isActiveOn } from "../../database/active-version.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { CallError } from "../../http/errors.ts";
import { recheckPermission } from "../../session/recheck-permission.ts";
import type { JudgeByPoints } from "./balance-and-limits.read.ts";
import { bookGrant, facilityFor, type GrantInput, readBalanceAndDebt, record, type Staff } from "./book-by-hand.ts";
import { endLapsed, type GrantRequestRow, lockRequest, requesterOf } from "./grant-requests.queries.ts";

// Grants by hand that need a second person's approval (docs/adr/0890). Nothing is booked before it.

/** The request's last day is so many days after the day it is made. */
const REQUEST_DAYS = 7;

/** Stores a grant as a request. The caller has checked it as if it were booked now. */
export async function requestGrant(
  tx: Tx,
  staff: Staff & { now: Date },
  input: GrantInput,
  facilityAccountId: number,
): Promise<number> {
  const { scope, today, now } = staff;
  const { id } = await tx.one<{ id: number }>`
    insert into point_grant_requests (account_id, facility_account_id, customer_id, grant_point, expiration_type, expiration_date,
      expiration_days_from_grant, expiration_days_from_last_stay, remarks, last_day, requested_by, requested_at, updated_at)
    values (${scope.accountId}, ${facilityAccountId}, ${input.id}, ${input.grant_point}, ${input.expiration_type},
      ${input.expiration_date ?? null}, ${input.expiration_days_from_grant ?? null}, ${input.expiration_days_from_last_stay ?? null},
      ${input.remarks}, ${addDays(today, REQUEST_DAYS)}, ${scope.userId}, ${now}, ${now})
    returning id`;
  const { id: customer_id, facility_account_id: _asked, ...rest } = input;
  const after = { ...rest, customer_id, in_account_id: facilityAccountId };
  await record(tx, staff, { action: "request_points", entity: "point_grant_requests", id, after });
  return id;
}

/** Whether the person who made the request may still grant points there. @throws CallError NOT_FOUND. */
export async function requesterMay(
  app: App,
  { accountId, accountIds }: { accountId: number; accountIds: readonly number[] },
  requestId: number,
): Promise<boolean> {
  const made = await app.database.inScope({ accountIds }, (tx) => requesterOf(tx, accountId, requestId));
  if (!made) throw new CallError("NOT_FOUND");
  const at = [made.facility_account_id, accountId];
  return recheckPermission(app, made.requested_by, { action: "customers/edit", accountIds: at });
}

type Decision = { id: number; request_id: number };
type Decider = Staff & { now: Date };

/**
 * Books the requested grant. All that was checked for the request is checked again: the guest, the last day of the points, the facility,
 * the contract and the requester's right.
 * @throws CallError NOT_FOUND, FORBIDDEN (own request), WRONG_STATE, INVALID_INPUT naming the field.
 */
export async function approveRequest(
  tx: Tx,
  staff: Decider & { judgeByPoints: JudgeByPoints; requesterMay: boolean },
  { id, request_id }: Decision,
) {
  const { scope, today } = staff;
  await lockProgramme(tx, scope.accountId);
  const request = await openRequest(tx, staff, { id, request_id });
  if (!staff.requesterMay) throw new CallError("WRONG_STATE", { because: { code: "requester_lost_right" } });
  for (const accountId of new Set([scope.accountId, request.facility_account_id]))
    if (!(await isActiveOn(tx, accountId, today)))
      throw new CallError("WRONG_STATE", { because: { code: "contract_ended" } });
  const input = inputOf(request, id);
  // The facility was chosen by the requester: it need not be one where the approver works.
  await facilityFor(tx, { ...staff, scope: { ...scope, facilityIds: null } }, input);
  const grant_point_id = await bookGrant(tx, staff, input, {
    facilityAccountId: request.facility_account_id,
    by: request.requested_by,
    idempotencyKey: `request:${request_id}`,
    approved: { point_grant_request_id: request_id, requested_by: request.requested_by },
  });
  await tx.run`update point_grant_requests
    set state = 'approved', grant_point_id = ${grant_point_id}, decided_by = ${scope.userId}, decided_at = ${staff.now},
      updated_at = ${staff.now}
    where account_id = ${scope.accountId} and id = ${request_id}`;
  return { grant_point_id, ...(await readBalanceAndDebt(tx, staff, id)) };
}

/** @throws CallError NOT_FOUND, FORBIDDEN (own request), WRONG_STATE. */
export async function rejectRequest(
  tx: Tx,
  staff: Decider,
  { id, request_id, remarks }: Decision & { remarks: string },
) {
  const { scope, now } = staff;
  const { grant_point, requested_by } = await openRequest(tx, staff, { id, request_id });
  await tx.run`update point_grant_requests
    set state = 'rejected', decision_remarks = ${remarks}, decided_by = ${scope.userId}, decided_at = ${now}, updated_at = ${now}
    where account_id = ${scope.accountId} and id = ${request_id}`;
  const after = { grant_point, customer_id: id, requested_by, remarks };
  await record(tx, staff, { action: "reject_point_request", entity: "point_grant_requests", id: request_id, after });
  return { request_id };
}

async function openRequest(tx: Tx, { scope, today }: Staff, { id, request_id }: Decision): Promise<GrantRequestRow> {
  const request = await lockRequest(tx, scope.accountId, { id, requestId: request_id, today });
  if (!request) throw new CallError("NOT_FOUND");
  if (request.state === "lapsed") throw new CallError("WRONG_STATE", { because: { code: "request_lapsed" } });
  if (request.state !== "waiting") throw new CallError("WRONG_STATE", { because: { code: "request_decided" } });
  if (request.requested_by === scope.userId) throw new CallError("FORBIDDEN", { because: { code: "own_request" } });
  return request;
}

function inputOf(request: GrantRequestRow, id: number): GrantInput {
  return {
    id,
    grant_point: request.grant_point,
    remarks: request.remarks,
    facility_account_id: request.facility_account_id,
    expiration_type: request.expiration_type,
    expiration_date: request.expiration_date ?? undefined,
    expiration_days_from_grant: request.expiration_days_from_grant ?? undefined,
    expiration_days_from_last_stay: request.expiration_days_from_last_stay ?? undefined,
  };
}

/** Ends requests that nobody decided in time; an audit line each. Idempotent. */
export async function lapseRequests(app: App, tx: Tx, accountId: number): Promise<void> {
  const lapsed = await endLapsed(tx, accountId, todayOf(app.clock), app.clock.now());
  if (lapsed.length === 0) return;
  const entry = { actorUserId: null, accountId, action: "lapse_point_request", entity: "point_grant_requests" };
  const things = lapsed.map(({ id, ...after }) => ({ id, after }));
  await recordAudits(tx, entry, things);
}
