import { needsAction, needsExport } from "@okaeri/contract/call";
import { customerList } from "@okaeri/contract/lists/customers";
import { listQuery } from "@okaeri/contract/paging";
import { MOST_PICKED } from "@okaeri/contract/selection-limits";
import { shownDate } from "@okaeri/domain/shown-dates";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { todayOf } from "../../clock.ts";
import type { CsvFile, FileRequest, OpenFile } from "../../files/csv-file.ts";
import { type FileColumns, fileLines } from "../../files/list-export.ts";
import { CallError } from "../../http/errors.ts";
import { type CustomerQuery, listCustomerIds } from "./customer-page.queries.ts";
import { guestsAmong } from "./customer-selection.queries.ts";
import { type CustomerRow, rowsOfCustomers } from "./customers.queries.ts";

/** Above any programme. */
const EVERYBODY = 2 ** 31 - 1;

const ids = z
  .string()
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/)
  .transform((text) => text.split(",").map(Number))
  .refine((list) => list.length <= MOST_PICKED);
const input = listQuery(customerList, {
  /** Guests picked one by one, in place of conditions. */
  ids: ids.optional(),
});
type ExportFilter = CustomerQuery & { ids?: number[] };

const MAIL = {
  reachable: { ja: "届く", en: "Reachable" },
  bounced: { ja: "不達", en: "Bounced" },
  opted_out: { ja: "配信停止", en: "Opted out" },
  no_consent: { ja: "未同意", en: "No consent" },
  none: { ja: "なし", en: "None" },
} as const;
const LINE = {
  reachable: { ja: "届く", en: "Reachable" },
  blocked: { ja: "ブロック", en: "Blocked" },
  opted_out: MAIL.opted_out,
  no_consent: MAIL.no_consent,
  none: { ja: "なし", en: "None" },
} as const;

const COLUMNS: FileColumns<CustomerRow, (typeof customerList)["file"][number]> = {
  member_number: { ja: "会員番号", en: "Member number", cell: (row) => row.member_number },
  name: { ja: "氏名", en: "Name", cell: (row) => row.name },
  name_kana: { ja: "氏名カナ", en: "Kana", cell: (row) => row.name_kana },
  tel: { ja: "電話番号", en: "Telephone", cell: (row) => row.tel },
  email: { ja: "メールアドレス", en: "Email address", cell: (row) => row.email },
  rank: { ja: "ランク", en: "Rank", cell: (row) => row.rank?.name ?? "" },
  rfm_group: { ja: "RFMグループ", en: "RFM group", cell: (row) => row.rfm_group?.name ?? "" },
  last_stay_on: { ja: "最終宿泊", en: "Last stay", cell: (row, language) => shownDate(row.last_stay_on, language) },
  last_facility: { ja: "最終宿泊の施設", en: "Facility of the last stay", cell: (row) => row.last_facility_name },
  stay_count: { ja: "宿泊回数", en: "Stays", cell: (row) => row.stay_count },
  use_price_total: { ja: "累計利用額", en: "Total spend", cell: (row) => row.use_price_total },
  point_balance: { ja: "ポイント残高", en: "Point balance", cell: (row) => row.point_balance },
  next_point_expiry: {
    ja: "ポイントの次の期限",
    en: "Next point expiry",
    cell: (row, language) => shownDate(row.next_point_expiry, language),
  },
  mail: { ja: "メール", en: "Mail", cell: (row, language) => MAIL[row.mail_state][language] },
  line: { ja: "LINE", en: "LINE", cell: (row, language) => LINE[row.line_state][language] },
};

/** The list of guests as a file: all that its conditions find, or those that were picked. */
export const customersExport: CsvFile = {
  path: "/api/customers/export.csv",
  needs: needsExport(needsAction("customers/read")),
  input,
  open: openCustomers,
};

async function openCustomers({ app, scope, language, ip, filter }: FileRequest): Promise<OpenFile> {
  if (!scope) throw new CallError("NOT_FOUND");
  const today = todayOf(app.clock);
  const { ids: picked, ...query } = filter as ExportFilter;
  const found = await app.database.inScope(scope, async (tx) => {
    if (picked) return guestsAmong(tx, scope, picked);
    return (await listCustomerIds(tx, scope, { ...query, page: 1, size: EVERYBODY }, today)).ids;
  });
  return {
    fileName: { ja: "顧客一覧", en: "customers" }[language],
    plainName: "customers",
    omitted: picked ? new Set(picked).size - found.length : 0,
    lines: fileLines(COLUMNS, app.database.streamInScope(scope, rowsOfCustomers(scope, found, today)), language),
    record: () =>
      app.database.inScope(scope, (tx) => {
        // The searched words may be a guest's name, and the log is kept for good: they are left out.
        const { q, page: _page, size: _size, ...conditions } = query;
        const how = picked ? { picked } : { ...conditions, ...(q ? { searched: true } : {}) };
        const entry = { action: "export", entity: "customers", accountId: scope.accountId };
        return recordAudit(tx, { ...entry, actorUserId: scope.userId, ip, after: { count: found.length, ...how } });
      }),
  };
}
