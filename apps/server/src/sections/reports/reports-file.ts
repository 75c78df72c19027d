import { needsAction } from "@okaeri/contract/call";
import type { Language } from "@okaeri/contract/errors";
import { reportPeriod } from "@okaeri/contract/reports";
import { todayInTokyo } from "@okaeri/domain/calendar-date";
import { type CsvCell, csvLine } from "@okaeri/domain/csv";
import { CAMPAIGN_RESULT_SORTS, DEFAULT_RESULT_SORT, sortedCampaigns } from "@okaeri/domain/reports/sort-campaigns";
import { shownDate, shownMonth } from "@okaeri/domain/shown-dates";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { todayOf } from "../../clock.ts";
import type { CsvFile } from "../../files/csv-file.ts";
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
const HEADERS: Record<Table, Record<Language, readonly string[]>> = {
  campaigns: {
    ja: [
      "キャンペーン",
      "状態",
      "最終配信",
      "対象(延べ)",
      "送信済み",
      "届かなかった",
      "結果不明",
      "付与ポイント",
      "取消ポイント",
      "減算ポイント",
      "不足分に充てたポイント",
    ],
    en: [
      "Campaign",
      "State",
      "Last sent",
      "Recipients (total)",
      "Sent",
      "Not delivered",
      "Unknown",
      "Points granted",
      "Points reversed",
      "Points deducted",
      "Points used for debts",
    ],
  },
  points: {
    ja: ["月", "付与", "取消", "減算", "利用", "失効", "不足分の発生", "不足分の清算", "残高"],
    en: ["Month", "Granted", "Reversed", "Deducted", "Used", "Expired", "Debt incurred", "Debt paid", "Balance"],
  },
  stays: { ja: ["月", "宿泊件数", "利用金額"], en: ["Month", "Number of stays", "Spend"] },
};
const STATES = {
  active: { ja: "実施中", en: "Running" },
  inactive: { ja: "配信済み", en: "Sent" },
  stopped: { ja: "停止中", en: "Stopped" },
} as const;

function rowsOf(table: Table, overview: Overview, sort: string, language: Language): CsvCell[][] {
  if (table === "points")
    return overview.points.map((one) => [
      shownMonth(one.month, language),
      one.granted,
      one.reversed,
      one.deducted,
      one.used,
      one.expired,
      one.debt_incurred,
      one.debt_paid,
      one.outstanding,
    ]);
  if (table === "stays")
    return overview.stays.map((one) => [shownMonth(one.month, language), one.stays, one.use_price]);
  return sortedCampaigns(overview.campaigns, sort).map((one) => {
    // What never went out has an empty cell: a zero would look like a failed send.
    const sent =
      one.last_sent_at === null
        ? ["", "", "", "", ""]
        : [
            shownDate(todayInTokyo(new Date(one.last_sent_at)), language),
            one.recipients,
            one.mails_sent,
            one.mails_failed,
            one.mails_unknown,
          ];
    const points = [one.points_granted, one.points_reversed, one.points_deducted, one.points_for_debt];
    return [one.name, STATES[one.status][language], ...sent, ...points];
  });
}

/** One table of the reports, as its page shows it. */
export const reportsFile: CsvFile = {
  path: "/api/reports/export.csv",
  needs: needsAction("reports/read"),
  input,
  async open({ app, scope, language, ip, filter }) {
    if (!scope) throw new CallError("NOT_FOUND");
    const { table, sort, ...asked } = filter as z.output<typeof input>;
    const today = todayOf(app.clock);
    const overview = await app.database.inScope(scope, (tx) => reportOverview(tx, scope, asked, today));
    const { from, to } = overview;
    async function* lines(): AsyncGenerator<string> {
      yield [HEADERS[table][language], ...rowsOf(table, overview, sort, language)].map(csvLine).join("");
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
