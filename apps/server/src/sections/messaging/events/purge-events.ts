import { type Term, yearsBefore } from "../../../jobs/terms.ts";

/** As long as what was sent is kept. */
const YEARS = 3;

/** What happened to mails; the days it counted for stay. */
export const oldMessageEvents: Term = {
  table: "message_events",
  of: "programmes",
  steps:
    () =>
    async (tx, { accountId, now, most }) => {
      const { ended } = await tx.one<{ ended: number }>`
        select end_message_events(${accountId}, ${yearsBefore(now, YEARS)}, ${most}) as ended`;
      return { ended, more: ended === most };
    },
};
