import { accountListInput } from "@okaeri/contract/accounts";
import type { RunningOption } from "@okaeri/contract/billing";
import { needsRow } from "@okaeri/contract/call";
import type { Language } from "@okaeri/contract/errors";
import { accountList } from "@okaeri/contract/lists/accounts";
import { shownDate } from "@okaeri/domain/shown-dates";
import { todayOf } from "../../clock.ts";
import { wholeOf } from "../../database/list-page.ts";
import { ACTIVE_STATUS, CONTRACT_STATE } from "../../files/export-words.ts";
import type { ListExport } from "../../files/list-export.ts";
import { viewerOf } from "../../session/viewer.ts";
import { type AccountFilter, accountsAsked } from "./accounts.queries.ts";
import { accountItem } from "./accounts.rows.ts";

const OPTIONS = {
  crm_option: { ja: "CRM", en: "CRM" },
  crm_option_parent: { ja: "CRM(本部)", en: "CRM (headquarters)" },
  registration_card_option: { ja: "宿泊者名簿", en: "Registration cards" },
} as const;

/** Options that run, each with what was agreed about it, in one cell. */
export function optionsCell(options: readonly RunningOption[], language: Language): string {
  const words = ({ option_type, option_item }: RunningOption) =>
    option_item === "" ? OPTIONS[option_type][language] : `${OPTIONS[option_type][language]}: ${option_item}`;
  return options.map(words).join("、");
}

/** The list of accounts as a file. */
export const accountsExport: ListExport<(typeof accountList)["file"][number], AccountFilter> = {
  section: "accounts",
  needs: needsRow("accounts/read"),
  input: accountListInput,
  fileName: { ja: "アカウント一覧", en: "accounts" },
  columns: accountList.file,
  header: {
    code: { ja: "コード", en: "Code" },
    name: { ja: "名称", en: "Name" },
    company: { ja: "クライアント", en: "Client" },
    parent: { ja: "上位アカウント", en: "Parent" },
    started: { ja: "契約開始日", en: "Contract from" },
    ended: { ja: "契約終了日", en: "Contract until" },
    contract: { ja: "契約", en: "Contract" },
    options: { ja: "オプション", en: "Options" },
    status: { ja: "状態", en: "Status" },
  },
  async *rows(app, viewer, filter, language) {
    const today = todayOf(app.clock);
    for await (const rows of app.database.streamAsSystem(wholeOf(accountsAsked(viewer, filter, today))))
      yield rows.map((row) => {
        const item = accountItem(row, viewerOf(viewer), { today, anyListedCrmActive: false });
        return {
          code: item.code,
          name: item.name,
          company: item.company_name,
          parent: item.parent_name ?? "",
          started: shownDate(item.contract_started_at, language),
          ended: shownDate(item.contract_ended_at, language),
          contract: item.contract_state === null ? "" : CONTRACT_STATE[item.contract_state][language],
          options: optionsCell(item.options ?? [], language),
          status: ACTIVE_STATUS[item.active_status][language],
        };
      });
  },
};
