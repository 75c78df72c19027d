import { allowedActions } from "@okaeri/domain/permissions/actions";
import { describe, expect, it } from "vitest";
import type { RightsOffer } from "../users.api.ts";
import {
  cellOf,
  copied,
  fallingAway,
  filled,
  fromTemplate,
  gatesNothing,
  inTree,
  lockedValues,
  pressed,
  reachedBelow,
  savable,
  sectionsIn,
  withEverything,
} from "./rights-draft.ts";

const allowed = ["*", "crm_option", ...allowedActions("role_user", ["crm_option"])];
const offer = (change: Partial<RightsOffer> = {}): RightsOffer => ({
  id: 1,
  code: "A",
  name: "本館",
  parent_id: null,
  company_id: 1,
  company_name: "宿",
  allowed,
  offered: allowed,
  grantable: allowed,
  can_export: true,
  ...change,
});
const clerk = offer({ grantable: ["users/read", "users/edit", "customers/read", "customers/edit"] });

describe("one tick of the matrix (specification §6)", () => {
  it("is on for the value itself and for {section}/all", () => {
    expect(cellOf(offer(), ["users/read"], "users", "read")).toEqual({ ticked: true, locked: false });
    expect(cellOf(offer(), ["users/all"], "users", "edit")).toEqual({ ticked: true, locked: false, from: "all" });
    expect(cellOf(offer(), ["users/read"], "users", "all")).toEqual({ ticked: false, locked: false });
  });

  it("is locked when the editor does not hold it, held or not", () => {
    expect(cellOf(clerk, ["reports/read"], "reports", "read")).toEqual({ ticked: true, locked: true });
    expect(cellOf(clerk, [], "customers", "delete")?.locked).toBe(true);
    expect(cellOf(clerk, [], "customers", "edit")?.locked).toBe(false);
    expect(cellOf(clerk, ["customers/all"], "customers", "edit")?.locked).toBe(true);
  });

  it("is covered by crm_option only while the option runs", () => {
    expect(cellOf(offer(), ["crm_option"], "reports", "read")?.from).toBe("crm");
    const without = offer({ allowed: ["*", "crm_option", ...allowedActions("role_user", [])] });
    expect(cellOf(without, ["crm_option"], "reports", "read")?.ticked).toBe(false);
    expect(cellOf(offer(), ["crm_option"], "users", "read")?.ticked).toBe(false);
  });
});

describe("pressing", () => {
  it("gives and takes a single action", () => {
    expect(pressed(offer(), [], "users", "read")).toEqual(["users/read"]);
    expect(pressed(offer(), ["users/read"], "users", "read")).toEqual([]);
  });

  it("all takes the place of the single ones; one taken out leaves the other three", () => {
    expect(pressed(offer(), ["users/read", "ranks/read"], "users", "all")).toEqual(["ranks/read", "users/all"]);
    expect(pressed(offer(), ["users/all"], "users", "delete")).toEqual(["users/read", "users/create", "users/edit"]);
    expect(pressed(offer(), ["users/all"], "users", "all")).toEqual([]);
  });

  it("does nothing where it is locked", () => {
    expect(pressed(clerk, ["customers/all"], "customers", "edit")).toEqual(["customers/all"]);
    expect(pressed(clerk, [], "reports", "read")).toEqual([]);
  });

  it("everything, and back to single sections; what is locked stays", () => {
    expect(withEverything(offer(), ["users/read"], true)).toEqual(["*"]);
    expect(withEverything(offer(), ["*"], false)).toEqual(sectionsIn(offer()).map((section) => `${section}/all`));
    expect(fromTemplate(clerk, ["reports/all", "customers/edit"], "look")).toEqual([
      "reports/all",
      "users/read",
      "customers/read",
    ]);
  });
});

