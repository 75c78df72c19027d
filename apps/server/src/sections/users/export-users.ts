import { needsExport, needsRow } from "@okaeri/contract/call";
import { userListInput } from "@okaeri/contract/users";
import { shownDateTime } from "@okaeri/domain/shown-dates";
import type { ListExport } from "../../files/list-export.ts";
import { everyUser, type UserFilter } from "./users.queries.ts";
import { userItem } from "./users.rows.ts";

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
export const usersExport: ListExport = {
  section: "users",
  needs: needsExport(needsRow("users/read")),
  input: userListInput,
  fileName: { ja: "ユーザー一覧", en: "users" },
  header: {
    ja: ["氏名", "ユーザーID", "メールアドレス", "役割", "状態", "クライアント", "所属", "最終ログイン"],
    en: ["Name", "User ID", "Mail address", "Role", "Status", "Client", "Accounts", "Last sign-in"],
  },
  async *rows(app, viewer, filter, language) {
    for await (const rows of app.database.streamAsSystem(everyUser(viewer, filter as UserFilter)))
      yield rows.map((row) => {
        const item = userItem(row, viewer);
        const accounts = item.accounts.map((account) => account.name).join("、");
        const words = [ROLES[item.role][language], STATUSES[item.status][language], item.company_name, accounts];
        return [item.name, item.login_id ?? "", item.user_email, ...words, shownDateTime(row.last_login_at, language)];
      });
  },
};
