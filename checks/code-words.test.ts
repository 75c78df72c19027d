import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

// One word for one thing in the code (docs/code-glossary.md): what the page names is there, and names that were given up do not return.

/** Given up → the word in its place. */
const GIVEN_UP = new Map([
  ["Told", "Reported, or what the value is"],
  ["ToldField", "ReportedField or SourceWordField"],
  ["ToldWord", "SourceWord"],
  ["ToldCoupon", "MentionedCoupon"],
  ["toldBooking", "bookingFromEngine"],
  ["toldCoupon", "mentionedCoupon"],
  ["toldReasons", "reasonsInWords"],
  ["SaidAt", "ReportTimes"],
  ["saidAt", "reportTimes"],
  ["saidAtOf", "reportTimesOf"],
  ["SaidOfGuests", "IsReported"],
  ["saidOfGuests", "reportedOfGuests"],
  ["Telling", "StayReport"],
  ["tellingsOf", "deliveriesOf"],
  ["joinTellings", "joinReports"],
  ["usesAsked", "uses"],
  ["Standing", "Eligibility, PointSummary or what the value is"],
  ["PointStanding", "BalanceAndLimits"],
  ["mailStanding", "mailEligibility"],
  ["Asked", "Query, Input, Filter or what the value is"],
  ["Wish", "CouponUseRequest, MergeRequest"],
  ["WishInput", "CouponUseInput"],
  ["CouponWish", "PartnerCouponUse"],
  ["PointsWish", "PartnerPointUse"],
  ["wish", "request"],
  ["wishOf", "requestOf"],
  ["Gift", "CouponStock"],
  ["SentGift", "SentBenefit"],
  ["LimitedGift", "LimitedBenefit"],
  ["gifts", "benefits"],
  ["giftsByKind", "benefitsByKind"],
  ["PointRun", "PointContext"],
  ["CouponRun", "CouponContext"],
  ["MergeRun", "MergeContext"],
  ["StayRun", "StayContext"],
  ["EngineRun", "EngineContext"],
  ["RowsRun", "IntakeContext"],
  ["SaveRun", "SaveContext"],
  ["CompareRun", "CompareContext"],
  ["CustomersRun", "CustomersContext"],
]);

const files = projectFiles().filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".gen.ts"));
const glossary = textOf("docs/code-glossary.md");
const table = glossary.slice(0, glossary.indexOf("## SQL aliases"));
const rows = [...table.matchAll(/^\| (?!word |---)([^|]+) \| (.+) \|$/gm)].map(([, word = "", meaning = ""]) => ({
  word,
  meaning,
}));

test("the glossary is in alphabetical order, and each word is there once", () => {
  const words = rows.map(({ word }) => word);
  expect(words.length).toBeGreaterThan(40);
  expect(words).toEqual([...new Set(words)].toSorted((a, b) => a.localeCompare(b, "en")));
});

test("names of the glossary are names of the code", () => {
  const names = rows.flatMap(({ meaning }) =>
    [...meaning.matchAll(/`([A-Za-z_]\w*)`/g)].map((match) => match[1] ?? ""),
  );
  const code = [...files.map(textOf), textOf("apps/server/schema.sql")].join("\n");
  const known = new Set(code.match(/[A-Za-z_]\w*/g));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

test("a name that was given up names nothing", () => {
  const candidates = new RegExp(`\\b(?:${[...GIVEN_UP.keys()].join("|")})\\b`);
  const found = files
    .filter((path) => candidates.test(textOf(path)))
    .flatMap((path) => namesIn(path).map((name) => `${path}: ${name}, it is ${GIVEN_UP.get(name)}`));
  expect(found).toEqual([]);
});

/** Identifiers that were given up; words in strings and comments are none. */
function namesIn(path: string): string[] {
  const found = new Set<string>();
  const note = ({ name }: { name: string }) => {
    if (GIVEN_UP.has(name)) found.add(name);
  };
  new Visitor({ Identifier: note, JSXIdentifier: note }).visit(parseSync(path, textOf(path)).program);
  return [...found];
}
