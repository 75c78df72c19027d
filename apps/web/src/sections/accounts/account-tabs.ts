import type { SectionAction } from "@okaeri/domain/permissions/actions";
import { heldOverall, mayCall } from "@okaeri/domain/permissions/can";
import { isAdmin, isProvider } from "@okaeri/domain/permissions/roles";
import type { Session } from "../../shell/session.ts";

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

export type AccountTab = (typeof ACCOUNT_TABS)[number];

/** The tabs a person finds: billing is the provider's, people need users/read, the history is for administrators. */
export function tabsFor({ role, planOptions, permitted_page_actions }: Session): AccountTab[] {
  if (role === null) return [];
  const may = (action: SectionAction) =>
    mayCall({ role, planOptions, held: heldOverall(permitted_page_actions) }, action);
  return ACCOUNT_TABS.filter(({ key }) => {
    if (key === "payment") return isProvider(role);
    if (key === "users") return may("users/read");
    return key === "history" ? isAdmin(role) : true;
  });
}

/** The tab of a path such as /accounts/12/payment; the edit mode belongs to the basics. */
export function tabAt(path: string, id: number): AccountTab["key"] {
  return ACCOUNT_TABS.find((tab) => tab.path !== "" && path === `/accounts/${id}${tab.path}`)?.key ?? "basics";
}
