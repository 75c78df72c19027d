import { KIND_NAMES } from "@okaeri/contract/campaigns/actions/kinds";
import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

// A kind of action is known to its own folders and to the lists (docs/adr/0370). Everybody else loops.

/** Where campaigns, their sends and their screens are. */
const LOOPS =
  /^(?:apps\/server\/src\/sections\/(?:actions|campaigns|pushes|segments)|apps\/web\/src\/sections\/campaigns|packages\/contract\/src\/campaigns)\//;
/** The kinds' own folders, and the editor of mails, which templates share. Who delivers, and reports, stand with their sections. */
const OWN = /\/campaigns\/(?:mails\/|actions\/(?:\w+\/|(?:point|coupon|mail|kinds)\.ts))/;
/** What names a kind all the same, and why. */
const NAMED: Record<string, string> = {
  "packages/contract/src/campaigns/audience.ts: coupon":
    "what a text mentions, and how many guests get a benefit that is limited",
};

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--).*$/gm, "");

/** Kinds that a file names: as a text, in SQL, or as the part of an action. */
function kindsNamed(text: string): string[] {
  const code = withoutComments(text);
  return KIND_NAMES.filter((kind) =>
    new RegExp(`["'\`]${kind}["'\`]|\\b(?:action|detail|one|draft)\\.${kind}\\b|\\b${kind}: null\\b`).test(code),
  );
}

test("nothing of a campaign and its sends names a kind outside of the kinds' own folders", () => {
  const files = projectFiles().filter(
    (path) => LOOPS.test(path) && !OWN.test(path) && /\.tsx?$/.test(path) && !/\.(test|long|fixture)\.tsx?$/.test(path),
  );
  const named = files.flatMap((path) => kindsNamed(textOf(path)).map((kind) => `${path}: ${kind}`));
  expect(named.toSorted()).toEqual(Object.keys(NAMED).toSorted());
});

test("and would see one that is named", () => {
  const planted = [
    'if (action.type === "point") return;',
    "sql`where p.channel = 'coupon'`",
    "return action.mail ? 1 : 0;",
    '// "mail" in a comment',
  ];
  expect(planted.map(kindsNamed)).toEqual([["point"], ["coupon"], ["mail"], []]);
});
