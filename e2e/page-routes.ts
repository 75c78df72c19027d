import { globSync } from "node:fs";
import { join } from "node:path";

const ROUTES = join(import.meta.dirname, "../apps/web/src/routes/{-$locale}");

/** Addresses of the router that show a page, as the files of `routes/` name them: `/users/$id/edit`. */
export function routesOfFiles(): string[] {
  return globSync("_*/**/*.tsx", { cwd: ROUTES })
    .filter((file) => !/(^|\/)route\.tsx$/.test(file))
    .map((file) => file.replace(/\.tsx$/, "").replace(/^_\w+\//, ""))
    .map((name) => `/${name.replaceAll(/(?<=\$\w+)\./g, "/")}`.replace(/\/index$/, "") || "/")
    .sort();
}

export type PageVisitor = "" | "hana_admin" | "vc_admin";

/** Who can open which page; `$name` stands for a row that this person sees. */
export const PAGES: Record<PageVisitor, readonly string[]> = {
  "": ["/login", "/login/forget", "/login/reset", "/login/signup"],
  hana_admin: [
    "/",
    "/audit",
    "/profile",
    "/profile/edit",
    "/reports",
    "/ranks",
    "/ranks/new",
    "/ranks/$id/edit",
    "/campaigns",
    "/campaigns?show=calendar",
    "/campaigns/new",
    "/campaigns/$id",
    "/campaigns/$id/edit",
    "/customers",
    "/customers/new",
    "/customers/$id",
    "/customers/$id/edit",
    "/customers/imports",
    "/customers/imports/new",
    "/customers/imports/$id",
    "/customers/merges",
    "/customers/merges/$id",
    "/customers/point-requests",
    "/customers/inbox",
    "/customers/inbox/$id",
    "/customers/$id/reservations/$reservationId",
    ...["acquire-coupons", "grant-points", "use-coupons", "use-points"].map((page) => `/customers/$id/${page}`),
    "/rfms",
    "/rfms/$id/edit",
    "/users",
    "/users/new",
    "/users/$id",
    "/users/$id/edit",
    ...["types", "channels", "members", "sender", "line", "card", "keys"].map((tab) => `/accounts/$id/${tab}`),
    "/accounts/$id/mail-templates",
    "/accounts/$id_/mail-templates/new",
    "/accounts/$id_/mail-templates/$template",
  ],
  vc_admin: [
    "/clients",
    "/clients/new",
    "/clients/$id",
    "/clients/$id/edit",
    "/clients/$id/history",
    "/accounts",
    "/accounts/new",
    "/accounts/$id",
    "/accounts/$id/edit",
    "/accounts/$id/payment",
    ...["options", "users", "groups", "history"].map((tab) => `/accounts/$id/${tab}`),
    "/accounts/groups",
    "/accounts/groups/new",
    "/accounts/groups/$id",
    "/jobs",
  ],
};

export const routesOfPages = () =>
  [
    ...new Set(
      Object.values(PAGES)
        .flat()
        .map((page) => page.replace(/\?.*/, "")),
    ),
  ].sort();
