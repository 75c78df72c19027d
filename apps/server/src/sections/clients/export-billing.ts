import { needsExport, needsRow } from "@okaeri/contract/call";
import { clientListInput } from "@okaeri/contract/clients";
import { shownDate } from "@okaeri/domain/shown-dates";
import { todayOf } from "../../clock.ts";
import { ACTIVE_STATUS } from "../../files/export-words.ts";
import type { ListExport } from "../../files/list-export.ts";
import { optionsCell } from "../accounts/export-accounts.ts";
import { type ClientFilter, everyBilling } from "./clients.queries.ts";

const HEADER = {
  client: { ja: "クライアント", en: "Client" },
  code: { ja: "コード", en: "Code" },
  account: { ja: "アカウント", en: "Account" },
  status: { ja: "状態", en: "Status" },
  started: { ja: "契約開始日", en: "Contract from" },
  ended: { ja: "契約終了日", en: "Contract until" },
  options: { ja: "有効なオプション", en: "Options running" },
  company_name: { ja: "請求先の会社名", en: "Company billed" },
  company_name_kana: { ja: "会社名のカナ", en: "Company name in kana" },
  post_code: { ja: "郵便番号", en: "Post code" },
  address: { ja: "住所", en: "Address" },
  department_name: { ja: "部署名", en: "Department" },
  contact_name: { ja: "担当者名", en: "Contact" },
  contact_tel: { ja: "電話番号", en: "Telephone" },
  contact_email: { ja: "メールアドレス", en: "Mail address" },
  discount_amount: { ja: "割引額", en: "Discount" },
  discount_started_at: { ja: "割引開始日", en: "First day of the discount" },
  discount_ended_at: { ja: "割引終了日", en: "Last day of the discount" },
};

/** Clients and accounts are both read from it; client staff hold neither by name. */
export const billingNeed = needsExport(needsRow("clients/read", "accounts/read"));

/** What the provider invoices from: one line per account of the clients listed. */
export const billingExport: ListExport<keyof typeof HEADER, ClientFilter> = {
  section: "clients",
  file: "billing",
  needs: billingNeed,
  input: clientListInput,
  fileName: { ja: "請求一覧", en: "billing" },
  columns: Object.keys(HEADER) as (keyof typeof HEADER)[],
  header: HEADER,
  async *rows(app, viewer, filter, language) {
    const day = (date: string | null) => shownDate(date, language);
    for await (const rows of app.database.streamAsSystem(everyBilling(viewer, filter, todayOf(app.clock))))
      yield rows.map(({ payment, ...row }) => ({
        client: row.client_name,
        code: row.code,
        account: row.name,
        status: ACTIVE_STATUS[row.active_status][language],
        started: day(row.contract_started_at),
        ended: day(row.contract_ended_at),
        options: optionsCell(row.options, language),
        company_name: payment?.company_name ?? "",
        company_name_kana: payment?.company_name_kana ?? "",
        post_code: payment?.post_code ?? "",
        address: payment?.address ?? "",
        department_name: payment?.department_name ?? "",
        contact_name: payment?.contact_name ?? "",
        contact_tel: payment?.contact_tel ?? "",
        contact_email: payment?.contact_email ?? "",
        discount_amount: payment?.discount_amount ?? "",
        discount_started_at: day(payment?.discount_started_at ?? null),
        discount_ended_at: day(payment?.discount_ended_at ?? null),
      }));
  },
};
