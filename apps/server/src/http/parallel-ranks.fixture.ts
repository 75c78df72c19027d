import { answerOf, audited, type Bench, type Make } from "./parallel-saves.fixture.ts";

const definition = {
  ...{ definition: "stay", use_point_unit: 100, active_month: 12, base_month: 24, base_date: 1 },
  details: [{ name: "ゴールド", total_stay: 5, priority: 1 }],
};

/** The programme's definition; made where an earlier call has deleted it. */
async function definedRank({ boss, spot }: Bench): Promise<{ id: number; version: number }> {
  const url = `/ranks?account_id=${spot.accountId}`;
  const { items } = await answerOf(boss, "GET", url);
  return items[0] ?? (await answerOf(boss, "POST", url, definition));
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
  "ranks.preview": async (bench) => ({ ids: { id: (await definedRank(bench)).id }, body: definition }),
  "ranks.remove": async (bench) => {
    const { id, version } = await definedRank(bench);
    return { ids: { id }, body: { version, lose_ranks: true }, once: audited("ranks", id, "delete") };
  },
};
