import { calendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../apps/server/src/database/connection.ts";
import { evaluateRanks, judgingOf } from "../apps/server/src/sections/ranks/evaluate-ranks.ts";
import { previewRanks } from "../apps/server/src/sections/ranks/preview-ranks.ts";
import { answer } from "./child.ts";
import { TODAY } from "./customers-data.ts";
import { openProduct } from "./product-app.ts";
import { HELD } from "./ranks-limit-sql.ts";

// The evaluation and the dry run of the largest programme. Each is rolled back, so that the data stays as it was made.
let open: Awaited<ReturnType<typeof openProduct>> | undefined;
const PROGRAMME = 1;
const today = calendarDate(TODAY);
/** Only to leave the transaction without a commit. */
class Done extends Error {}

async function timedAndUndone(
  work: (tx: Tx, rankId: number) => Promise<unknown>,
  result: (tx: Tx, found: unknown) => unknown = (_tx, found) => found,
): Promise<{ ms: number; result: unknown }> {
  let answer: { ms: number; result: unknown } = { ms: 0, result: null };
  const run = open?.app.database.inScope({ accountIds: [PROGRAMME] }, async (tx) => {
    const { id } = await tx.one<{ id: number }>`select id from ranks where account_id = ${PROGRAMME}`;
    const begun = performance.now();
    const found = await work(tx, id);
    const ms = performance.now() - begun;
    answer = { ms, result: await result(tx, found) };
    throw new Done();
  });
  await run?.catch((error) => {
    if (!(error instanceof Done)) throw error;
  });
  return answer;
}

answer(
  {
    async open({ url }: { url: string }) {
      open = await openProduct(url);
    },
    night: () =>
      timedAndUndone(
        (tx, rankId) => evaluateRanks(tx, PROGRAMME, rankId, today),
        (tx) => tx.all(sql.raw(HELD)),
      ),
    tried: () =>
      timedAndUndone(async (tx, rankId) => {
        const current = await judgingOf(tx, PROGRAMME, rankId);
        if (!current) throw new Error("no ranks");
        const details = current.steps.map(({ id, priority, threshold }) => ({
          id,
          priority,
          name: `${priority}`,
          total_stay: threshold === 5 ? 4 : threshold,
          total_use_price: null,
          total_get_point: null,
          min_use_point: null,
          max_use_point: null,
        }));
        const { base_month, active_month, definition } = current;
        const edit = { definition, base_month, active_month, base_date: 1, use_point_unit: 1, details };
        const scope = { accountId: PROGRAMME } as Parameters<typeof previewRanks>[1];
        const tried = { current: { ...current, names: new Map<number, string>() }, edit, day: today, named: true };
        const { customers, up, down, down_later } = await previewRanks(tx, scope, tried, { page: 1, size: 20 });
        return [{ customers, up, down: down + down_later }];
      }),
  },
  async () => open?.close(),
);
