import type { Payment, RunningOption } from "@okaeri/contract/billing";
import { needsExport, needsRow } from "@okaeri/contract/call";
import { clientListInput } from "@okaeri/contract/clients";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { shownDate } from "@okaeri/domain/shown-dates";
import { type RawBuilder, sql } from "kysely";
import { todayOf } from "../../clock.ts";
import type { FileColumns, ListExportDefinition } from "../../files/list-export.ts";
import type { SignedIn } from "../../session/session-store.ts";
import { PAYMENT_COLUMNS, runningOptions } from "../accounts/accounts.read.ts";
import { ACCOUNT_COLUMNS } from "../accounts/export-accounts.ts";
import { type ClientFilter, clientsMatching } from "./clients.queries.ts";

/** An account of a listed client; without a registered payment all that is of it is null. */
type BillingRow = { [Column in keyof Payment]: Payment[Column] | null } & {
  client: string;
  code: string;
  name: string;
  active_status: "active" | "inactive";
  contract_started_at: CalendarDate | null;
  contract_ended_at: CalendarDate | null;
  options: RunningOption[];
};

const COLUMNS = {
  client: { ja: "クライアント", en: "Client", cell: (row) => row.client },
  code: ACCOUNT_COLUMNS.code,
  account: { ja: "アカウント", en: "Account", cell: (row) => row.name },
  status: ACCOUNT_COLUMNS.status,
  started: ACCOUNT_COLUMNS.started,
  ended: ACCOUNT_COLUMNS.ended,
  options: ACCOUNT_COLUMNS.options,
  company_name: { ja: "請求先の会社名", en: "Company billed", cell: (row) => row.company_name },
  company_name_kana: { ja: "会社名のカナ", en: "Company name in kana", cell: (row) => row.company_name_kana },
  post_code: { ja: "郵便番号", en: "Post code", cell: (row) => row.post_code },
  address: { ja: "住所", en: "Address", cell: (row) => row.address },
  department_name: { ja: "部署名", en: "Department", cell: (row) => row.department_name },
  contact_name: { ja: "担当者名", en: "Contact", cell: (row) => row.contact_name },
  contact_tel: { ja: "電話番号", en: "Telephone", cell: (row) => row.contact_tel },
  contact_email: { ja: "メールアドレス", en: "Email address", cell: (row) => row.contact_email },
  discount_amount: { ja: "割引額", en: "Discount", cell: (row) => row.discount_amount },
  discount_started_at: {
    ja: "割引開始日",
    en: "First day of the discount",
    cell: (row, language) => shownDate(row.discount_started_at, language),
  },
  discount_ended_at: {
    ja: "割引終了日",
    en: "Last day of the discount",
    cell: (row, language) => shownDate(row.discount_ended_at, language),
  },
} satisfies FileColumns<BillingRow, string>;

/** Clients and accounts are both read from it; client staff hold neither by name. */
export const billingNeed = needsExport(needsRow("clients/read", "accounts/read"));

/** What the provider invoices from: one line per account of the clients listed. */
export const billingExport: ListExportDefinition<BillingRow, keyof typeof COLUMNS, ClientFilter> = {
  section: "clients",
  file: "billing",
  needs: billingNeed,
  input: clientListInput,
  fileName: { ja: "請求一覧", en: "billing" },
  columns: COLUMNS,
  rows: (app, viewer, filter) => app.database.streamAsSystem(everyBilling(viewer, filter, todayOf(app.clock))),
};

/** The accounts of every listed client but the provider itself, in the list's order. */
function everyBilling(viewer: SignedIn, filter: ClientFilter, today: CalendarDate): RawBuilder<BillingRow> {
  const { from, order } = clientsMatching(viewer, filter, today);
  return sql<BillingRow>`select l.name as client, account.code, account.name, account.active_status, account.contract_started_at,
    account.contract_ended_at,
      coalesce(o.options, '[]') as options, ${PAYMENT_COLUMNS}
    from (select s.id, s.name, row_number() over (order by ${order}) as place from ${from} and not s.is_provider) l
    join accounts account on account.company_id = l.id
    left join (${runningOptions(today)}) o on o.account_id = account.id left join payments payment on payment.id = account.payment_id
    order by l.place, account.parent_id nulls first, account.id`;
}
