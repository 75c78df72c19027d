import { makeCustomer, within } from "../sections/customers/customers.fixture.ts";
import { answerOf, audited, type Bench, type Make } from "./parallel-saves.fixture.ts";

const definition = {
  definition: "stay",
  use_point_unit: 100,
  active_month: 12,
  base_month: 24,
  base_date: 1,
  details: [{ name: "ゴールド", total_stay: 5, priority: 1 }],
};

/** The programme's definition. */
function definedRank({ boss, spot }: Bench): Promise<{ id: number; version: number }> {
  return answerOf(boss, "POST", `/ranks?account_id=${spot.accountId}`, definition);
}

/** A guest, a tier to give, and what the person saw last. */
async function guestOf(bench: Bench, given: boolean) {
  const { t, spot, boss } = bench;
  await definedRank(bench);
  const id = await within(t.app, [spot.accountId], (tx) => makeCustomer(tx, spot.accountId, { name: "位 花子" }));
  const url = `/customers/${id}/rank`;
  const asked = `?account_id=${spot.accountId}`;
  const { version, tiers } = await answerOf(boss, "GET", `${url}${asked}`);
  const body = { version, rank_detail_id: tiers[0].id, expiration_date: null, remarks: "お詫び" };
  if (!given) return { id, body };
  const now = await answerOf(boss, "POST", `${url}${asked}`, body);
  return { id, body: { version: now.version } };
}

/** The definition of ranks of a programme: there is one. */
export const RANK_SAVES: Record<string, Make> = {
  "ranks.create": ({ spot }) => ({
    body: definition,
    once: `select from ranks where account_id = ${spot.accountId} and active_status = 'active'`,
  }),
  "ranks.suggest": () => ({ body: { definition: "stay", base_month: 24 } }),
  "ranks.previewNew": () => ({ body: definition }),
  "ranks.update": async (bench) => {
    const { id, version } = await definedRank(bench);
    return { ids: { id }, body: { ...definition, version }, once: audited("ranks", id, "update") };
  },
  "ranks.evaluate": async (bench) => {
    const { id } = await definedRank(bench);
    return { ids: { id }, body: {}, once: audited("ranks", id, "evaluate") };
  },
  "ranks.preview": async (bench) => ({ ids: { id: (await definedRank(bench)).id }, body: definition }),
  "ranks.give": async (bench) => {
    const { id, body } = await guestOf(bench, false);
    return { ids: { id }, body, once: audited("customer_ranks", id, "give_rank") };
  },
  "ranks.endGiven": async (bench) => {
    const { id, body } = await guestOf(bench, true);
    return { ids: { id }, body: { ...body, remarks: "x" }, once: audited("customer_ranks", id, "end_rank") };
  },
  "ranks.undoGiven": async (bench) => {
    const { id, body } = await guestOf(bench, true);
    return { ids: { id }, body, once: audited("customer_ranks", id, "undo_rank") };
  },
  "ranks.remove": async (bench) => {
    const { id, version } = await definedRank(bench);
    return { ids: { id }, body: { version, lose_ranks: true }, once: audited("ranks", id, "delete") };
  },
};
