import { z } from "zod";
import { call, needsRow } from "./call.ts";
import { accountGroupList } from "./lists/account-groups.ts";
import { activeStatus, id, listOf, listQuery, pageActions, version } from "./paging.ts";
import { switchCalls } from "./records.ts";
import { block, filledLine } from "./text.ts";

export const accountGroup = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  company_id: z.number().int(),
  company_name: z.string(),
  active_status: activeStatus,
  /** Those in the viewer's reach. */
  members: z.array(z.object({ id: z.number().int(), code: z.string(), name: z.string() })),
  version,
  updated_at: z.string(),
  page_actions: pageActions,
});

/** Narrowed to the groups of one account: asked for by the account's own page. */
export const groupListInput = listQuery(accountGroupList, { in_account_id: id.optional() });

const members = z.array(z.number().int().positive().max(999_999_999_999_999)).min(1).max(300);
const edit = { name: filledLine(80), description: block(1_000), account_ids: members };

/** Named sets of accounts of one company. */
export const accountGroups = {
  list: call(needsRow("accounts/read"))
    .route({ method: "GET", path: "/accounts/groups", summary: "アカウントグループ一覧" })
    .input(groupListInput)
    .output(listOf(accountGroup)),
  get: call(needsRow("accounts/read"))
    .route({ method: "GET", path: "/accounts/groups/{id}", summary: "アカウントグループ" })
    .input(z.object({ id }))
    .output(accountGroup),
  create: call(needsRow("accounts/create"))
    .route({ method: "POST", path: "/accounts/groups", summary: "アカウントグループを登録" })
    .input(z.strictObject(edit))
    .output(accountGroup),
  update: call(needsRow("accounts/edit"))
    .route({ method: "PUT", path: "/accounts/groups/{id}", summary: "アカウントグループを変更" })
    .input(z.strictObject({ id, version, ...edit }))
    .output(accountGroup),
  ...switchCalls("accounts", "/accounts/groups/{id}", "アカウントグループ", accountGroup),
};
