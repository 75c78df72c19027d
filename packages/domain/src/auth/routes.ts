import type { Section } from "../permissions/actions.ts";

// specification §2, table of routes. {id} stands for digits only.

export interface AppRoute {
  pattern: string;
  /** "bare" has no menu (sign-in and profile pages). */
  layout: "menu" | "bare";
  section?: Section;
}

const bare = (...patterns: string[]): AppRoute[] => patterns.map((pattern) => ({ pattern, layout: "bare" }));
const of = (section: Section, ...rest: string[]): AppRoute[] =>
  ["", ...rest].map((path) => ({ pattern: `/${section}${path}`, layout: "menu", section }));

/** Every page of the product. */
export const ROUTES: readonly AppRoute[] = [
  { pattern: "/", layout: "menu" },
  ...bare("/login", "/login/forget", "/login/reset", "/login/signup", "/profile", "/profile/edit"),
  ...of("accounts", "/new", "/groups", "/groups/new", "/groups/{id}", "/{id}", "/{id}/edit"),
  ...of("campaigns", "/new", "/{id}", "/{id}/edit"),
  ...of("clients", "/new", "/{id}", "/{id}/edit"),
  ...of("customers", "/{id}", "/{id}/acquire-coupons", "/{id}/grant-points", "/{id}/use-coupons", "/{id}/use-points"),
  ...of("ranks"),
  ...of("reports"),
  ...of("rfms", "/{id}/edit"),
  ...of("users", "/new", "/{id}", "/{id}/edit"),
];

// Pages the specification's table does not name. Product §4, CSV upload: how reservations and guests come in.
const ADDED_ROUTES: readonly AppRoute[] = [
  // Detail and edit are one screen with two modes, as in every other section.
  ...of("customers", "/new", "/{id}/edit").slice(1),
  ...of("customers", "/imports", "/imports/new", "/imports/{id}").slice(1),
  // Product §4: what hotel systems sent, and one reservation of a guest.
  ...of("customers", "/inbox", "/inbox/{id}", "/{id}/reservations/{id}").slice(1),
  // Product §4, identity: who waits to be matched.
  ...of("customers", "/merges", "/merges/{id}").slice(1),
  ...of("customers", "/point-requests").slice(1),
  // Product §3: the tabs of an account and of a client that are pages of their own.
  ...of(
    "accounts",
    ...[
      "payment",
      "options",
      "users",
      "groups",
      "history",
      "types",
      "channels",
      "members",
      "sender",
      "line",
      "card",
      "keys",
    ].map((tab) => `/{id}/${tab}`),
  ).slice(1),
  // Mails to begin from, of the programme account.
  ...of("accounts", "/{id}/mail-templates", "/{id}/mail-templates/new", "/{id}/mail-templates/{id}").slice(1),
  ...of("clients", "/{id}/history").slice(1),
  // Product §7: a definition is made and changed on pages of its own.
  ...of("ranks", "/new", "/{id}/edit").slice(1),
  // The audit log, for administrators.
  { pattern: "/audit", layout: "menu" },
  // Jobs that were given up, for the provider's administrators.
  { pattern: "/jobs", layout: "menu" },
];

/** Pages open without a session. */
export const PUBLIC_PATHS: readonly string[] = ["/login", "/login/forget", "/login/reset", "/login/signup"];

/** specification §5: all digits; longer than 15 digits would not fit a JavaScript number exactly and is not found. */
export function isRouteId(text: string): boolean {
  return /^[0-9]{1,15}$/.test(text);
}

/** What `?account_id=` may say: an id as it is written in an address, without leading zeros. */
export function isAccountId(text: string): boolean {
  return /^[1-9][0-9]{0,14}$/.test(text);
}

/** Path without query, hash and trailing slash. */
export function plainPath(path: string): string {
  const bareText = path.replace(/[?#].*$/s, "");
  return bareText.length > 1 && bareText.endsWith("/") ? bareText.slice(0, -1) : bareText;
}

function matches(pattern: string, parts: readonly string[]): boolean {
  const wanted = pattern.split("/");
  return (
    wanted.length === parts.length &&
    wanted.every((part, index) => (part === "{id}" ? isRouteId(parts[index] ?? "") : part === parts[index]))
  );
}

/** The route of a path without locale prefix; undefined = page not found. Fixed words win over ids by being no digits. */
export function matchRoute(path: string): AppRoute | undefined {
  const parts = plainPath(path).split("/");
  return [...ROUTES, ...ADDED_ROUTES].find((route) => matches(route.pattern, parts));
}
