import { CLIENT_SECTIONS } from "../permissions/actions.ts";
import type { Subject } from "../permissions/can.ts";
import { can } from "../permissions/can.ts";

// specification §2, menu: six entries in this order, each to /{section}.
const LABELS = {
  users: "ユーザー管理",
  ranks: "ランク管理",
  rfms: "RFM管理",
  customers: "顧客管理",
  campaigns: "キャンペーン管理",
  reports: "レポート管理",
} as const;

export type MenuSection = keyof typeof LABELS;

export interface MenuEntry {
  section: MenuSection;
  label: string;
  path: `/${MenuSection}`;
  /** The person lacks the section's read permission. */
  disabled: boolean;
}

/** The six entries for a person. */
export function menuEntries(subject: Subject): MenuEntry[] {
  return CLIENT_SECTIONS.map((section) => ({
    section,
    label: LABELS[section],
    path: `/${section}`,
    disabled: !can(subject, `${section}/read`),
  }));
}
