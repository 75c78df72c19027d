import { describe, expect, it } from "vitest";
import { changesBetween } from "./history-changes.ts";

describe("what changed between two values of the log", () => {
  it("tells only the fields that differ", () => {
    const changes = changesBetween({ name: "山田", role: "role_user" }, { name: "山田", role: "role_admin" });
    expect(changes).toEqual([{ path: ["role"], before: "role_user", after: "role_admin" }]);
  });

  it("tells what a new thing became and leaves out what stayed empty", () => {
    expect(changesBetween(null, { name: "湖畔", description: "", version: 1 })).toEqual([
      { path: ["name"], before: undefined, after: "湖畔" },
    ]);
  });

  it("finds the same account again whatever its place, and permissions whatever their order", () => {
    const before = {
      accounts: [
        { account_id: 1, permissions: ["users/read", "users/edit"] },
        { account_id: 2, permissions: [] },
      ],
    };
    const after = {
      accounts: [
        { account_id: 3, permissions: ["*"] },
        { account_id: 1, permissions: ["users/edit", "users/read"] },
      ],
    };
    const paths = changesBetween(before, after).map((change) => change.path.join("."));
    expect(paths).toEqual(["accounts.[account_id=2].permissions", "accounts.[account_id=3].permissions"]);
  });

  it("takes a list as the whole value", () => {
    const option = { option_type: "crm_option", option_started_at: "2026-04-01", option_ended_at: null };
    expect(changesBetween([option], [{ ...option, option_ended_at: "2027-03-31" }])).toEqual([
      {
        path: ["[option_type=crm_option]", "option_ended_at"],
        before: null,
        after: "2027-03-31",
        item: { ...option, option_ended_at: "2027-03-31" },
      },
    ]);
  });

  it("takes fields that are named one by one as fields of numbered things", () => {
    const before = { name: "秋", "segments.12.mail.34.title": null, "segments.12.target": { a: 1 } };
    const after = { name: "冬", "segments.12.mail.34.title": "件名", "segments.12.target": { a: 2 }, "places.12": 1 };
    expect(changesBetween(before, after)).toEqual([
      { path: ["name"], before: "秋", after: "冬" },
      { path: ["segments", "[12]", "mail", "[34]", "title"], before: null, after: "件名" },
      { path: ["segments", "[12]", "target"], before: { a: 1 }, after: { a: 2 } },
    ]);
  });

  it("does not unfold conditions", () => {
    const changes = changesBetween({ segments: [{ target: { a: 1 } }] }, { segments: [{ target: { a: 2 } }] });
    expect(changes.map((change) => change.path)).toEqual([["segments"]]);
  });
});
