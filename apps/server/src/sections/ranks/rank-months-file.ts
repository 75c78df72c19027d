import { needsAction } from "@okaeri/contract/call";
import { ID_TEXT } from "@okaeri/contract/paging";
import { calendarDate, formatJa } from "@okaeri/domain/calendar-date";
import { csvLine } from "@okaeri/domain/csv";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import type { CsvFile } from "../../files/csv-file.ts";
import { CallError } from "../../http/errors.ts";
import { rankMonths } from "./rank-months.queries.ts";

const HEADER = { ja: "月末", en: "Month end" };
const FILE_NAME = { ja: "ランク別の人数", en: "guests_by_rank" };

/** How many guests held each rank at the ends of months, as the page shows it. */
export const rankMonthsFile: CsvFile = {
  path: "/api/ranks/:id/months.csv",
  needs: needsAction("ranks/read"),
  input: z.object({}),
  async open({ app, scope, language, ip, params }) {
    if (!scope || !ID_TEXT.test(params.id ?? "")) throw new CallError("NOT_FOUND");
    const id = Number(params.id);
    const { accountId, userId: actorUserId } = scope;
    const found = await app.database.inScope(scope, (tx) => rankMonths(tx, accountId, id));
    if (!found) throw new CallError("NOT_FOUND");
    const { tiers, months } = found;
    async function* lines(): AsyncGenerator<string> {
      yield csvLine([HEADER[language], ...tiers.map(({ name }) => name)]);
      for (const { month_end, counts } of months)
        yield csvLine([
          language === "ja" ? formatJa(calendarDate(month_end)) : month_end,
          ...tiers.map((tier) => counts.find((one) => one.rank_detail_id === tier.id)?.count ?? ""),
        ]);
    }
    return {
      fileName: FILE_NAME[language],
      plainName: "ranks",
      lines: lines(),
      record: () =>
        app.database.inScope(scope, (tx) =>
          recordAudit(tx, { actorUserId, ip, accountId, action: "export", entity: "ranks", entityId: id }),
        ),
    };
  },
};
