import { accountGroupList } from "./account-groups.ts";
import { accountList } from "./accounts.ts";
import { auditList } from "./audit.ts";
import { campaignList } from "./campaigns.ts";
import { clientList } from "./clients.ts";
import { customerList } from "./customers.ts";
import { importList } from "./imports.ts";
import { inboxList } from "./inbox.ts";
import type { List } from "./list.ts";
import { mergeList } from "./merges.ts";
import { grantPointList, usePointList } from "./points.ts";
import { recipientList } from "./recipients.ts";
import { userList } from "./users.ts";

/** Every list by the name that saved views are kept under. A name that is in use never changes its list. */
export const LISTS = {
  account_groups: accountGroupList,
  accounts: accountList,
  audit: auditList,
  campaigns: campaignList,
  clients: clientList,
  customers: customerList,
  grant_points: grantPointList,
  imports: importList,
  inbox: inboxList,
  merges: mergeList,
  recipients: recipientList,
  use_points: usePointList,
  users: userList,
} as const satisfies Record<string, List>;

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as [ListName, ...ListName[]];
