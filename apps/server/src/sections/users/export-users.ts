import { needsExport, needsRow } from "@okaeri/contract/call";
import type { userList } from "@okaeri/contract/lists/users";
import { userListInput } from "@okaeri/contract/users";
import { shownDateTime } from "@okaeri/domain/shown-dates";
import type { ListExportDefinition } from "../../files/list-export.ts";
import { everyUser, type UserFilter } from "./users.queries.ts";
import { toUserItem } from "./users.rows.ts";

const ROLES = {
  role_vc_admin: { ja: "提供会社の管理者", en: "Provider administrator" },
  role_vc_user: { ja: "提供会社の担当者", en: "Provider staff" },
  role_admin: { ja: "管理者", en: "Administrator" },
  role_user: { ja: "担当者", en: "Staff" },
} as const;
const STATUSES = {
  pending: { ja: "招待中", en: "Invited" },
  active: { ja: "利用中", en: "Active" },
  inactive: { ja: "停止中", en: "Disabled" },
} as const;

/** The list of people as a file. */
export const usersExport: ListExportDefinition<
  ReturnType<typeof toUserItem>,
  (typeof userList)["file"][number],
  UserFilter
> = {
  section: "users",
  needs: needsExport(needsRow("users/read")),
  input: userListInput,
  fileName: { ja: "ユーザー一覧", en: "users" },
  columns: {
    name: { ja: "氏名", en: "Name", cell: (row) => row.name },
    login_id: { ja: "ユーザーID", en: "User ID", cell: (row) => row.login_id },
    user_email: { ja: "メールアドレス", en: "Email address", cell: (row) => row.user_email },
    role: { ja: "役割", en: "Role", cell: (row, language) => ROLES[row.role][language] },
    status: { ja: "状態", en: "Status", cell: (row, language) => STATUSES[row.status][language] },
    company: { ja: "クライアント", en: "Client", cell: (row) => row.company_name },
    accounts: { ja: "所属", en: "Accounts", cell: (row) => row.accounts.map((account) => account.name).join("、") },
    last_login_at: {
      ja: "最終ログイン",
      en: "Last sign-in",
      cell: (row, language) => shownDateTime(row.last_login_at === null ? null : new Date(row.last_login_at), language),
    },
  },
  async *rows(app, viewer, filter) {
    for await (const rows of app.database.streamAsSystem(everyUser(viewer, filter)))
      yield rows.map((row) => toUserItem(row, viewer));
  },
};
