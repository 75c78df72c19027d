import { calendarDate } from "@okaeri/domain/calendar-date";
import { type Database, openDatabase } from "../apps/server/src/database/connection.ts";
import { useWithinLimits } from "../apps/server/src/sections/points/use-within-limits.ts";
import { heldRanks } from "../apps/server/src/sections/ranks/held-ranks.read.ts";
import { answer } from "./child.ts";

// One process that uses points as the product does, and one that updates one row at a time: twenty of each at once.
let database: Database | undefined;
const WARM = 0.3;
const TODAY = calendarDate("2026-11-20");
type Ask = { workers: number; seconds: number; customers: number };

function opened(): Database {
  if (!database) throw new Error("not open yet");
  return database;
}

/** So many at a time for so long; what begins in the first moments is not counted. */
async function rateOf({ workers, seconds }: Ask, once: (n: number) => Promise<void>) {
  const times: number[] = [];
  const begun = performance.now();
  const counted = begun + WARM * 1_000;
  const end = counted + seconds * 1_000;
  let n = 0;
  const worker = async () => {
    for (let now = performance.now(); now < end; now = performance.now()) {
      await once(n++);
      if (now >= counted) times.push(performance.now() - now);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN };
}

/** Spread over the customers; 0: always the one after the last. */
const customerOf = (n: number, customers: number) => (customers === 0 ? 2_001 : 1 + ((n * 7919) % customers));
let serial = 0;
const series = Date.now();

answer(
  {
    async open({ url }: { url: string }) {
      database = openDatabase(url, { max: 20 });
    },
    spend: (ask: Ask) =>
      rateOf(ask, async (n) => {
        const run = { accountId: 1, today: TODAY, userId: 1, heldRanks };
        const use = {
          facilityAccountId: 101,
          stayReservationId: null,
          points: 7,
          remarks: "",
          idempotencyKey: `${series}:${serial++}`,
        };
        const used = await opened().inScope({ accountIds: [1] }, (tx) =>
          useWithinLimits(tx, run, { ...use, customerId: customerOf(n, ask.customers) }),
        );
        if ("refused" in used) throw new Error("a guest has no points left: make the data anew with --fresh");
      }),
    /** The same rows by one function in one message, as who asks no policies. */
    byHand: (ask: Ask) =>
      rateOf(ask, async (n) => {
        const text = "select use_by_hand(1, $1, 101, 7, '2026-11-20', $2) as made";
        const values = [customerOf(n, ask.customers), `${series}:hand:${serial++}`];
        const { rows } = await opened().pool.query({ name: "by hand", text, values });
        if (rows[0]?.made === null) throw new Error("a guest has no points left: make the data anew with --fresh");
      }),
    /** What PostgreSQL and one process can do at all: one row, as who asks no policies. */
    update: (ask: Ask) =>
      rateOf(ask, async (n) => {
        const text = "update point_accounts set updated_at = now() where account_id = 1 and customer_id = $1";
        await opened().pool.query({ name: "bare", text, values: [customerOf(n, ask.customers)] });
      }),
  },
  async () => database?.close(),
);
