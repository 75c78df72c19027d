import { needsExport, needsRow } from "@okaeri/contract/call";
import { clientListInput } from "@okaeri/contract/clients";
import { shownDate } from "@okaeri/domain/shown-dates";
import { todayOf } from "../../clock.ts";
import type { ListExport } from "../../files/list-export.ts";
import { optionsCell } from "../accounts/export-accounts.ts";
import { type ClientFilter, everyBilling } from "./clients.queries.ts";

const PAYMENT = [
  ["company_name", "請求先の会社名", "Company billed"],
  ["company_name_kana", "会社名のカナ", "Company name in kana"],
  ["post_code", "郵便番号", "Post code"],
  ["address", "住所", "Address"],
  ["department_name", "部署名", "Department"],
  ["contact_name", "担当者名", "Contact"],
  ["contact_tel", "電話番号", "Telephone"],
  ["contact_email", "メールアドレス", "Mail address"],
] as const;

const STATUSES = { active: { ja: "有効", en: "Active" }, inactive: { ja: "無効", en: "Inactive" } } as const;

/** Clients and accounts are both read from it; client staff hold neither by name. */
export const billingNeed = needsExport(needsRow("clients/read", "accounts/read"));

/** What the provider invoices from: one line per account of the clients listed. */
export const billingExport: ListExport = {
  section: "clients",
  file: "billing",
  needs: billingNeed,
  input: clientListInput,
  fileName: { ja: "請求一覧", en: "billing" },
  header: {
    ja: [
      ...["クライアント", "コード", "アカウント", "状態", "契約開始日", "契約終了日", "有効なオプション"],
      ...PAYMENT.map(([, ja]) => ja),
      ...["割引額", "割引開始日", "割引終了日"],
    ],
    en: [
      ...["Client", "Code", "Account", "Status", "Contract from", "Contract until", "Options running"],
      ...PAYMENT.map(([, , en]) => en),
      ...["Discount", "First day of the discount", "Last day of the discount"],
    ],
  },
  async *rows(app, viewer, filter, language) {
    const lines = everyBilling(viewer, filter as ClientFilter, todayOf(app.clock));
    const day = (date: string | null) => shownDate(date, language);
    for await (const rows of app.database.streamAsSystem(lines))
      yield rows.map(({ payment, ...row }) => [
        ...[row.client_name, row.code, row.name, STATUSES[row.active_status][language]],
        ...[day(row.contract_started_at), day(row.contract_ended_at), optionsCell(row.options, language)],
        ...PAYMENT.map(([field]) => payment?.[field] ?? ""),
        ...[
          payment?.discount_amount ?? "",
          day(payment?.discount_started_at ?? null),
          day(payment?.discount_ended_at ?? null),
        ],
      ]);
  },
};
