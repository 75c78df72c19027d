import { accountGroupList } from "./account-groups.ts";
import { accountList } from "./accounts.ts";
import { auditList } from "./audit.ts";
import { bookingList } from "./bookings.ts";
import { campaignList } from "./campaigns.ts";
import { clientList } from "./clients.ts";
import { acquiredCouponList, usedCouponList } from "./coupons.ts";
import { customerList } from "./customers.ts";
import { importList } from "./imports.ts";
import { inboxList } from "./inbox.ts";
import type { List } from "./list.ts";
import { mailTemplateList } from "./mail-templates.ts";
import { mergeList } from "./merges.ts";
import { grantPointList, usePointList } from "./points.ts";
import { pushList } from "./pushes.ts";
import { recipientList } from "./recipients.ts";
import { userList } from "./users.ts";

/** Every list by the name that saved views are kept under. A name that is in use never changes its list. */
export const LISTS = {
  account_groups: accountGroupList,
  accounts: accountList,
  acquired_coupons: acquiredCouponList,
  attributed_bookings: bookingList,
  audit: auditList,
  campaigns: campaignList,
  clients: clientList,
  customers: customerList,
  grant_points: grantPointList,
  imports: importList,
  inbox: inboxList,
  mail_templates: mailTemplateList,
  merges: mergeList,
  pushes: pushList,
  recipients: recipientList,
  use_points: usePointList,
  used_coupons: usedCouponList,
  users: userList,
} as const satisfies Record<string, List>;

export type ListName = keyof typeof LISTS;
type Described = (typeof LISTS)[ListName];
export const LIST_NAMES = Object.keys(LISTS) as [ListName, ...ListName[]];

// The following stands here and not with each list, whose description is loaded with the sign-in page.

const CALLS: Partial<Record<ListName, `/${string}`>> = {
  acquired_coupons: "/customers/{id}/acquire-coupons",
  attributed_bookings: "/campaigns/{id}/bookings",
  grant_points: "/customers/{id}/grant-points",
  imports: "/imports",
  mail_templates: "/mail-templates",
  merges: "/merges",
  pushes: "/campaigns/{id}/pushes",
  recipients: "/campaigns/{id}/recipients",
  use_points: "/customers/{id}/use-points",
  used_coupons: "/customers/{id}/use-coupons",
};

/** Where a list's call lies beneath /api. */
export function callOfList(name: ListName): `/${string}` {
  return CALLS[name] ?? LISTS[name].path;
}

type FiltersOf<L> = L extends { filters: infer All } ? All : never;
type RecordsIn<All> = {
  [Name in keyof All]: All[Name] extends { kind: "record" | "records" } ? Name : never;
}[keyof All];
type RecordParameter = Described extends infer L ? (L extends unknown ? RecordsIn<FiltersOf<L>> : never) : never;

export type RecordKind =
  | "accounts"
  | "companies"
  | "customer_types"
  | "facilities"
  | "rank_details"
  | "rfm_groups"
  | "rfms"
  | "users";

/** What conditions name by id: one that was saved is dropped when that has gone. The same in every list that has the condition. */
export const RECORDS: Readonly<Record<RecordParameter, RecordKind>> = {
  actor_user_id: "users",
  company_id: "companies",
  customer_type_id: "customer_types",
  facility_account_id: "facilities",
  in_account_id: "accounts",
  rank_detail_id: "rank_details",
  reserved_facility_account_id: "facilities",
  rfm_group_id: "rfm_groups",
  rfm_id: "rfms",
};
