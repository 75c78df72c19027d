import { sql } from "kysely";
import type { JobHandlers } from "../../jobs/jobs.ts";
import { QUEUES, type QueueName } from "../../jobs/queues.ts";
import { all, makeInn, pointAction, promotion } from "../../sections/campaigns/campaigns.fixture.ts";
import { csvOf, queued } from "../../sections/imports/imports.fixture.ts";
import { type Caller, type Facility, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { touchedRows } from "../../test/touched-rows.ts";
import { jobHandlers } from "../job-handlers.ts";

// An account of so many guests, brought by the product: by an import, a basic campaign, ranks and RFM. Next to it is a small account that
// the planner has seen.

/**
 * Statistics of the planner when the work begins: of the neighbour's rows only; those that the product's own ANALYZE collects
 * (database/statistics.ts); or those of every table.
 */
export type Planner = "before ANALYZE" | "by the product" | "after ANALYZE";

/** Rows touched by statement, of each piece of work. */
export type Touched = Map<string, Map<string, number>>;

// biome-ignore lint/suspicious/noExplicitAny: answers of the calls, looked at field by field.
type Answer = any;

export type GrowingAccount = Facility & {
  t: TestApp;
  guests: number;
  staff: Caller;
  userId: number;
  rfmId: number;
  rankDetailId: number;
  basicId: number;
  touched: Touched;
  /** A campaign that was sent. */
  campaignId: number;
  /** Adds the rows that this work's statements touch under its name. */
  note(name: string, work: () => Promise<unknown>): Promise<void>;
  /** Lets the planner look at the tables, where it is to have looked. */
  plan(): Promise<void>;
  /** A call that must succeed. */
  call(method: "GET" | "POST" | "PUT", path: string, payload?: object): Promise<Answer>;
  /** Statements past all policies, with the account as $1. */
  past(statement: string): Promise<void>;
  setNow(now: string): void;
  /** Does the jobs that wait, and those they add, and notes what each queue's statements touch. */
  drain(): Promise<void>;
  /** What the clock brings. */
  due(...names: QueueName[]): Promise<void>;
  close(): Promise<void>;
};

const NEIGHBOURS = 40;
const run = { signal: new AbortController().signal, attempt: 0 };
const day = (from: string, plus: number) =>
  new Date(Date.parse(`${from}T00:00:00Z`) + plus * 86_400_000).toISOString().slice(0, 10);

/** A stay of each guest in the past year, one of this week, and a booking that is to come. */
export function bookings(count: number, { from = 0, price = 12_000 } = {}): Record<string, string>[] {
  const columns = (n: number, code: string, checkIn: string, state: string) => ({
    予約番号: `${code}${n}`,
    予約状態: state,
    氏名: `客 ${n}`,
    フリガナ: `キャク ${n}`,
    メールアドレス: `guest${n}@example.jp`,
    生年月日: day("1960-01-01", n * 13),
    予約日: day(checkIn, -3),
    チェックイン日: checkIn,
    チェックアウト日: day(checkIn, 1),
    利用金額: state === "チェックアウト" ? String(price + (n % 7) * 1_000) : "",
  });
  return Array.from({ length: count }, (_, at) => at + from).flatMap((n) => [
    columns(n, "A", day("2026-01-10", n % 300), "チェックアウト"),
    columns(n, "B", day("2026-11-12", n % 5), "チェックアウト"),
    columns(n, "C", "2026-11-25", "予約"),
  ]);
}

/** @param count How rows are counted while the account works. */
export async function openGrowingAccount(
  guests: number,
  planner: Planner,
  count: typeof touchedRows = touchedRows,
): Promise<GrowingAccount> {
  let now = new Date("2026-11-20T03:00:00Z");
  // Statements that are planned once would be planned for no account in particular.
  const plannedOnce = process.env.PLANNED_ONCE;
  delete process.env.PLANNED_ONCE;
  const t = await testApp({ clock: { now: () => now } }).finally(() => {
    if (plannedOnce !== undefined) process.env.PLANNED_ONCE = plannedOnce;
  });
  const touched: Touched = new Map();
  const note = async (name: string, work: () => Promise<unknown>) => {
    const of = touched.get(name) ?? new Map<string, number>();
    touched.set(name, of);
    for (const [text, rows] of await count(work)) of.set(text, (of.get(text) ?? 0) + rows);
  };
  const handlers = jobHandlers(t.app);
  const watched = Object.fromEntries(
    QUEUES.map((name) => [name, (data: never, about: never) => note(name, () => handlers[name](data, about))]),
  ) as unknown as JobHandlers;

  const neighbour = await makeProgramme(t, "隣の宿");
  await queued(t.app, neighbour.accountId, neighbour.accountId, csvOf(bookings(NEIGHBOURS))).then((id) =>
    handlers["import-reservations"]({ account_id: neighbour.accountId, import_batch_id: id }, run),
  );
  await t.app.jobs.drain(handlers);
  await t.past.pool.query("analyze");
  // The product's own ANALYZE after large pieces of work is what the statements must do without.
  if (planner === "before ANALYZE")
    await t.past.pool.query("revoke maintain on all tables in schema public from okaeri_app");
  const inn = await makeProgramme(t, "宿");
  const plan = async () => {
    if (planner === "after ANALYZE") await t.past.pool.query("analyze");
  };
  return {
    ...inn,
    t,
    guests,
    touched,
    campaignId: 0,
    note,
    plan,
    async call(method, path, payload) {
      const staff = await t.as(inn.userId);
      const answer = await staff({ method, url: `/api${path}`, ...(payload ? { payload } : {}) });
      if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.body}`);
      return answer.json();
    },
    past: async (statement) => void (await t.past.pool.query(statement, [inn.accountId])),
    setNow: (time) => {
      now = new Date(time);
    },
    async drain() {
      await plan();
      await t.app.jobs.drain(watched);
    },
    async due(...names) {
      await plan();
      for (const name of names) await watched[name]({} as never, run);
    },
    close: () => t.close(),
  };
}

/** With ranks, RFM and its groups, a campaign that pays stays, and member numbers that are issued. */
async function makeProgramme(t: TestApp, name: string) {
  const inn = await makeInn(t.app, name);
  const userId = await makeUser(t.app, inn, "role_admin", ["*"]);
  const staff = await t.as(userId);
  const target = all({ field: "stay_count", operator: ">=", value: 1 });
  const document = promotion({
    type: "basic",
    segments: [{ id: null, priority_seq: 1, target, actions: [pointAction(1_500)] }],
  });
  const made = await staff({ method: "POST", url: "/api/campaigns", payload: document });
  if (made.statusCode !== 200) throw new Error(made.body);
  const basicId: number = made.json().id;
  const on = await staff({ method: "POST", url: `/api/campaigns/${basicId}/activate`, payload: { version: 1 } });
  if (on.statusCode !== 200) throw new Error(on.body);
  const ids = await t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => {
    await sql`update account_settings set member_number_issue = 'registration', quiet_from = null, quiet_until = null,
      grace_above_count = null, approval_above_count = null`.execute(tx.db);
    const rank = await tx.one<{
      id: number;
    }>`insert into ranks (account_id, definition, active_month, base_month, valid_from)
      values (${inn.accountId}, 'stay', 12, 24, '2026-01-01') returning id`;
    const detail = await tx.one<{
      id: number;
    }>`insert into rank_details (account_id, rank_id, name, total_stay, priority)
      values (${inn.accountId}, ${rank.id}, 'ゴールド', 1, 1) returning id`;
    const rfm = await tx.one<{ id: number }>`insert into rfms (account_id) values (${inn.accountId}) returning id`;
    await tx.run`insert into rfm_details (account_id, rfm_id, score, recency, frequency, monetary, priority)
      select ${inn.accountId}, ${rfm.id}, n, (6 - n) * 60, n - 1, (n - 1) * 6000, 6 - n from generate_series(1, 5) n`;
    await tx.run`insert into rfm_groups (account_id, rfm_id, name, recency_score, frequency_score, monetary_score, priority)
      select ${inn.accountId}, ${rfm.id}, 'R' || n, n, n % 3 + 1, 1, n from generate_series(1, 5) n`;
    return { rankDetailId: detail.id, rfmId: rfm.id };
  });
  return { ...inn, ...ids, userId, staff, basicId };
}

/** At most so many times the rows for four times the guests, and so many more for each guest: small tables are read whole. */
const TIMES = 5;
const ROWS_OF_GUEST = 20;

/**
 * Statements that touched more than that: the work, rows for many guests and for few, and the statement.
 * @param known Pieces of work of which it is known, each with its reason.
 */
export function grownFaster(
  few: GrowingAccount,
  many: GrowingAccount,
  known: Readonly<Record<string, string>> = {},
): [work: string, many: number, few: number, text: string][] {
  return [...many.touched].flatMap(([work, statements]) =>
    [...statements].flatMap(([text, rows]): [string, number, number, string][] => {
      const before = few.touched.get(work)?.get(text) ?? 0;
      const isFaster = rows > TIMES * before + ROWS_OF_GUEST * many.guests;
      return isFaster && !(work in known) ? [[work, rows, before, text.replace(/\s+/g, " ").slice(0, 200)]] : [];
    }),
  );
}
