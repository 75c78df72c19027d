import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../../app.ts";
import type { Tx } from "../../../database/connection.ts";
import type { JobData } from "../../../jobs/queues.ts";
import type { MailOutcome } from "../../../mail/mailer.ts";
import { recheckPermission, stillReaches } from "../../../session/recheck-permission.ts";
import { accountMailer } from "../account-mailer.ts";
import { claimTest, recordTest, type TestResult, type WaitingTest } from "./message-tests.ts";

/** Seconds until each further try. A person waits for it: after a quarter of an hour it is said that it did not arrive. */
const PACE: readonly number[] = [5, 30, 120, 600];

/** Sends tests of messages to people who work with the product. */
export function testJobs(app: App, pace = PACE) {
  return {
    "send-test": async ({ account_id: accountId, message_job_id: id }: JobData["send-test"]): Promise<void> => {
      const inAccount = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [accountId] }, work);
      const test = await inAccount((tx) => claimTest(tx, accountId, id));
      if (test === undefined) return;
      const gone = await whoIsGone(app, accountId, test);
      const messageId = `<t${id}.a${accountId}@${new URL(app.origin).hostname}>`;
      // As guests would get it, over the connections of people's mails.
      const mailer = await inAccount((tx) => accountMailer(tx, app, accountId, app.personMailer));
      const send = async () => {
        const [turn] = await inAccount((tx) => mailer.takeSlots(tx, [test.to_address], Number.POSITIVE_INFINITY));
        if (turn) await sleep(turn);
        return mailer.send({
          from: test.from_address,
          to: test.to_address,
          subject: test.title,
          text: test.body,
          html: test.html,
          messageId,
        });
      };
      const result: TestResult =
        gone === null
          ? resultOf(await send(), pace[test.attempt_count - 1] !== undefined)
          : { status: "failure", fault: gone, reason: "other" };
      const wait = pace[test.attempt_count - 1];
      const now = app.clock.now();
      await inAccount(async (tx) => {
        await recordTest(tx, { accountId, id, now, messageId }, result);
        if (result.status === "standby" && wait !== undefined)
          await app.jobs.add(
            tx,
            "send-test",
            { account_id: accountId, message_job_id: id },
            { startAfter: new Date(Date.now() + wait * 1_000) },
          );
      });
    },
  };
}

/** Who may no longer send it, or get it: asked again at each try (docs/adr/0290). */
async function whoIsGone(
  app: App,
  accountId: number,
  { created_by: initiator, to_user_id: receiver }: WaitingTest,
): Promise<"initiator_lost_right" | "receiver_gone" | null> {
  const may = { action: "campaigns/edit", accountIds: [accountId] } as const;
  if (initiator === null || !(await recheckPermission(app, initiator, may))) return "initiator_lost_right";
  return receiver !== null && (await stillReaches(app, receiver, accountId)) ? null : "receiver_gone";
}

/** What the mail server's answer means for a test. `again`: there is a try left. */
function resultOf(got: MailOutcome, again: boolean): TestResult {
  if (got.outcome === "sent" || got.outcome === "withheld") return { status: "done", fault: null, reason: null };
  if (got.outcome === "unknown") return { status: "failure", fault: "not_known", reason: "other" };
  if (got.outcome === "later") {
    const fault = got.serverDown ? "server_down" : "refused";
    return again ? { status: "standby", fault, reason: null } : { status: "failure", fault, reason: "other" };
  }
  return got.refusal?.verdict === "hard"
    ? { status: "failure", fault: "bounced", reason: "invalid_email" }
    : { status: "failure", fault: "refused", reason: "other" };
}
