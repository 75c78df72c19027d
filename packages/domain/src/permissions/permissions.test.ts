import { describe, expect, it } from "vitest";
import { calendarDate } from "../calendar-date.ts";
import type { SectionAction } from "./actions.ts";
import { allowedActions, isAllowedAction, sectionsOf } from "./actions.ts";
import type { Subject } from "./can.ts";
import { can, defaultPermissions, heldFor, heldOverall, mayCall, usableActions } from "./can.ts";
import {
  invalidPermissions,
  isPermissionList,
  mayGrant,
  offeredActions,
  ungrantable,
  withReads,
} from "./permission-list.ts";
import { activePlanOptions, endedPlanOptions, isOptionActive, type OptionType, planHas } from "./plan-options.ts";
import type { Role } from "./roles.ts";
import {
  adminRoleOf,
  isAdmin,
  isClient,
  isProvider,
  isRole,
  mayAssignRole,
  ROLES,
  roleForm,
  roleOfForm,
  userRoleOf,
} from "./roles.ts";

const subject = (role: Role, held: string[], planOptions: string[] = ["crm_option"]): Subject => ({
  role,
  planOptions,
  held,
});

describe("§6 roles", () => {
  it.each([
    ["role_vc_admin", true, true, "role_vc_admin", "role_vc_user", "vc_admin"],
    ["role_vc_user", true, false, "role_vc_admin", "role_vc_user", "vc_user"],
    ["role_admin", false, true, "role_admin", "role_user", "admin"],
    ["role_user", false, false, "role_admin", "role_user", "user"],
  ] as const)(
    "%s: provider %s, admin %s, maps to %s / %s, form %s",
    (role, provider, admin, adminRole, userRole, form) => {
      expect(isProvider(role)).toBe(provider);
      expect(isClient(role)).toBe(!provider);
      expect(isAdmin(role)).toBe(admin);
      expect(adminRoleOf(role)).toBe(adminRole);
      expect(userRoleOf(role)).toBe(userRole);
      expect(roleForm(role)).toBe(form);
      expect(roleOfForm(form)).toBe(role);
    },
  );
  it("knows no other role", () => {
    expect(isRole("role_root")).toBe(false);
    expect(isRole("admin")).toBe(false);
  });
  it.each([
    ["role_vc_admin", ["role_vc_admin", "role_vc_user", "role_admin", "role_user"]],
    ["role_vc_user", ["role_vc_user", "role_admin", "role_user"]],
    ["role_admin", ["role_admin", "role_user"]],
    ["role_user", ["role_user"]],
  ] as const)("%s may make somebody %j, nobody higher", (giver, targets) => {
    expect(ROLES.filter((target) => mayAssignRole(giver, target))).toEqual(targets);
  });
});

describe("§6 sections and actions", () => {
  it("provider roles use eight sections", () => {
    expect(sectionsOf("role_vc_user", [])).toEqual([
      "clients",
      "accounts",
      "users",
      "ranks",
      "rfms",
      "customers",
      "campaigns",
      "reports",
    ]);
  });
  it("other roles use six; RFM only when the plan includes it", () => {
    const six = ["users", "ranks", "rfms", "customers", "campaigns", "reports"];
    expect(sectionsOf("role_admin", ["crm_option"])).toEqual(six);
    expect(sectionsOf("role_user", ["crm_option_parent"])).toEqual(six);
    expect(sectionsOf("role_user", ["registration_card_option"])).toEqual(six.filter((section) => section !== "rfms"));
  });
  it("each section has all, read, create, edit, delete", () => {
    expect(allowedActions("role_vc_admin", [])).toHaveLength(40);
    expect(allowedActions("role_admin", ["crm_option"])).toHaveLength(30);
    expect(allowedActions("role_admin", [])).toHaveLength(25);
  });
  it.each(["users/read/x", "users", "users/", "/read", "users/write", "Users/read", "toString/read", ""])(
    "%j is no action",
    (text) => {
      expect(isAllowedAction("role_vc_admin", [], text)).toBe(false);
    },
  );
});

