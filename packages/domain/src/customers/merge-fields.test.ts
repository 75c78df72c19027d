import { expect, it } from "vitest";
import { MERGE_FIELDS, type MergeSide, proposeSurvivor, proposeWinners } from "./merge-fields.ts";

const nothing = Object.fromEntries(MERGE_FIELDS.map((field) => [field, null])) as Record<
  (typeof MERGE_FIELDS)[number],
  null
>;
const side = (over: Partial<MergeSide>): MergeSide => ({
  ...nothing,
  id: 1,
  stay_count: 0,
  last_stay_on: null,
  email_state: "valid",
  is_issued: false,
  line_follow_state: "none",
  ...over,
});

it.each<[string, Partial<MergeSide>, Partial<MergeSide>, number]>([
  ["the member", { id: 1, stay_count: 9 }, { id: 2, member_number: "M" }, 2],
  ["of two members who stayed more", { id: 1, member_number: "A" }, { id: 2, member_number: "B", stay_count: 1 }, 2],
  [
    "a hotel's number before an issued one",
    { id: 1, member_number: "A", is_issued: true, stay_count: 9 },
    { id: 2, member_number: "B" },
    2,
  ],
  ["an issued one before none", { id: 1, stay_count: 9 }, { id: 2, member_number: "B", is_issued: true }, 2],
  ["else the older record", { id: 1 }, { id: 2 }, 1],
])("lives on: %s", (_, a, b, expected) => {
  expect(proposeSurvivor(side(a), side(b)).id).toBe(expected);
  expect(proposeSurvivor(side(b), side(a)).id, "whichever comes first").toBe(expected);
});

it("proposes a winner for each field", () => {
  const survivor = side({
    name: "山田",
    email: "old@x.jp",
    email_state: "bounced",
    tel: "1",
    notes: "窓側",
    line: "U1",
    gender: "male",
  });
  const source = side({
    name: "山田 花子",
    email: "new@x.jp",
    tel: "2",
    notes: "禁煙",
    line: "U2",
    birthday: "1980-01-01",
  });
  const following = { ...source, line_follow_state: "following", last_stay_on: "2026-01-01" };
  expect(proposeWinners(survivor, following)).toEqual({
    member_number: "survivor",
    name: "survivor",
    name_kana: "survivor",
    gender: "survivor",
    birthday: "source",
    email: "source",
    tel: "source",
    address: "survivor",
    nationality: "survivor",
    language: "survivor",
    line: "source",
    notes: "both",
  });
  expect(proposeWinners(survivor, source)).toMatchObject({ tel: "survivor", line: "survivor", email: "source" });
  expect(proposeWinners(survivor, { ...survivor, id: 2 }), "equal values").toMatchObject({ notes: "survivor" });
});

it("a hotel's number stays before an issued one, whoever lives on", () => {
  const own = side({ member_number: "H" });
  const issued = side({ member_number: "X", is_issued: true });
  expect(proposeWinners(issued, own).member_number).toBe("source");
  expect(proposeWinners(own, issued).member_number).toBe("survivor");
  expect(proposeWinners(issued, { ...issued, member_number: "Y" }).member_number).toBe("survivor");
});
