import { describe, expect, it } from "vitest";
import type { Role } from "./roles.ts";
import type { RowAction, RowActionAccount, Viewer } from "./row-actions.ts";
import {
  accountsRowActions,
  clientsRowActions,
  mayAddAccounts,
  parentAccountsOf,
  programmeActions,
  rowAllows,
  usersRowActions,
} from "./row-actions.ts";

// Provider: 1 headquarters, 2 and 4 branches beneath it, 3 a desk of 2. Client: 10 headquarters, 11 and 12 beneath it. Another client: 20.
const PARENTS: Record<number, number> = { 2: 1, 3: 2, 4: 1, 11: 10, 12: 10 };
const place = (id: number) => ({ id, parent_id: PARENTS[id] ?? null });
const provider = [1, 2, 3, 4].map(place);
const viewer = (role: Role, accounts: Record<number, string[]>, planOptions: string[] = ["crm_option"]): Viewer => ({
  role,
  planOptions,
  permitted_page_actions: Object.entries(accounts).map(([id, actions]) => ({
    account_id: Number(id),
    parent_id: place(Number(id)).parent_id ?? undefined,
    actions,
  })),
  companyIds: [100],
  parentAccountIds: parentAccountsOf(
    Object.keys(accounts).map((id) => place(Number(id))),
    provider,
  ),
});

describe("§6 Users list", () => {
  it.each<[string, Viewer, number[], RowAction[]]>([
    ["vc_admin gets read+edit on every row", viewer("role_vc_admin", { 1: ["*"] }), [20], ["read", "edit"]],
    [
      "vc_admin gets read+edit on every row, also without accounts",
      viewer("role_vc_admin", { 1: ["*"] }),
      [],
      ["read", "edit"],
    ],
    [
      "vc_user gets read only if the row belongs to a parent account",
      viewer("role_vc_user", { 2: ["users/edit"] }),
      [1],
      ["read"],
    ],
    [
      "vc_user gets read only on people of the provider's top-level account, also where it is their own",
      viewer("role_vc_user", { 1: ["users/edit"] }),
      [1],
      ["read"],
    ],
    ["vc_user of a desk gets read only two levels up", viewer("role_vc_user", { 3: ["users/edit"] }), [1], ["read"]],
    [
      "vc_user gets read only if one of the row's accounts is above theirs",
      viewer("role_vc_user", { 3: ["users/edit"] }),
      [3, 2],
      ["read"],
    ],
    [
      "vc_user otherwise gets read+edit, the branch beside theirs",
      viewer("role_vc_user", { 3: ["users/edit"] }),
      [4],
      ["read", "edit"],
    ],
    [
      "vc_user of the top-level account gets read+edit beneath it",
      viewer("role_vc_user", { 1: ["users/edit"] }),
      [2],
      ["read", "edit"],
    ],
    ["vc_user gets read only if they lack users/edit", viewer("role_vc_user", { 2: ["users/read"] }), [20], ["read"]],
    ["vc_user otherwise gets read+edit", viewer("role_vc_user", { 2: ["users/edit"] }), [20], ["read", "edit"]],
    [
      "vc_user otherwise gets read+edit, own branch",
      viewer("role_vc_user", { 2: ["users/all"] }),
      [2],
      ["read", "edit"],
    ],
    [
      "admin gets read+edit if all the row's accounts are their own",
      viewer("role_admin", { 10: ["*"] }),
      [10],
      ["read", "edit"],
    ],
    [
      "admin gets read+edit if a parent of one is their own",
      viewer("role_admin", { 10: ["*"] }),
      [10, 11, 12],
      ["read", "edit"],
    ],
    ["admin gets read only if some are", viewer("role_admin", { 11: ["*"] }), [11, 12], ["read"]],
    ["admin gets nothing if none is", viewer("role_admin", { 11: ["*"] }), [20], []],
    ["admin gets nothing on a row without accounts", viewer("role_admin", { 11: ["*"] }), [], []],
    [
      "user gets read+edit if all are theirs and they hold users/edit for them",
      viewer("role_user", { 11: ["users/edit"], 12: ["*"] }),
      [11, 12],
      ["read", "edit"],
    ],
    [
      "user with users/edit in one of two only reads",
      viewer("role_user", { 11: ["users/edit"], 12: ["users/read"] }),
      [11, 12],
      ["read"],
    ],
    ["user gets read only if some are theirs", viewer("role_user", { 11: ["*"] }), [11, 12], ["read"]],
    ["user does not inherit from a parent account", viewer("role_user", { 10: ["*"] }), [11], []],
    ["user gets nothing if none is theirs", viewer("role_user", { 11: ["*"] }), [20], []],
  ])("§6 Users list: %s", (_, who, accounts, expected) => {
    expect(usersRowActions(who, { accounts: accounts.map(place) })).toEqual(expected);
  });
});

