import { z } from "zod";
import { call, needsRow } from "./call.ts";
import { accountGroupList } from "./lists/account-groups.ts";
import { activeStatus, id, listOf, listQuery, pageActions, version } from "./paging.ts";
import { recordCalls } from "./records.ts";
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

const values = {
  name: filledLine(80),
  description: block(1_000),
  account_ids: z.array(z.number().int().positive().max(999_999_999_999_999)).min(1).max(300),
};

/** Named sets of accounts of one company. */
export const accountGroups = {
  list: call(needsRow("accounts/read"))
    .route({ method: "GET", path: "/accounts/groups", summary: "アカウントグループ一覧" })
    // Narrowed to the groups of one account: asked for by the account's own page.
    .input(listQuery(accountGroupList, { in_account_id: id.optional() }))
    .output(listOf(accountGroup)),
  ...recordCalls("accounts", "/accounts/groups/{id}", "アカウントグループ", accountGroup, values),
};