describe("changing implies reading", () => {
  it("ticks and locks the reading, and lets it go with the last change", () => {
    expect(pressed(offer(), [], "users", "edit")).toEqual(["users/edit", "users/read"]);
    expect(cellOf(offer(), ["users/edit", "users/read"], "users", "read")).toEqual({
      ticked: true,
      locked: true,
      from: "write",
    });
    expect(pressed(offer(), ["users/edit", "users/read"], "users", "read")).toEqual(["users/edit", "users/read"]);
    const without = pressed(offer(), ["users/edit", "users/read"], "users", "edit");
    expect([without, pressed(offer(), without, "users", "read")]).toEqual([["users/read"], []]);
    const cannotRead = offer({ grantable: ["users/edit"] });
    expect(cellOf(cannotRead, [], "users", "edit")?.locked).toBe(true);
    expect(cellOf(cannotRead, ["users/read"], "users", "edit")?.locked).toBe(false);
  });
});

describe("only what something asks for", () => {
  const asked = offer({ offered: ["*", "crm_option", "users/all", "users/read", "users/edit", "reports/read"] });
  it("has a place in the matrix", () => {
    expect(sectionsIn(asked)).toEqual(["users", "reports"]);
    expect(cellOf(asked, ["reports/all"], "reports", "all")).toBeNull();
    expect(cellOf(asked, ["reports/all"], "reports", "read")).toEqual({ ticked: true, locked: false, from: "all" });
    expect(withEverything(asked, ["*"], false)).toEqual(["users/all", "reports/read"]);
    expect(pressed(asked, ["users/all"], "users", "edit")).toEqual(["users/read"]);
  });

  it("what is held beyond it is named", () => {
    expect(gatesNothing(asked, ["reports/all", "reports/edit", "users/read", "*"])).toEqual(["reports/edit"]);
  });

  it("a template fills every account on offer at once, as far as it may be given, and leaves the export as it is", () => {
    const closed = offer({ id: 2, grantable: ["users/read"] });
    const accounts = [{ account_id: 1, permissions: ["users/edit"], can_export: true }];
    const other = offer({ id: 3, offered: ["customers/read", "reports/read", "reports/edit"] });
    expect(filled([asked, closed, other], accounts, "accounting", true)).toEqual([
      { account_id: 1, permissions: ["reports/read"], can_export: true },
      { account_id: 3, permissions: ["customers/read", "reports/read"], can_export: false },
    ]);
  });
});

describe("what can be given", () => {
  it("names what stays locked and what falls away", () => {
    expect(lockedValues(clerk, ["reports/read", "customers/read"])).toEqual(["reports/read"]);
    expect(fallingAway(offer({ allowed: ["*", "users/read"] }), ["rfms/read", "*"])).toEqual(["rfms/read"]);
  });

  it("copies only what may be given there, and takes nothing that may not be taken", () => {
    expect(copied(["*", "customers/read"], clerk, ["reports/read", "users/read"])).toEqual({
      rights: ["reports/read", "customers/read"],
      left: ["*"],
    });
  });

  it("saves accounts on offer with values on offer", () => {
    const accounts = [
      { account_id: 1, permissions: ["users/read", "clients/read"], can_export: true },
      { account_id: 9, permissions: ["*"], can_export: false },
    ];
    expect(savable(accounts, [offer()])).toEqual([{ account_id: 1, permissions: ["users/read"], can_export: true }]);
  });
});

describe("the hierarchy", () => {
  const hq = offer({ id: 1 });
  const inn = offer({ id: 2, parent_id: 1 });
  const alone = offer({ id: 3, parent_id: 99 });
  it("puts children beneath their parents, and those without one in view to the left", () => {
    expect(inTree([inn, alone, hq]).map(({ id, depth }) => [id, depth])).toEqual([
      [3, 0],
      [1, 0],
      [2, 1],
    ]);
  });
  it("knows what only an administrator reaches", () => {
    expect(reachedBelow([hq, inn, alone], [{ account_id: 1, permissions: [], can_export: false }])).toEqual([inn]);
  });
});