describe("§6 Accounts list", () => {
  const row = (id: number, crm = false): RowActionAccount => ({ ...place(id), crm_option_active: crm });
  it.each<[string, Viewer, RowActionAccount, boolean, RowAction[]]>([
    ['vc_admin gets "*"', viewer("role_vc_admin", { 1: ["*"] }), row(10), false, ["*"]],
    [
      "vc_admin reads only within their own affiliation",
      viewer("role_vc_admin", { 1: ["*"] }),
      row(1),
      false,
      ["read"],
    ],
    ["vc_admin reads only beneath their own account", viewer("role_vc_admin", { 1: ["*"] }), row(2), false, ["read"]],
    [
      "vc_user gets read for affiliated accounts",
      viewer("role_vc_user", { 2: ["accounts/all"] }),
      row(2),
      false,
      ["read"],
    ],
    [
      "vc_user gets else the actions of their accounts permission",
      viewer("role_vc_user", { 2: ["accounts/read", "accounts/edit", "users/delete"] }),
      row(10),
      false,
      ["read", "edit"],
    ],
    ["vc_user with accounts/all", viewer("role_vc_user", { 2: ["accounts/all"] }), row(10), false, ["all"]],
    ["vc_user with nothing", viewer("role_vc_user", { 2: [] }), row(10), false, []],
    ["admin gets read for affiliated accounts", viewer("role_admin", { 10: ["*"] }, []), row(10, true), true, ["read"]],
    [
      "admin with the CRM plan option edits a top-level account when any listed account has an active CRM option",
      viewer("role_admin", { 10: ["*"] }),
      row(10),
      true,
      ["read", "edit"],
    ],
    [
      "admin does not edit a top-level account when no listed account has one",
      viewer("role_admin", { 10: ["*"] }),
      row(10),
      false,
      ["read"],
    ],
    [
      "admin edits a child account whose own CRM option is active",
      viewer("role_admin", { 10: ["*"] }),
      row(11, true),
      true,
      ["read", "edit"],
    ],
    [
      "admin does not edit a child account whose own is not",
      viewer("role_admin", { 10: ["*"] }),
      row(11),
      true,
      ["read"],
    ],
    ["admin gets nothing elsewhere", viewer("role_admin", { 10: ["*"] }), row(20, true), true, []],
    [
      "user gets read only for accounts they belong to",
      viewer("role_user", { 11: ["*"] }),
      row(11, true),
      true,
      ["read"],
    ],
    ["user of a headquarters gets nothing beneath it", viewer("role_user", { 10: ["*"] }), row(11, true), true, []],
    ["user gets nothing for the parent", viewer("role_user", { 11: ["*"] }), row(10, true), true, []],
  ])("§6 Accounts list: %s", (_, who, account, anyActive, expected) => {
    expect(accountsRowActions(who, account, anyActive)).toEqual(expected);
  });
  it("a third level belongs to its ancestors", () => {
    const deep = { id: 30, parent_id: 11, ancestor_ids: [11, 10], crm_option_active: true };
    expect(accountsRowActions(viewer("role_admin", { 10: ["*"] }), deep, true)).toEqual(["read", "edit"]);
  });
});

describe("§6 Clients list", () => {
  it.each<[string, Viewer, number, RowAction[]]>([
    ['vc_admin gets "*"', viewer("role_vc_admin", { 1: ["*"] }), 200, ["*"]],
    [
      "vc_user gets the clients actions they hold",
      viewer("role_vc_user", { 2: ["clients/read", "clients/create"] }),
      200,
      ["read", "create"],
    ],
    ['vc_user holding "*"', viewer("role_vc_user", { 2: ["*"] }), 200, ["*"]],
    ["admin gets read on their own client", viewer("role_admin", { 10: ["*"] }), 100, ["read"]],
    ["user gets read on their own client", viewer("role_user", { 10: [] }), 100, ["read"]],
    ["client roles get nothing on another client", viewer("role_admin", { 10: ["*"] }), 200, []],
  ])("§6 Clients list: %s", (_, who, id, expected) => {
    expect(clientsRowActions(who, { id })).toEqual(expected);
  });
});

describe("product §1: a company's accounts are the provider's to register, its own branches a vc_admin's", () => {
  it.each<[Viewer, boolean, boolean]>([
    [viewer("role_vc_admin", { 1: ["*"] }), true, true],
    [viewer("role_vc_user", { 2: ["accounts/create"] }), true, false],
    [viewer("role_vc_user", { 2: ["accounts/read"] }), false, false],
    [viewer("role_admin", { 10: ["*"] }), false, false],
  ])("%j: a client's %s, the provider's %s", (who, client, own) => {
    expect([mayAddAccounts(who, { is_provider: false }), mayAddAccounts(who, { is_provider: true })]).toEqual([
      client,
      own,
    ]);
  });
});

describe("what belongs to a whole programme is read where one works and changed at the programme account", () => {
  const holding = (role: Viewer["role"], held: string[], planOptions = ["crm_option_parent"]) => ({
    role,
    planOptions,
    held,
  });
  it.each<[string, ReturnType<typeof holding>, ReturnType<typeof holding>, RowAction[]]>([
    ["§6: RFM is closed to provider roles", holding("role_vc_admin", ["*"]), holding("role_vc_admin", ["*"]), ["read"]],
    [
      "everything at the programme account",
      holding("role_admin", ["*"]),
      holding("role_admin", ["*"]),
      ["read", "create", "edit", "delete"],
    ],
    ["everything at a facility alone", holding("role_user", ["*"]), holding("role_user", []), ["read"]],
    [
      "edit at the programme account, nothing here",
      holding("role_user", []),
      holding("role_user", ["rfms/edit"]),
      ["edit"],
    ],
    ["without the plan", holding("role_user", ["*"], []), holding("role_user", ["*"], []), []],
  ])("%s", (_, here, programme, expected) => {
    expect(programmeActions(here, programme, "rfms")).toEqual(expected);
  });
  it.each([
    [["*"], true],
    [["all"], true],
    [["read", "edit"], true],
    [["read"], false],
  ])("page_actions %j let edit through: %s", (actions, expected) => {
    expect(rowAllows(actions, "edit")).toBe(expected);
  });
});
