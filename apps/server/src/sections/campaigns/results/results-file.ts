import { needsAction } from "@okaeri/contract/call";
import { RESULT_FIGURES, type ResultDimension } from "@okaeri/contract/campaigns/results/result-figures";
import { DIMENSION_WORDS, RESULT_WORDS } from "@okaeri/contract/campaigns/results/result-words";
import { resultQuestion } from "@okaeri/contract/campaigns/results/results";
import type { Language } from "@okaeri/contract/errors";
import { ID_TEXT } from "@okaeri/contract/paging";
import { calendarDate } from "@okaeri/domain/calendar-date";
import type { ActionType } from "@okaeri/domain/enumerations";
import { shownDate } from "@okaeri/domain/shown-dates";
import { z } from "zod";
import { recordAudit } from "../../../audit/record-audit.ts";
import { todayOf } from "../../../clock.ts";
import type { CsvFile } from "../../../files/csv-file.ts";
import { type ExportColumn, headingOf, lineOf } from "../../../files/list-export.ts";
import { CallError } from "../../../http/errors.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import { readResults } from "./read-results.ts";
import { isCampaign } from "./results.queries.ts";

const input = z.object(resultQuestion);
type Results = Awaited<ReturnType<typeof readResults>>;
/** A row of the results, or all of them together: without a key. */
type Line = Omit<Results["rows"][number], "key"> & { key: string | number | null };

const FILE_NAME = { ja: "キャンペーンの結果", en: "campaign_results" };
const TOTAL = { ja: "合計", en: "Total" };
const GONE = { ja: "外したセグメント", en: "Removed segment" };
const KINDS: Record<ActionType, Record<Language, string>> = {
  point: { ja: "ポイント", en: "Points" },
  coupon: { ja: "クーポン", en: "Coupon" },
  line: { ja: "LINE", en: "LINE" },
  mail: { ja: "メール", en: "Mail" },
};

function placeOf({ priority_seq: n }: Line, language: Language): string {
  if (n === null) return "";
  if (n === 0) return GONE[language];
  return language === "ja" ? `セグメント${n}` : `Segment ${n}`;
}

function nameOf(by: ResultDimension, line: Line, language: Language): string {
  if (line.key === null) return TOTAL[language];
  if (by === "day") return shownDate(calendarDate(`${line.key}`), language);
  if (by === "segment") return line.name ?? placeOf(line, language);
  if (by === "facility") return line.name ?? `${line.key}`;
  return line.type === null ? "" : KINDS[line.type][language];
}

/** A figure that such a row cannot have is an empty cell. */
const FIGURES = RESULT_FIGURES.map(
  (figure): ExportColumn<Line> => ({ ...RESULT_WORDS[figure], cell: (line) => line[figure] ?? "" }),
);

function columnsOf(by: ResultDimension): ExportColumn<Line>[] {
  const ofActions: ExportColumn<Line>[] = [
    { ja: "件名・クーポン名", en: "Subject or coupon", cell: ({ name }) => name ?? "" },
    { ja: "セグメント", en: "Segment", cell: (line, language) => placeOf(line, language) },
    ...(by === "variant"
      ? [{ ja: "比較の案", en: "Variant", cell: ({ variant }: Line) => variant ?? "" } satisfies ExportColumn<Line>]
      : []),
  ];
  return [
    { ...DIMENSION_WORDS[by], cell: (line, language) => nameOf(by, line, language) },
    ...(by === "action" || by === "variant" ? ofActions : []),
    ...FIGURES,
  ];
}

function linesOf(by: ResultDimension, { rows, total }: Results, language: Language): string {
  const columns = columnsOf(by);
  const sum: Line = { ...total, key: null, name: null, type: null, priority_seq: null, variant: null };
  return [headingOf(columns, language), ...[...rows, sum].map((line) => lineOf(columns, line, language))].join("");
}

/** The results of a campaign by one of their dimensions: each row of the page with all figures, and the total. */
export const resultsFile = (kinds: ActionKinds): CsvFile => ({
  path: "/api/campaigns/:id/results.csv",
  needs: needsAction("campaigns/read"),
  input,
  async open({ app, scope, language, ip, params, filter }) {
    if (!scope || !ID_TEXT.test(params.id ?? "")) throw new CallError("NOT_FOUND");
    const id = Number(params.id);
    const question = { ...(filter as z.output<typeof input>), id };
    const today = todayOf(app.clock);
    const results = await app.database.inScope(scope, async (tx) => {
      if (!(await isCampaign(tx, scope.accountId, id))) throw new CallError("NOT_FOUND");
      return readResults(tx, kinds, scope, question, today);
    });
    const { from, to } = results;
    async function* lines(): AsyncGenerator<string> {
      yield linesOf(question.by, results, language);
    }
    return {
      fileName: `${FILE_NAME[language]}_${id}_${from}_${to}`,
      plainName: "campaign_results",
      lines: lines(),
      record: () =>
        app.database.inScope(scope, (tx) =>
          recordAudit(tx, {
            actorUserId: scope.userId,
            ip,
            action: "export",
            entity: "campaign_results",
            entityId: id,
            accountId: scope.accountId,
            after: { by: question.by, from, to },
          }),
        ),
    };
  },
});
