import { needsRow } from "@okaeri/contract/call";
import { clientListInput } from "@okaeri/contract/clients";
import { clientList } from "@okaeri/contract/lists/clients";
import { shownDate } from "@okaeri/domain/shown-dates";
import { todayOf } from "../../clock.ts";
import { wholeOf } from "../../database/list-page.ts";
import { ACTIVE_STATUS, CONTRACT_STATE } from "../../files/export-words.ts";
import type { ListExport } from "../../files/list-export.ts";
import { type ClientFilter, clientsAsked } from "./clients.queries.ts";

/** The list of clients as a file. */
export const clientsExport: ListExport<(typeof clientList)["file"][number], ClientFilter> = {
  section: "clients",
  needs: needsRow("clients/read"),
  input: clientListInput,
  fileName: { ja: "クライアント一覧", en: "clients" },
  columns: clientList.file,
  header: {
    name: { ja: "クライアント", en: "Client" },
    accounts: { ja: "アカウント数", en: "Accounts" },
    users: { ja: "ユーザー数", en: "Users" },
    contract: { ja: "契約", en: "Contract" },
    contract_ended_at: { ja: "契約終了日", en: "Contract until" },
    status: { ja: "状態", en: "Status" },
  },
  async *rows(app, viewer, filter, language) {
    for await (const rows of app.database.streamAsSystem(wholeOf(clientsAsked(viewer, filter, todayOf(app.clock)))))
      yield rows.map((row) => ({
        name: row.name,
        accounts: row.account_count,
        users: row.user_count ?? "",
        contract: row.contract_state === null ? "" : CONTRACT_STATE[row.contract_state][language],
        contract_ended_at: shownDate(row.contract_ended_at, language),
        status: ACTIVE_STATUS[row.active_status][language],
      }));
  },
};
