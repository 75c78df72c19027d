import { needsAction } from "@okaeri/contract/call";
import { date, ID_TEXT } from "@okaeri/contract/paging";
import { calendarDate, formatJa } from "@okaeri/domain/calendar-date";
import { type CsvCell, csvLine } from "@okaeri/domain/csv";
import { flowPosition } from "@okaeri/domain/rfms/flow";
import { PLACE_WORDS } from "@okaeri/domain/rfms/place-words";
import { RFM_AXES, SCORES } from "@okaeri/domain/rfms/score";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { CsvFile, FileRequest } from "../../files/csv-file.ts";
import { CallError } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import { movementOf } from "./movement.ts";
import { type RfmGuestsSql, rfmsOf, scoredCells } from "./rfms.queries.ts";
import { rfmItem } from "./rfms.rows.ts";

type Words = "ja" | "en";
type Table = { fileName: string; rows: CsvCell[][] };
type TableRequest = { tx: Tx; scope: Scope; guests: RfmGuestsSql; id: number; language: Words; request: FileRequest };

/** The heat map, as the page shows it: every combination of R and F. */
export const heatMapFile = fileOf("heatmap", z.object({}), async ({ tx, scope, guests, id, language }) => {
  const item = await shownRfm(tx, scope, guests, id);
  const head = {
    ja: ["R", "F", "人数", "Mの平均", "利用金額の合計"],
    en: ["R", "F", "Guests", "Mean M", "Total spend"],
  };
  const cells = item.heatmap.toSorted(
    (a, b) => b.recency_score - a.recency_score || b.frequency_score - a.frequency_score,
  );
  return {
    fileName: { ja: "RFMヒートマップ", en: "rfm_heat_map" }[language],
    rows: [
      head[language],
      ...cells.map((cell) => [
        cell.recency_score,
        cell.frequency_score,
        cell.count,
        cell.monetary_score ?? "",
        cell.use_price,
      ]),
    ],
  };
});

/** Guests of each score, the best first. */
export const scoresFile = fileOf("scores", z.object({}), async ({ tx, scope, guests, id, language }) => {
  const { scores } = await shownRfm(tx, scope, guests, id);
  const counted = (axis: (typeof RFM_AXES)[number], score: number) =>
    scores[axis].find((one) => one.score === score)?.count ?? 0;
  return {
    fileName: { ja: "RFMスコア別の人数", en: "guests_by_rfm_score" }[language],
    rows: [
      { ja: ["スコア", "Rの人数", "Fの人数", "Mの人数"], en: ["Score", "Guests of R", "Guests of F", "Guests of M"] }[
        language
      ],
      ...SCORES.toReversed().map((score) => [score, ...RFM_AXES.map((axis) => counted(axis, score))]),
    ],
  };
});

/** Guests of each group, and those of none, in the order of the page's bars. */
export const groupsFile = fileOf("groups", z.object({}), async ({ tx, scope, guests, id, language }) => {
  const { groups, customers_scored } = await shownRfm(tx, scope, guests, id);
  const counts = new Map<string, number>();
  for (const { name, count } of groups) counts.set(name, (counts.get(name) ?? 0) + count);
  const outside = customers_scored - [...counts.values()].reduce((sum, count) => sum + count, 0);
  return {
    fileName: { ja: "RFMグループ別の人数", en: "guests_by_rfm_group" }[language],
    rows: [
      { ja: ["グループ", "人数"], en: ["Group", "Guests"] }[language],
      ...counts,
      [PLACE_WORDS[language].none, outside],
    ],
  };
});

/** Who moved between two evenings. */
export const movementFile = fileOf(
  "movement",
  z.object({ from: date.optional(), to: date.optional() }),
  async ({ tx, scope, guests, id, language, request }) => {
    const period = request.filter as { from?: string; to?: string };
    const { from, to, groups, flows } = await movementOf(
      tx,
      scope,
      guests,
      { id, ...period },
      todayOf(request.app.clock),
    );
    const day = (text: string) => (language === "ja" ? formatJa(calendarDate(text)) : text);
    const place = (text: string) => {
      const at = flowPosition(text);
      return typeof at === "number" ? (groups.find(({ id }) => id === at)?.name ?? "") : PLACE_WORDS[language][at];
    };
    const head = {
      ja: [`${day(from)}のグループ`, `${day(to)}のグループ`, "人数"],
      en: [`Group on ${from}`, `Group on ${to}`, "Guests"],
    };
    return {
      fileName: { ja: "RFMグループの移動", en: "rfm_movement" }[language],
      rows: [head[language], ...flows.map(({ was, is, count }) => [place(was), place(is), count])],
    };
  },
);

async function shownRfm(tx: Tx, scope: Scope, guests: RfmGuestsSql, id: number) {
  const [row] = await rfmsOf(tx, scope, id);
  if (!row) throw new CallError("NOT_FOUND");
  return rfmItem(row, { cells: await scoredCells(tx, scope, guests), customers: 0, jobs: [] }, []);
}

/** A file of one RFM's figures: nobody's data, so the right to read RFM is enough. */
function fileOf(name: string, input: CsvFile["input"], tableOf: (period: TableRequest) => Promise<Table>) {
  return (guests: RfmGuestsSql): CsvFile => ({
    path: `/api/rfms/:id/${name}.csv`,
    needs: needsAction("rfms/read"),
    input,
    async open(request) {
      const { app, scope, language, ip, params } = request;
      if (!scope || !ID_TEXT.test(params.id ?? "")) throw new CallError("NOT_FOUND");
      const id = Number(params.id);
      const { fileName, rows } = await app.database.inScope(scope, (tx) =>
        tableOf({ tx, scope, guests, id, language, request }),
      );
      async function* lines(): AsyncGenerator<string> {
        for (const row of rows) yield csvLine(row);
      }
      const entry = {
        action: "export",
        entity: "rfms",
        entityId: id,
        accountId: scope.accountId,
        after: { file: name },
      };
      return {
        fileName,
        plainName: `rfm_${name}`,
        lines: lines(),
        record: () => app.database.inScope(scope, (tx) => recordAudit(tx, { ...entry, actorUserId: scope.userId, ip })),
      };
    },
  });
}
