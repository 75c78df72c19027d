import type { Language } from "@okaeri/contract/errors";
import { sql } from "kysely";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import { addAccountMail } from "./account-mails.ts";
import { issueToken } from "./account-tokens.ts";

/** Mails an invitation to a pending user; an earlier one stops working. The mail leaves when the caller's transaction is kept. */
export async function inviteUser(
  app: App,
  tx: Tx,
  input: { userId: number; invitedBy: number | null; language: Language },
): Promise<void> {
  const found = await sql<{
    name: string;
    user_email: string;
  }>`select name, user_email from users where id = ${input.userId} and status = 'pending'`.execute(tx.db);
  const person = found.rows[0];
  if (!person) throw new Error(`user ${input.userId} is not waiting for an invitation`);
  const token = await issueToken(tx, {
    userId: input.userId,
    purpose: "invitation",
    now: app.clock.now(),
    createdBy: input.invitedBy,
  });
  await addAccountMail(app, tx, {
    kind: "invitation",
    to: person.user_email,
    name: person.name,
    token,
    language: input.language,
  });
}
