import { sql } from "kysely";
import type { TestApp } from "../../test/app.ts";
import { accountMailJobs } from "../auth/account-mails.ts";

/** Does the waiting account mails and answers the newest link's token. */
export async function tokenFromMail(t: TestApp): Promise<string> {
  const jobs = await t.app.database.pool.query<{ data: { sealed: string } }>(
    "update pgboss.job set state = 'completed' where name = 'account-mail' and state = 'created' returning data",
  );
  for (const job of jobs.rows)
    await accountMailJobs(t.app)["account-mail"](job.data, { signal: new AbortController().signal, attempt: 0 });
  return t.mails.at(-1)?.text.match(/token=([\w-]+)/)?.[1] ?? "";
}

export async function openRecoveryCodeCount(t: TestApp, userId: number): Promise<number> {
  const found = await t.app.database.asSystem((tx) =>
    sql<{ n: number }>`select count(*)::int as n from recovery_codes where user_id = ${userId}`.execute(tx.db),
  );
  return found.rows[0]?.n ?? -1;
}
