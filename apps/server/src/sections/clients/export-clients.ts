import { needsRow } from "@okaeri/contract/call";
import { clientListInput } from "@okaeri/contract/clients";
import { shownDate } from "@okaeri/domain/shown-dates";
import { todayOf } from "../../clock.ts";
import type { ListExport } from "../../files/list-export.ts";
import { type ClientFilter, everyClient } from "./clients.queries.ts";

const STATES = {
  before: { ja: "契約前", en: "Not started" },
  running: { ja: "契約中", en: "Running" },
  ended: { ja: "契約終了", en: "Ended" },
} as const;
const STATUSES = { active: { ja: "有効", en: "Active" }, inactive: { ja: "無効", en: "Inactive" } } as const;

/** The list of clients as a file. */
export const clientsExport: ListExport = {
  section: "clients",
  needs: needsRow("clients/read"),
  input: clientListInput,
  fileName: { ja: "クライアント一覧", en: "clients" },
  header: {
    ja: ["クライアント", "アカウント数", "ユーザー数", "契約", "契約終了日", "状態"],
    en: ["Client", "Accounts", "Users", "Contract", "Contract until", "Status"],
  },
  async *rows(app, viewer, filter, language) {
    const clients = everyClient(viewer, filter as ClientFilter, todayOf(app.clock));
    for await (const rows of app.database.streamAsSystem(clients))
      yield rows.map((row) => {
        const contract = row.contract_state === null ? "" : STATES[row.contract_state][language];
        const until = shownDate(row.contract_ended_at, language);
        return [
          row.name,
          row.account_count,
          row.user_count ?? "",
          contract,
          until,
          STATUSES[row.active_status][language],
        ];
      });
  },
};
