import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Clock } from "../../clock.ts";
import { openMailer } from "../../mail/mailer.ts";
import { pushEngine, pushHandlers } from "../../main/push-engine.ts";
import { type Caller, type Facility, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { openSmtpSink, type SinkVerdict, type SmtpSink } from "../../test/smtp-sink.ts";
import { revivePushes } from "../pushes/revive-pushes.ts";
import { handlersFor, makeInn, until } from "./campaigns.fixture.ts";

export const FAST = { retryDelaysSeconds: [0.05, 0.05, 0.05, 0.05], outageSeconds: 1 };

type Verdict = (recipient: string, received: readonly string[]) => SinkVerdict | Promise<SinkVerdict>;
type RuleColumn = "approval_above_count" | "grace_above_count" | "grace_seconds" | "quiet_from" | "quiet_until";
type Statement<T> = ReturnType<typeof sql<T>>;
// biome-ignore lint/suspicious/noExplicitAny: answers of the calls, looked at field by field.
type Answer = any;

/** An inn with an administrator, the job engine, and a mail server that does what `verdict` says. */
export type Pipeline = {
  t: TestApp;
  sink: SmtpSink;
  inn: Facility;
  staff: Caller;
  verdict: Verdict;
  /** A call that must succeed. */
  call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object): Promise<Answer>;
  detail(id: number): Promise<Answer>;
  /** Saved and activated. */
  started(document: CampaignEdit): Promise<number>;
  /** Activated, the recipients fixed, nothing sent yet. */
  frozen(document: CampaignEdit): Promise<{ id: number; pushActionId: number }>;
  /** What the account asks of its sends, beside what it has. */
  rules(rules: Partial<Record<RuleColumn, number | string | null>>): Promise<void>;
  /** Does the jobs that wait, and those they add, here and now. */
  drain(): Promise<void>;
  /** What the clock does every minute, and the jobs it finds. */
  wake(): Promise<void>;
  /** Lets the job engine work from now on. */
  work(): Promise<void>;
  rest(id: number): Promise<void>;
  query<T>(statement: Statement<T>): Promise<T[]>;
  /** Outcome and reason by address. */
  outcomes(id: number): Promise<Record<string, [string, string | null]>>;
  close(): Promise<void>;
};

export async function openPipeline(options: { clock?: Clock } = {}): Promise<Pipeline> {
  const sink = await openSmtpSink((recipient, received) => p.verdict(recipient, received));
  const mailer = openMailer(sink.url);
  const t = await testApp({ ...options, mailer });
  const inn = await makeInn(t.app, "宿");
  const administrator = await makeUser(t.app, inn, "role_admin", ["*"]);
  const staff = await t.as(administrator);
  const p: Pipeline = {
    t,
    sink,
    inn,
    staff,
    verdict: () => "take",
    async call(method, path, payload) {
      // A clock that is moved on would end the session.
      const caller = options.clock ? await t.as(administrator) : staff;
      const answer = await caller({ method, url: `/api${path}`, ...(payload ? { payload } : {}) });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    },
    detail: (id) => p.call("GET", `/campaigns/${id}`),
    async started(document) {
      const { id } = await p.call("POST", "/campaigns", document);
      await p.call("POST", `/campaigns/${id}/activate`, { version: 1 });
      return id;
    },
    async frozen(document) {
      const id = await p.started(document);
      const pushActionId: number = (await p.detail(id)).pushes.at(-1).id;
      const data = { account_id: inn.accountId, push_action_id: pushActionId };
      await pushHandlers(t.app, FAST)["snapshot-recipients"](data, {
        signal: new AbortController().signal,
        attempt: 0,
      });
      return { id, pushActionId };
    },
    async rules(rules) {
      const assigned = Object.entries(rules).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
      await p.query(sql`update account_settings set ${sql.join(assigned)}`);
    },
    drain: () => t.app.jobs.drain(handlersFor(t.app, FAST)),
    async wake() {
      await revivePushes(pushEngine(t.app, FAST));
      await p.drain();
    },
    work: () => t.app.jobs.work(handlersFor(t.app, FAST)),
    rest: (id) => until("the send ends", async () => !(await p.detail(id)).sending),
    query: (statement) =>
      t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => (await statement.execute(tx.db)).rows),
    async outcomes(id) {
      const { items } = await p.call("GET", `/campaigns/${id}/recipients?size=100`);
      return Object.fromEntries(
        items.map((item: { address: string; outcome: string; reason: string | null }) => [
          item.address,
          [item.outcome, item.reason],
        ]),
      );
    },
    async close() {
      await t.close();
      mailer.close();
      await sink.close();
    },
  };
  return p;
}
