import { accountListInput } from "@okaeri/contract/accounts";
import type { RunningOption } from "@okaeri/contract/billing";
import { needsRow } from "@okaeri/contract/call";
import type { Language } from "@okaeri/contract/errors";
import type { accountList } from "@okaeri/contract/lists/accounts";
import { shownDate } from "@okaeri/domain/shown-dates";
import { todayOf } from "../../clock.ts";
import { wholeOf } from "../../database/list-page.ts";
import { ACTIVE_STATUS, CONTRACT_STATE } from "../../files/export-words.ts";
import type { FileColumns, ListExportDefinition } from "../../files/list-export.ts";
import { viewerOf } from "../../session/viewer.ts";
import { type AccountFilter, accountsMatching } from "./accounts.queries.ts";
import { toAccountItem } from "./accounts.rows.ts";

const OPTIONS = {
  crm_option: { ja: "CRM", en: "CRM" },
  crm_option_parent: { ja: "CRM(本部)", en: "CRM (headquarters)" },
  registration_card_option: { ja: "宿泊者名簿", en: "Registration cards" },
} as const;

/** Options that run, each with what was agreed about it, in one cell. */
function optionsCell(options: readonly RunningOption[], language: Language): string {
  const words = ({ option_type, option_item }: RunningOption) =>
    option_item === "" ? OPTIONS[option_type][language] : `${OPTIONS[option_type][language]}: ${option_item}`;
  return options.map(words).join("、");
}

type Shared = Pick<
  ReturnType<typeof toAccountItem>,
  "code" | "active_status" | "contract_started_at" | "contract_ended_at" | "options"
>;

/** What the files that list accounts say alike. */
export const ACCOUNT_COLUMNS = {
  code: { ja: "コード", en: "Code", cell: (row) => row.code },
  started: {
    ja: "契約開始日",
    en: "Contract from",
    cell: (row, language) => shownDate(row.contract_started_at, language),
  },
  ended: {
    ja: "契約終了日",
    en: "Contract until",
    cell: (row, language) => shownDate(row.contract_ended_at, language),
  },
  options: {
    ja: "有効なオプション",
    en: "Options running",
    cell: (row, language) => optionsCell(row.options ?? [], language),
  },
  status: { ja: "状態", en: "Status", cell: (row, language) => ACTIVE_STATUS[row.active_status][language] },
} satisfies FileColumns<Shared, string>;

/** The list of accounts as a file. */
export const accountsExport: ListExportDefinition<
  ReturnType<typeof toAccountItem>,
  (typeof accountList)["file"][number],
  AccountFilter
> = {
  section: "accounts",
  needs: needsRow("accounts/read"),
  input: accountListInput,
  fileName: { ja: "アカウント一覧", en: "accounts" },
  columns: {
    code: ACCOUNT_COLUMNS.code,
    name: { ja: "名称", en: "Name", cell: (row) => row.name },
    company: { ja: "クライアント", en: "Client", cell: (row) => row.company_name },
    parent: { ja: "上位アカウント", en: "Parent", cell: (row) => row.parent_name },
    started: ACCOUNT_COLUMNS.started,
    ended: ACCOUNT_COLUMNS.ended,
    contract: {
      ja: "契約",
      en: "Contract",
      cell: ({ contract_state: state }, language) => state && CONTRACT_STATE[state][language],
    },
    options: ACCOUNT_COLUMNS.options,
    status: ACCOUNT_COLUMNS.status,
  },
  async *rows(app, viewer, filter) {
    const at = { today: todayOf(app.clock), anyListedCrmActive: false };
    for await (const rows of app.database.streamAsSystem(wholeOf(accountsMatching(viewer, filter, at.today))))
      yield rows.map((row) => toAccountItem(row, viewerOf(viewer), at));
  },
};
