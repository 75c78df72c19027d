import { needsRow } from "@okaeri/contract/call";
import { clientListInput } from "@okaeri/contract/clients";
import type { clientList } from "@okaeri/contract/lists/clients";
import { shownDate } from "@okaeri/domain/shown-dates";
import { todayOf } from "../../clock.ts";
import { wholeOf } from "../../database/list-page.ts";
import { ACTIVE_STATUS, CONTRACT_STATE } from "../../files/export-words.ts";
import type { ListExportDefinition } from "../../files/list-export.ts";
import { type ClientFilter, type ClientRow, clientsMatching } from "./clients.queries.ts";

/** The list of clients as a file. */
export const clientsExport: ListExportDefinition<ClientRow, (typeof clientList)["file"][number], ClientFilter> = {
  section: "clients",
  needs: needsRow("clients/read"),
  input: clientListInput,
  fileName: { ja: "クライアント一覧", en: "clients" },
  columns: {
    name: { ja: "クライアント", en: "Client", cell: (row) => row.name },
    accounts: { ja: "アカウント数", en: "Accounts", cell: (row) => row.account_count },
    users: { ja: "ユーザー数", en: "Users", cell: (row) => row.user_count },
    contract: {
      ja: "契約",
      en: "Contract",
      cell: ({ contract_state: state }, language) => state && CONTRACT_STATE[state][language],
    },
    contract_ended_at: {
      ja: "契約終了日",
      en: "Contract until",
      cell: (row, language) => shownDate(row.contract_ended_at, language),
    },
    status: { ja: "状態", en: "Status", cell: (row, language) => ACTIVE_STATUS[row.active_status][language] },
  },
  rows: (app, viewer, filter) =>
    app.database.streamAsSystem(wholeOf(clientsMatching(viewer, filter, todayOf(app.clock)))),
};