describe("§6 a check passes for *, for {section}/all, or for an exact match", () => {
  it.each<[Role, string[], string[], SectionAction, boolean]>([
    ["role_user", ["*"], [], "users/delete", true],
    ["role_user", ["users/all"], [], "users/delete", true],
    ["role_user", ["users/read"], [], "users/read", true],
    ["role_user", ["users/read"], [], "users/edit", false],
    ["role_user", ["users/edit"], [], "users/read", false],
    ["role_user", [], [], "users/read", false],
    ["role_user", ["*"], [], "clients/read", false], // * never reaches beyond the role's set
    ["role_admin", ["clients/all"], [], "clients/read", false],
    ["role_admin", ["*"], [], "rfms/read", false], // plan without RFM
    ["role_admin", ["*"], ["crm_option"], "rfms/read", true],
    ["role_admin", ["*"], ["crm_option_parent"], "rfms/read", true],
    ["role_admin", ["*"], ["registration_card_option"], "rfms/read", false],
    ["role_vc_user", ["rfms/read"], [], "rfms/read", true], // provider needs no plan
    ["role_user", ["crm_option"], ["crm_option"], "customers/read", true], // crm_option opens the CRM sections
    ["role_user", ["crm_option"], [], "customers/read", false], // … while the option runs
    ["role_user", ["crm_option"], ["crm_option"], "users/read", false], // … and no other section
  ])("%s holding %j with plan %j: %s is %s", (role, held, planOptions, action, expected) => {
    expect(can(subject(role, held, planOptions), action)).toBe(expected);
  });
  it("all admin-type roles get * by default", () => {
    expect(ROLES.map((role) => defaultPermissions(role))).toEqual([["*"], [], ["*"], []]);
  });
  it("RFM pages are closed to provider roles for editing", () => {
    expect(mayCall(subject("role_vc_admin", ["*"]), "rfms/read")).toBe(true);
    expect(mayCall(subject("role_vc_admin", ["*"]), "rfms/edit")).toBe(false);
    expect(mayCall(subject("role_admin", ["*"]), "rfms/edit")).toBe(true);
    expect(usableActions(subject("role_vc_user", ["rfms/all"]), "rfms")).toEqual(["read"]);
    expect(usableActions(subject("role_user", ["customers/read", "customers/edit"]), "customers")).toEqual([
      "read",
      "edit",
    ]);
  });
  it("held values are per account", () => {
    const entries = [
      { account_id: 1, actions: ["users/read"] },
      { account_id: 2, parent_id: 1, actions: ["users/edit", "users/read"] },
    ];
    expect(heldOverall(entries)).toEqual(["users/read", "users/edit"]);
    expect(heldFor(entries, 1)).toEqual(["users/read"]);
    expect(heldFor(entries, 3)).toEqual([]);
  });
});

describe('§5 a permission list is valid only if each entry is "*" or belongs to the set allowed for the role', () => {
  it.each<[Role, string[], string[], boolean]>([
    ["role_user", [], ["*"], true],
    ["role_user", [], [], true],
    ["role_user", [], ["users/read", "customers/all"], true],
    ["role_user", [], ["clients/all"], false],
    ["role_user", [], ["rfms/read"], false],
    ["role_user", ["crm_option"], ["rfms/read"], true],
    ["role_user", [], ["crm_option"], true],
    ["role_vc_user", [], ["crm_option"], false],
    ["role_vc_user", [], ["clients/create", "rfms/read"], true],
    ["role_vc_admin", [], ["users/fly"], false],
  ])("%s with plan %j: %j is %s", (role, planOptions, list, expected) => {
    expect(isPermissionList(role, planOptions, list)).toBe(expected);
  });
  it("names what is wrong", () => {
    expect(invalidPermissions("role_user", [], ["users/read", "clients/read", "x"])).toEqual(["clients/read", "x"]);
  });
});

