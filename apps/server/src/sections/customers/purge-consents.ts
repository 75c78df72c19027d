import { type Term, yearsBefore } from "../../jobs/terms.ts";

/** 特定電子メール法: a proof is kept for three years after the last message that it allowed; what is in force is kept on. */
const PROOF_YEARS = 3;

/** Entries of the consent ledger that a newer one replaced, and those of guests who were erased. */
export const consentProofs: Term = {
  table: "customer_consents",
  of: "programmes",
  steps: () => {
    let after = 0;
    return async (tx, { accountId, now, most }) => {
      const { last_id, ended } = await tx.one<{ last_id: number | null; ended: number }>`
        select last_id, ended
        from end_consents(${accountId}, ${yearsBefore(now, PROOF_YEARS)}, ${after}, ${most})`;
      after = last_id ?? after;
      return { ended, more: last_id !== null };
    };
  },
};
