import { expect, it } from "vitest";
import { guestFacilityName, guestNameOf } from "./guest-name.ts";

it.each([
  ["花の湯グループ 本部", "花の湯グループ"],
  ["花の湯グループ(本部)", "花の湯グループ"],
  ["花の湯グループ (本社)", "花の湯グループ"],
  ["花の湯グループ 運営本部", "花の湯グループ"],
  ["月の宿本社", "月の宿"],
  ["Hana no Yu Headquarters", "Hana no Yu"],
  ["Hana no Yu (HQ)", "Hana no Yu"],
  ["Hana Head Office", "Hana"],
  ["箱根 花の湯", "箱根 花の湯"],
  ["本部温泉", "本部温泉"],
  ["本部", "本部"],
  ["Tahq", "Tahq"],
])("guests read %s as %s", (name, expected) => {
  expect(guestNameOf(name)).toBe(expected);
});

it("names the programme by its display name, a facility by its own, and the programme where the guest stayed nowhere", () => {
  const names = { accountName: "花の湯グループ 本部", guestName: "花の湯" };
  expect(guestFacilityName(null, names)).toBe("花の湯");
  expect(guestFacilityName("花の湯グループ 本部", names)).toBe("花の湯");
  expect(guestFacilityName("箱根 花の湯", names)).toBe("箱根 花の湯");
});
