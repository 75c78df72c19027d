import { describe, expect, it } from "vitest";
import type { Role } from "../permissions/roles.ts";
import type { GuardSession } from "./navigation-guard.ts";
import { guardNavigation } from "./navigation-guard.ts";
import { isRouteId, matchRoute, plainPath, ROUTES } from "./routes.ts";

const signedOut: GuardSession = {
  loggedIn: false,
  verified: false,
  pwdUpdateRequired: false,
  role: null,
  planOptions: [],
  permitted_page_actions: [],
};
const as = (role: Role, actions: string[], planOptions: string[] = ["crm_option"]): GuardSession => ({
  loggedIn: true,
  verified: true,
  pwdUpdateRequired: false,
  role,
  planOptions,
  permitted_page_actions: [{ account_id: 1, actions }],
});
const half: GuardSession = { ...as("role_admin", ["*"]), verified: false };
const mustChange: GuardSession = { ...as("role_admin", ["*"]), pwdUpdateRequired: true };

/** "ok", "→ /login", or the status. */
function outcome(path: string, session: GuardSession, rowActions?: string[]): string {
  const decision = guardNavigation({ path, session, rowActions });
  if (decision.kind === "ok") return "ok";
  return decision.kind === "redirect" ? `→ ${decision.to}` : String(decision.status);
}

describe("§2 Global navigation guard: session", () => {
  it.each(["/", "/users", "/profile/edit", "/nowhere", "/users/abc", "/rfms/1/edit", "/login/other"])(
    "not logged in or not verified: %s redirects to /login",
    (path) => {
      expect(outcome(path, signedOut)).toBe("→ /login");
      expect(outcome(path, half)).toBe("→ /login");
    },
  );
  it.each(["/login", "/login/forget", "/login/reset", "/login/signup", "/login/signup?token=x", "/login/"])(
    "not logged in or not verified: %s stays",
    (path) => {
      expect(outcome(path, signedOut)).toBe("ok");
      expect(outcome(path, half)).toBe("ok");
    },
  );
  it("logged in and verified: /login/signup redirects to /", () => {
    expect(outcome("/login/signup", as("role_user", []))).toBe("→ /");
    expect(outcome("/login/signup", mustChange)).toBe("→ /");
    expect(outcome("/login", as("role_user", []))).toBe("ok");
  });
});

describe("§2 Global navigation guard: password update required", () => {
  it.each(["/", "/login", "/profile", "/users/abc", "/nowhere", "/clients/new"])(
    "%s redirects to /profile/edit",
    (path) => {
      expect(outcome(path, mustChange)).toBe("→ /profile/edit");
    },
  );
  it("/profile/edit stays", () => {
    expect(outcome("/profile/edit", mustChange)).toBe("ok");
  });
  it("before the second factor the flag changes nothing", () => {
    expect(outcome("/login", { ...mustChange, verified: false })).toBe("ok");
    expect(outcome("/profile/edit", { ...mustChange, verified: false })).toBe("→ /login");
  });
});

describe("§2 Route guards", () => {
  const admin = as("role_vc_admin", ["*"]);
  it.each([
    "/users/abc",
    "/users/1a",
    "/users/１２",
    "/users/-1",
    "/users/1.0",
    "/users/1234567890123456",
    "/customers/x/use-points",
    "/accounts/groups/x",
    "/rfms/1",
    "/rfms/x/edit",
    "/nowhere",
    "/users/1/edit/more",
    "/ranks/1",
    "//users",
    "/users//edit",
    "/clients/x",
    "/clients/1/payment",
    "/accounts/x/edit",
    "/accounts/1/nowhere",
    "/accounts/x/payment",
    "/accounts/groups/3/payment",
  ])("%s is page-not-found", (path) => {
    expect(guardNavigation({ path, session: admin })).toEqual({
      kind: "error",
      status: 404,
      message: "お探しのページが見つかりませんでした",
    });
  });
  it.each([
    "/users/1",
    "/users/007",
    "/users/123456789012345",
    "/accounts/groups",
    "/accounts/groups/3",
    "/accounts/3/payment",
    "/accounts/3/keys",
    "/clients/3/history",
    "/customers/1/grant-points",
    "/customers/1/reservations/2",
    "/customers/inbox",
    "/customers/inbox/3",
  ])("%s is found", (path) => {
    expect(outcome(path, admin)).toBe("ok");
  });
  it.each<[string, GuardSession, string]>([
    ["a vc admin always", admin, "ok"],
    ["a vc user only with the clients/create permission", as("role_vc_user", ["clients/create"]), "ok"],
    ["a vc user with clients/all", as("role_vc_user", ["clients/all"]), "ok"],
    ["a vc user without it", as("role_vc_user", ["clients/read"]), "404"],
    ["an admin, even with *", as("role_admin", ["*"]), "404"],
    ["a user claiming clients/create", as("role_user", ["clients/create"]), "404"],
    ["a vc admin whose list lacks clients/create: a page, but forbidden", as("role_vc_admin", ["users/all"]), "403"],
  ])("/clients/new is valid only for provider roles: %s", (_, session, expected) => {
    expect(outcome("/clients/new", session)).toBe(expected);
  });
});

describe("The account in the address", () => {
  const decide = (accountId: string | undefined, path: string, session: GuardSession) => {
    const decision = guardNavigation({ path, session, accountId });
    return decision.kind === "error" ? decision.status : decision.kind;
  };
  const admin = as("role_admin", ["*"]);
  it.each([undefined, "1", "12", "999999999999999"])("%s: the page", (id) => {
    expect(decide(id, "/users", admin)).toBe("ok");
  });
  it.each(["abc", "0", "007", "1,2", "-1", "1.5", "1e3", " 1", "１", "1234567890123456"])("%s: no page", (id) => {
    expect(decide(id, "/users", admin)).toBe(404);
    expect(decide(id, "/users", signedOut)).toBe("redirect");
    expect(decide(id, "/users", mustChange)).toBe("redirect");
    expect(decide(id, "/login", signedOut)).toBe("ok");
    expect(decide(id, "/users/new", as("role_user", []))).toBe(404);
  });
});

