import { mayCall } from "@okaeri/domain/permissions/can";
import { isProvider } from "@okaeri/domain/permissions/roles";
import type { Binder, CallContext } from "../../../../http/binder.ts";
import { CallError } from "../../../../http/errors.ts";
import { auditAct } from "../../../../http/records.ts";
import type { Cipher } from "../../../../session/cipher.ts";
import { scopeFor } from "../../../../session/scope.ts";
import { bindingOf } from "../../../../session/sealed-places.ts";
import { readAccountPart } from "../../../accounts/account-access.ts";
import { addressedCustomer } from "../../../customers/customers.read.ts";
import type { WholeReport } from "./take-unrecognised.ts";
import {
  type ReportRow,
  reportsOfAll,
  reportsOfProgramme,
  totalsOfAll,
  totalsOfProgramme,
  wholeReport,
} from "./unrecognised-reports.queries.ts";

/** Reports about mails that were not understood (docs/adr/0543). */
export function unrecognisedReportsRoutes(os: Binder) {
  const calls = os.unrecognisedReports;
  return {
    list: calls.list.handler(({ context: { app } }) =>
      app.database.asSystem(async (tx) => {
        const now = app.clock.now();
        const rows = await reportsOfAll(tx, now);
        const items = rows.map(({ account_id: id, account_name: name, ...row }) => ({
          ...itemOf(row),
          account: { id, name },
        }));
        return { items, totals: await totalsOfAll(tx, now) };
      }),
    ),

    ofAccount: calls.ofAccount.handler(({ input, context }) =>
      readAccountPart(context, input.id, "sender", async (tx, { row: { programme_account_id: accountId } }) => {
        const now = context.app.clock.now();
        const rows = await reportsOfProgramme(tx, accountId, now);
        const totals = await totalsOfProgramme(tx, accountId, now);
        return { items: rows.map(itemOf), totals, whole_text: accessOf(context, accountId) };
      }),
    ),

    get: calls.get.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const { app, scope } = context;
        const { accountId } = scope;
        const found = scope.accountIds.includes(input.id)
          ? await wholeReport(tx, accountId, input.report_id, app.clock.now())
          : undefined;
        if (found === undefined) throw new CallError("NOT_FOUND");
        const { customer_id: guest, sealed, ...row } = found;
        // The text may identify the recipient: same permission as for that customer's page.
        const isInReach =
          guest === null ? scope.facilityIds === null : (await addressedCustomer(tx, scope, guest)) !== undefined;
        if (!isInReach) throw new CallError("NOT_FOUND");
        const whole = openWhole(app.cipher, sealed, bindingOf("unrecognisedReport", accountId, row.id));
        if (whole === null) throw new CallError("NOT_FOUND");
        const act = { action: "read_report", entity: "unrecognised_reports", entityId: row.id, accountId };
        await auditAct(tx, context, { ...act, after: { server: row.server, status_codes: row.status_codes } });
        return { ...itemOf({ ...row, has_whole_text: true }), ...whole };
      }),
    ),
  };
}

/** Null: its key was given up (`npm run db -- lose-key`). */
function openWhole(cipher: Pick<Cipher, "open">, sealed: string, binding: string): WholeReport | null {
  try {
    return JSON.parse(cipher.open(sealed, binding)) as WholeReport;
  } catch {
    return null;
  }
}

/** Whether the person may open whole texts of the programme in the current scope. */
function accessOf(
  { signedIn, requestedAccountId }: Pick<CallContext, "signedIn" | "requestedAccountId">,
  accountId: number,
) {
  const scope = scopeFor(signedIn, requestedAccountId);
  const isChosen = scope?.accountId === accountId && (requestedAccountId !== null || !isProvider(signedIn.role));
  if (!isChosen) return isProvider(signedIn.role) ? ("choose_client" as const) : ("not_allowed" as const);
  return mayCall(scope.subject, "customers/read") ? ("readable" as const) : ("not_allowed" as const);
}

function itemOf({ occurrences, first_at, last_at, ...row }: ReportRow) {
  return { ...row, count: occurrences, first_at: first_at.toISOString(), last_at: last_at.toISOString() };
}
