import { needsAction } from "@okaeri/contract/call";
import { ID_TEXT } from "@okaeri/contract/paging";
import { calendarDate, formatJa } from "@okaeri/domain/calendar-date";
import { type CsvCell, csvLine } from "@okaeri/domain/csv";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { CsvFile, FileRequest } from "../../files/csv-file.ts";
import { CallError } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import { rankMonths } from "./rank-months.queries.ts";
import { type RankGuestsSql, ranksWithDistribution } from "./ranks.queries.ts";

type TableRequest = { tx: Tx; scope: Scope; id: number; request: FileRequest };
type Table = { fileName: string; rows: CsvCell[][] };

/** How many guests hold each rank today, and how many none, in the order of the page's bars. */
export const rankDistributionFile = (guests: RankGuestsSql): CsvFile =>
  fileOf("distribution", async ({ tx, scope, id, request: { app, language } }) => {
    const [rank] = await ranksWithDistribution(tx, scope, { ...guests, today: todayOf(app.clock) }, id);
    if (!rank) throw new CallError("NOT_FOUND");
    return {
      fileName: { ja: "ランクごとの人数", en: "guests_per_rank" }[language],
      rows: [
        { ja: ["ランク", "人数", "うち手動で付けた人数"], en: ["Rank", "Guests", "Of them by hand"] }[language],
        ...rank.details.map(({ name, count, manual_count }) => [name, count, manual_count]),
        [{ ja: "ランクのないお客様", en: "Guests without a rank" }[language], rank.customers_without_rank, 0],
      ],
    };
  });

/** How many guests held each rank at the ends of months, as the page shows it. */
export const rankMonthsFile: CsvFile = fileOf("months", async ({ tx, scope, id, request: { language } }) => {
  const found = await rankMonths(tx, scope.accountId, id);
  if (!found) throw new CallError("NOT_FOUND");
  const { tiers, months } = found;
  return {
    fileName: { ja: "月末のランク別人数", en: "guests_by_rank" }[language],
    rows: [
      [{ ja: "月末", en: "Month end" }[language], ...tiers.map(({ name }) => name)],
      ...months.map(({ month_end, counts }) => [
        language === "ja" ? formatJa(calendarDate(month_end)) : month_end,
        ...tiers.map((tier) => counts.find((one) => one.rank_detail_id === tier.id)?.count ?? ""),
      ]),
    ],
  };
});

/** A file of one definition's figures: nobody's data, so the right to read ranks is enough. */
function fileOf(name: string, tableOf: (input: TableRequest) => Promise<Table>): CsvFile {
  return {
    path: `/api/ranks/:id/${name}.csv`,
    needs: needsAction("ranks/read"),
    input: z.object({}),
    async open(request) {
      const { app, scope, ip, params } = request;
      if (!scope || !ID_TEXT.test(params.id ?? "")) throw new CallError("NOT_FOUND");
      const id = Number(params.id);
      const { fileName, rows } = await app.database.inScope(scope, (tx) => tableOf({ tx, scope, id, request }));
      async function* lines(): AsyncGenerator<string> {
        for (const row of rows) yield csvLine(row);
      }
      const { accountId, userId: actorUserId } = scope;
      const about = { action: "export", entity: "ranks", entityId: id, after: { file: name } };
      return {
        fileName,
        plainName: `ranks_${name}`,
        lines: lines(),
        record: () => app.database.inScope(scope, (tx) => recordAudit(tx, { actorUserId, ip, accountId, ...about })),
      };
    },
  };
}