describe("granting needs the giver to hold what is given", () => {
  it.each<[Role, string[], string[], boolean]>([
    ["role_admin", ["*"], ["*"], true],
    ["role_admin", ["*"], ["users/all", "crm_option"], true],
    ["role_user", ["users/all"], ["users/read"], true],
    ["role_user", ["users/all"], ["*"], false],
    ["role_user", ["users/edit"], ["users/read"], false],
    ["role_user", ["users/read", "users/create", "users/edit", "users/delete"], ["users/all"], true],
    ["role_user", ["users/read"], ["users/all"], false],
    ["role_user", ["crm_option"], ["crm_option", "customers/read"], true],
    ["role_user", ["customers/all"], ["crm_option"], false],
    ["role_vc_admin", ["*"], ["rfms/edit", "users/all"], true],
    ["role_vc_user", ["accounts/edit"], ["accounts/edit"], true],
  ])("%s holding %j gives %j: %s", (role, held, list, expected) => {
    expect(mayGrant(subject(role, held), list)).toBe(expected);
  });
  it("names what is lacking", () => {
    expect(ungrantable(subject("role_user", ["users/all"]), ["users/read", "ranks/read"])).toEqual(["ranks/read"]);
  });
});

describe("what an editor of rights offers and stores", () => {
  const asked = new Set(["users/read", "users/edit", "ranks/read", "rfms/read", "rfms/edit", "clients/read"]);
  it.each<[Role, string[], string[]]>([
    [
      "role_user",
      ["crm_option"],
      ["users/all", "users/read", "users/edit", "ranks/read", "rfms/all", "rfms/read", "rfms/edit"],
    ],
    ["role_user", [], ["users/all", "users/read", "users/edit", "ranks/read"]],
    ["role_vc_user", [], ["clients/read", "users/all", "users/read", "users/edit", "ranks/read", "rfms/read"]],
  ])("%s with %j is offered what something asks for", (role, options, expected) => {
    expect(offeredActions(role, options, asked)).toEqual(expected);
  });
  it.each([
    [["campaigns/edit"], ["campaigns/edit", "campaigns/read"]],
    [
      ["campaigns/create", "campaigns/delete", "ranks/read"],
      ["campaigns/create", "campaigns/delete", "ranks/read", "campaigns/read"],
    ],
    [
      ["campaigns/all", "campaigns/edit"],
      ["campaigns/all", "campaigns/edit"],
    ],
    [["*"], ["*"]],
    [["crm_option"], ["crm_option"]],
  ])("%j is stored as %j", (list, expected) => {
    expect(withReads(list)).toEqual(expected);
  });
});

describe("§3 AccountOption: active when its end is null or today or later", () => {
  const today = calendarDate("2026-11-20");
  it.each([
    [null, null, true],
    ["2026-11-20", null, true],
    ["2026-11-21", null, false],
    [null, "2026-11-20", true],
    [null, "2026-11-19", false],
    ["2026-01-01", "2026-12-31", true],
  ])("from %s to %s is %s", (start, end, expected) => {
    const option = {
      option_type: "crm_option" as const,
      option_started_at: start === null ? null : calendarDate(start),
      option_ended_at: end === null ? null : calendarDate(end),
    };
    expect(isOptionActive(option, today)).toBe(expected);
    expect(activePlanOptions([option, option], today)).toEqual(expected ? ["crm_option"] : []);
  });
  it("RFM is included in crm_option and crm_option_parent", () => {
    expect(
      [["crm_option"], ["crm_option_parent"], ["registration_card_option"], []].map((plan) => planHas("rfm", plan)),
    ).toEqual([true, true, false, false]);
  });
  it("what ended is told with its last day, unless the option runs again", () => {
    const period = (option_type: OptionType, option_started_at: string, option_ended_at: string | null) => ({
      option_type,
      option_started_at: calendarDate(option_started_at),
      option_ended_at: option_ended_at === null ? null : calendarDate(option_ended_at),
    });
    const today = calendarDate("2026-11-20");
    const ended = [period("crm_option", "2025-01-01", "2025-12-31"), period("crm_option", "2026-01-01", "2026-11-19")];
    expect(endedPlanOptions(ended, today)).toEqual([{ option_type: "crm_option", ended_on: "2026-11-19" }]);
    expect(endedPlanOptions([...ended, period("crm_option", "2026-11-20", null)], today)).toEqual([]);
    expect(endedPlanOptions([period("crm_option", "2026-01-01", "2026-11-20")], today)).toEqual([]);
  });
});