describe("§2 Forbidden (403, 不正リクエストです)", () => {
  it("carries the message", () => {
    expect(guardNavigation({ path: "/users/new", session: as("role_user", []) })).toEqual({
      kind: "error",
      status: 403,
      message: "不正リクエストです",
    });
  });
  it.each<[string, GuardSession, string]>([
    ["/users/new", as("role_user", ["users/create"]), "ok"],
    ["/users/new", as("role_user", ["users/read"]), "403"],
    ["/accounts/new", as("role_vc_user", ["accounts/create"]), "ok"],
    ["/accounts/new", as("role_vc_user", ["accounts/edit"]), "403"],
    ["/accounts/new", as("role_admin", ["*"]), "403"],
    ["/accounts/groups/new", as("role_vc_user", ["accounts/create"]), "ok"],
    ["/accounts/groups/new", as("role_vc_user", ["accounts/edit"]), "403"],
    ["/accounts/groups/new", as("role_admin", ["*"]), "403"],
    ["/campaigns/new", as("role_user", []), "ok"],
  ])("opening %s without the create permission of that section (%j): %s", (path, session, expected) => {
    expect(outcome(path, session)).toBe(expected);
  });
  it.each<[string, GuardSession, string[] | undefined, string]>([
    ["/users/1/edit", as("role_user", ["users/edit"]), undefined, "ok"],
    ["/users/1/edit", as("role_user", ["users/delete"]), undefined, "ok"],
    ["/users/1/edit", as("role_user", ["users/read", "users/create"]), undefined, "403"],
    ["/users/1/edit", as("role_user", ["users/edit"]), ["read"], "403"],
    ["/users/1/edit", as("role_user", ["users/read"]), ["read", "edit"], "403"],
    ["/clients/1/edit", as("role_vc_user", ["clients/edit"]), undefined, "ok"],
    ["/clients/1/edit", as("role_admin", ["*"]), undefined, "403"],
    ["/clients/1/edit", as("role_admin", ["*"]), ["read"], "403"],
    ["/accounts/1/edit", as("role_vc_admin", ["*"]), ["*"], "ok"],
    ["/accounts/1/edit", as("role_vc_admin", ["*"]), ["read"], "403"],
    ["/accounts/1/edit", as("role_admin", ["*"]), ["read", "edit"], "ok"],
    ["/accounts/1/edit", as("role_admin", ["*"]), ["read"], "403"],
    ["/accounts/1/edit", as("role_admin", ["*"]), undefined, "403"],
    ["/customers/1", as("role_user", []), undefined, "ok"],
  ])("opening %s without the edit or delete permission (%j, row %j): %s", (path, session, row, expected) => {
    expect(outcome(path, session, row)).toBe(expected);
  });
  it.each<[string, GuardSession, string]>([
    ["/rfms", as("role_vc_user", ["rfms/read"], []), "ok"],
    ["/rfms", as("role_vc_user", [], []), "403"],
    ["/rfms", as("role_admin", ["*"], ["crm_option"]), "ok"],
    ["/rfms", as("role_admin", ["*"], []), "403"],
    ["/rfms", as("role_user", ["rfms/edit"]), "403"],
    ["/rfms", as("role_user", ["rfms/read"]), "ok"],
    ["/rfms/1/edit", as("role_user", ["rfms/read"]), "403"],
    ["/rfms/1/edit", as("role_user", ["rfms/read", "rfms/edit"]), "ok"],
    ["/rfms/1/edit", as("role_user", ["rfms/edit"]), "403"],
    ["/rfms/1/edit", as("role_vc_admin", ["*"]), "403"],
  ])("RFM: opening %s as %j: %s", (path, session, expected) => {
    expect(outcome(path, session)).toBe(expected);
  });
});

describe("§2 table of routes", () => {
  it("has every page once", () => {
    expect(ROUTES).toHaveLength(36);
    expect(new Set(ROUTES.map((route) => route.pattern)).size).toBe(36);
  });
  it("login and profile pages are bare, all others have the menu", () => {
    for (const route of ROUTES) {
      expect(route.layout, route.pattern).toBe(/^\/(login|profile)/.test(route.pattern) ? "bare" : "menu");
    }
  });
  it("matches without query, hash and trailing slash", () => {
    expect(plainPath("/users/?page=2#top")).toBe("/users");
    expect(plainPath("/")).toBe("/");
    expect(matchRoute("/users/12/edit?x=/")?.pattern).toBe("/users/{id}/edit");
    expect(isRouteId("")).toBe(false);
  });
});

it.each([
  ["role_vc_admin", "ok"],
  ["role_vc_user", "404"],
  ["role_admin", "404"],
  ["role_user", "404"],
] as const)("jobs that were given up are for the provider's administrators: %s", (role, expected) => {
  expect(outcome("/jobs", as(role, ["*"]))).toBe(expected);
});

describe("The audit log is for administrators", () => {
  it.each([
    ["role_vc_admin", "ok"],
    ["role_vc_user", "404"],
    ["role_admin", "ok"],
    ["role_user", "404"],
  ] as const)("%s: %s", (role, expected) => {
    expect(outcome("/audit", as(role, ["*"]))).toBe(expected);
  });
});
