// What people of a hotel usually do: a start for the editor of rights, to be changed freely afterwards.

export const ROLE_TEMPLATES = ["front", "marketing", "accounting", "look"] as const;
export type RoleTemplate = (typeof ROLE_TEMPLATES)[number];

const VALUES: Record<Exclude<RoleTemplate, "look">, readonly string[]> = {
  front: ["customers/read", "customers/create", "customers/edit", "ranks/read", "campaigns/read"],
  marketing: [
    "customers/read",
    "ranks/read",
    "rfms/read",
    "rfms/edit",
    "reports/read",
    "campaigns/read",
    "campaigns/create",
    "campaigns/edit",
    "campaigns/delete",
  ],
  accounting: ["customers/read", "reports/read"],
};

/** The template's rights among those on offer; "look" reads whatever there is. */
export function templateRights(template: RoleTemplate, offered: readonly string[]): string[] {
  return offered.filter((value) => (template === "look" ? value.endsWith("/read") : VALUES[template].includes(value)));
}
