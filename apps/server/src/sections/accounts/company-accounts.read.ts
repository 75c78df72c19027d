import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { readsBilling } from "@okaeri/domain/permissions/row-actions";
import type { Tx } from "../../database/connection.ts";
import { wholeOf } from "../../database/list-page.ts";
import type { SignedIn } from "../../session/session-store.ts";
import { viewerOf } from "../../session/viewer.ts";
import { accountsMatching } from "./accounts.queries.ts";
import { billingPaymentsOf } from "./accounts.read.ts";
import { toAccountItem } from "./accounts.rows.ts";

/**
 * The company's accounts in the person's reach as they lie beneath each other, with whom the provider bills for each: for whoever reads
 * billing, and of every company but the provider's own.
 */
export async function accountsOfCompany(
  tx: Tx,
  signedIn: SignedIn,
  { id, is_provider }: { id: number; is_provider: boolean },
  today: CalendarDate,
) {
  const viewer = viewerOf(signedIn);
  const rows = await tx.all(wholeOf(accountsMatching(signedIn, { company_id: id, sort: "hierarchy" }, today)));
  const reads_billing = readsBilling(viewer) && !is_provider;
  const payments = reads_billing ? await billingPaymentsOf(tx, id) : undefined;
  const accounts = rows.map((row) => ({
    ...toAccountItem(row, viewer, { today, anyListedCrmActive: false }),
    payment: payments?.get(row.id) ?? null,
  }));
  return { accounts, reads_billing };
}
