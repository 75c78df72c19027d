import { type Term, yearsBefore } from "../jobs/terms.ts";

/** Lines of the audit log after so many years. */
export function auditLines(years: number): Term {
  return {
    table: "audit_logs",
    of: "everybody",
    steps:
      () =>
      async (tx, { accountId, now, most }) => {
        const { ended } = await tx.one<{ ended: number }>`
        select end_audit_lines(${accountId}, ${yearsBefore(now, years)}, ${most}) as ended`;
        return { ended, more: ended === most };
      },
  };
}
