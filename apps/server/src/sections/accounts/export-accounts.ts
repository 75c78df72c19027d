import { accountListInput } from "@okaeri/contract/accounts";
import { needsRow } from "@okaeri/contract/call";
import type { Language } from "@okaeri/contract/errors";
import { shownDate } from "@okaeri/domain/shown-dates";
import { todayOf } from "../../clock.ts";
import type { ListExport } from "../../files/list-export.ts";
import { viewerOf } from "../../session/viewer.ts";
import { type AccountFilter, everyAccount } from "./accounts.queries.ts";
import type { RunningOption } from "./accounts.read.ts";
import { accountItem } from "./accounts.rows.ts";

const STATES = {
  before: { ja: "契約前", en: "Not started" },
  running: { ja: "契約中", en: "Running" },
  ended: { ja: "契約終了", en: "Ended" },
} as const;
const STATUSES = { active: { ja: "有効", en: "Active" }, inactive: { ja: "無効", en: "Inactive" } } as const;
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
export const accountsExport: ListExport = {
  section: "accounts",
  needs: needsRow("accounts/read"),
  input: accountListInput,
  fileName: { ja: "アカウント一覧", en: "accounts" },
  header: {
    ja: ["コード", "名称", "クライアント", "上位アカウント", "契約開始日", "契約終了日", "契約", "オプション", "状態"],
    en: ["Code", "Name", "Client", "Parent", "Contract from", "Contract until", "Contract", "Options", "Status"],
  },
  async *rows(app, viewer, filter, language) {
    const today = todayOf(app.clock);
    for await (const rows of app.database.streamAsSystem(everyAccount(viewer, filter as AccountFilter, today)))
      yield rows.map((row) => {
        const item = accountItem(row, viewerOf(viewer), { today, anyListedCrmActive: false });
        const contract = [shownDate(item.contract_started_at, language), shownDate(item.contract_ended_at, language)];
        const options = optionsCell(item.options ?? [], language);
        const state = item.contract_state === null ? "" : STATES[item.contract_state][language];
        const words = [state, options, STATUSES[item.active_status][language]];
        return [item.code, item.name, item.company_name, item.parent_name ?? "", ...contract, ...words];
      });
  },
};
