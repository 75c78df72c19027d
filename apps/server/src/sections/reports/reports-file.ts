import { needsAction } from "@okaeri/contract/call";
import { ATTRIBUTED, ATTRIBUTED_WORDS } from "@okaeri/contract/campaigns/results/attributed-words";
import { FIGURE_WORDS } from "@okaeri/contract/campaigns/results/figure-words";
import { SPENT, SPENT_WORDS } from "@okaeri/contract/campaigns/results/spent-words";
import type { Language } from "@okaeri/contract/errors";
import { reportPeriod } from "@okaeri/contract/reports";
import { todayInTokyo } from "@okaeri/domain/calendar-date";
import type { CsvCell } from "@okaeri/domain/csv";
import { REACTIONS } from "@okaeri/domain/pushes/reactions";
import { CAMPAIGN_RESULT_SORTS, DEFAULT_RESULT_SORT, sortedCampaigns } from "@okaeri/domain/reports/sort-campaigns";
import { shownDate, shownMonth } from "@okaeri/domain/shown-dates";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { todayOf } from "../../clock.ts";
import type { CsvFile } from "../../files/csv-file.ts";
import { type ExportColumn, headingOf, lineOf } from "../../files/list-export.ts";
import { CallError } from "../../http/errors.ts";
import { reportOverview } from "./report-overview.ts";

const TABLES = ["campaigns", "points", "stays"] as const;
type Table = (typeof TABLES)[number];
type Overview = Awaited<ReturnType<typeof reportOverview>>;

const input = z.object({
  table: z.enum(TABLES),
  ...reportPeriod.shape,
  sort: z.enum(CAMPAIGN_RESULT_SORTS.flatMap((field) => [field, `-${field}`])).default(DEFAULT_RESULT_SORT),
});

const NAMES: Record<Table, Record<Language, string>> = {
  campaigns: { ja: "キャンペーン結果", en: "campaign_results" },
  points: { ja: "ポイント", en: "points" },
  stays: { ja: "宿泊", en: "stays" },
};
const STATES = {
  active: { ja: "実施中", en: "Running" },
  inactive: { ja: "配信済み", en: "Sent" },
  stopped: { ja: "停止中", en: "Stopped" },
} as const;
type Campaign = Overview["campaigns"][number];
/** What never went out has an empty cell: a zero would look like a failed send. */
const ofSend =
  (figure: (figures: NonNullable<Campaign["figures"]>) => CsvCell): ExportColumn<Campaign>["cell"] =>
  ({ figures }) =>
    figures === null ? "" : figure(figures);

const CAMPAIGNS: readonly ExportColumn<Campaign>[] = [
  { ja: "キャンペーン", en: "Campaign", cell: (one) => one.name },
  { ja: "状態", en: "State", cell: (one, language) => STATES[one.status][language] },
  {
    ja: "最終配信",
    en: "Last sent",
    cell: (one, language) =>
      one.last_sent_at === null ? "" : shownDate(todayInTokyo(new Date(one.last_sent_at)), language),
  },
  { ...FIGURE_WORDS.targets_of_sends, cell: ofSend(({ targets }) => targets) },
  { ...FIGURE_WORDS.reached, cell: ofSend(({ reached }) => reached) },
  { ...FIGURE_WORDS.benefits_only, cell: ofSend(({ benefits_only }) => benefits_only) },
  { ...FIGURE_WORDS.omitted, cell: ofSend(({ omitted }) => omitted) },
  { ...FIGURE_WORDS.failed, cell: ofSend(({ failed }) => failed) },
  { ...FIGURE_WORDS.unknown, cell: ofSend(({ unknown }) => unknown) },
  { ...FIGURE_WORDS.waiting, cell: ofSend(({ waiting }) => waiting) },
  { ...FIGURE_WORDS.called_off, cell: ofSend(({ called_off }) => called_off) },
  ...REACTIONS.map((name) => ({ ...FIGURE_WORDS[name], cell: ofSend((figures) => figures[name]) })),
  ...ATTRIBUTED.map(
    (name): ExportColumn<Campaign> => ({ ...ATTRIBUTED_WORDS[name], cell: ({ attributed }) => attributed[name] }),
  ),
  ...SPENT.map((name): ExportColumn<Campaign> => ({ ...SPENT_WORDS[name], cell: ({ spent }) => spent[name] })),
  { ja: "付与ポイント", en: "Points granted", cell: (one) => one.points_granted },
  { ja: "取消ポイント", en: "Points reversed", cell: (one) => one.points_reversed },
  { ja: "減算ポイント", en: "Points deducted", cell: (one) => one.points_deducted },
  { ja: "不足分に充てたポイント", en: "Points used for debts", cell: (one) => one.points_for_debt },
];
const POINTS: readonly ExportColumn<Overview["points"][number]>[] = [
  { ja: "月", en: "Month", cell: (one, language) => shownMonth(one.month, language) },
  { ja: "付与", en: "Granted", cell: (one) => one.granted },
  { ja: "取消", en: "Reversed", cell: (one) => one.reversed },
  { ja: "減算", en: "Deducted", cell: (one) => one.deducted },
  { ja: "利用", en: "Used", cell: (one) => one.used },
  { ja: "失効", en: "Expired", cell: (one) => one.expired },
  { ja: "不足分の発生", en: "Debt incurred", cell: (one) => one.debt_incurred },
  { ja: "不足分の清算", en: "Debt paid", cell: (one) => one.debt_paid },
  { ja: "残高", en: "Balance", cell: (one) => one.outstanding },
];
const STAYS: readonly ExportColumn<Overview["stays"][number]>[] = [
  { ja: "月", en: "Month", cell: (one, language) => shownMonth(one.month, language) },
  { ja: "宿泊件数", en: "Number of stays", cell: (one) => one.stays },
  { ja: "利用金額", en: "Spend", cell: (one) => one.use_price },
];

function csvOf<Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[], language: Language): string {
  return [headingOf(columns, language), ...rows.map((row) => lineOf(columns, row, language))].join("");
}

function linesOf(table: Table, overview: Overview, sort: string, language: Language): string {
  if (table === "points") return csvOf(POINTS, overview.points, language);
  if (table === "stays") return csvOf(STAYS, overview.stays, language);
  return csvOf(CAMPAIGNS, sortedCampaigns(overview.campaigns, sort), language);
}

/** One table of the reports, as its page shows it. */
export const reportsFile: CsvFile = {
  path: "/api/reports/export.csv",
  needs: needsAction("reports/read"),
  input,
  async open({ app, scope, language, ip, filter }) {
    if (!scope) throw new CallError("NOT_FOUND");
    const { table, sort, ...range } = filter as z.output<typeof input>;
    const today = todayOf(app.clock);
    const overview = await app.database.inScope(scope, (tx) => reportOverview(tx, scope, range, today));
    const { from, to } = overview;
    async function* lines(): AsyncGenerator<string> {
      yield linesOf(table, overview, sort, language);
    }
    return {
      fileName: `${NAMES[table][language]}_${from}_${to}`,
      plainName: table,
      lines: lines(),
      record: () =>
        app.database.inScope(scope, (tx) =>
          recordAudit(tx, {
            actorUserId: scope.userId,
            ip,
            action: "export",
            entity: "reports",
            accountId: scope.accountId,
            after: { table, from, to },
          }),
        ),
    };
  },
};
