import type { AccountDetail } from "./accounts.api.ts";

/** The tabs of an account in their order (product §3); `path` comes after /accounts/{id}. */
export const ACCOUNT_TABS = [
  { key: "basics", path: "" },
  { key: "payment", path: "/payment" },
  { key: "options", path: "/options" },
  { key: "users", path: "/users" },
  { key: "groups", path: "/groups" },
  { key: "types", path: "/types" },
  { key: "channels", path: "/channels" },
  { key: "sender", path: "/sender" },
  { key: "line", path: "/line" },
  { key: "card", path: "/card" },
  { key: "keys", path: "/keys" },
  { key: "history", path: "/history" },
] as const;

type AccountTab = (typeof ACCOUNT_TABS)[number];

/** The tabs a person finds. */
export function tabsFor({ readable_parts }: AccountDetail): AccountTab[] {
  return ACCOUNT_TABS.filter(({ key }) => readable_parts.includes(key));
}
