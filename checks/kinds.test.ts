import { KIND_NAMES } from "@okaeri/contract/campaigns/actions/kinds";
import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

// A kind of action is known to its own folders and to the lists (docs/adr/0370). Everybody else loops.

/** Where campaigns, their sends and their screens are. */
const LOOPS =
  /^(?:apps\/server\/src\/sections\/(?:actions|campaigns|pushes|segments)|apps\/web\/src\/sections\/campaigns|packages\/contract\/src\/campaigns)\//;
/** The kinds' own folders, and the lists of all kinds. */
const OWN = new RegExp(`/campaigns/actions/(?:(?:${KIND_NAMES.join("|")})/|kinds\\.ts$)`);
/** What names a kind all the same, and why. */
const NAMED: Record<string, string> = {
  "packages/contract/src/campaigns/audience/audience.ts: coupon":
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

/** Files of the engine of pushes, which serves every channel. */
const engine = projectFiles().filter(
  (path) =>
    path.startsWith("apps/server/src/sections/pushes/") &&
    path.endsWith(".ts") &&
    !/\.(test|long|fixture)\.ts$/.test(path),
);

test("the engine of pushes names no channel of messages, but for one column that the specification names", () => {
  const names = (path: string) => /mail/i.test(textOf(path)) || /["'`]line["'`]|\bLINE\b/.test(textOf(path));
  expect(engine.length).toBeGreaterThan(40);
  expect(engine.filter(names)).toEqual(["apps/server/src/sections/pushes/push-route.ts"]);
});

test("the engine of pushes takes two rules of campaigns and no more: the class of messages, and the names of figures", () => {
  expect(engine.filter((path) => /\bcampaigns\//.test(textOf(path)))).toEqual([
    "apps/server/src/sections/pushes/campaign-terms.read.ts",
    "apps/server/src/sections/pushes/result-entries.read.ts",
  ]);
});

/** Folders of campaigns, the same in every layer; ARCHITECTURE.md says what is in each. */
const FOLDERS = new Set(
  "actions audience calendar delivery images list presets results review schedule templates triggers variants".split(
    " ",
  ),
);
const LAYERS = [
  "packages/domain/src/campaigns/",
  "packages/contract/src/campaigns/",
  "apps/server/src/sections/campaigns/",
  "apps/web/src/sections/campaigns/",
];

test("campaigns have the same folders in every layer; each kind of action has one in all of them", () => {
  const ofLayer = LAYERS.map((layer) => {
    const folders = projectFiles().flatMap((path) =>
      path.startsWith(layer) ? (/^(?:actions\/\w+|\w+)(?=\/)/.exec(path.slice(layer.length)) ?? []) : [],
    );
    return [...new Set(folders)];
  });
  const others = ofLayer.map((folders, at) =>
    folders.filter(
      (folder) =>
        !FOLDERS.has(folder.replace(/^actions\/\w+$/, "actions")) && !(folder === "editor" && at === LAYERS.length - 1),
    ),
  );
  expect(others).toEqual([[], [], [], []]);
  const kinds = ofLayer.map((folders) =>
    folders.flatMap((folder) => /^actions\/(\w+)$/.exec(folder)?.[1] ?? []).toSorted(),
  );
  expect(kinds).toEqual(LAYERS.map(() => KIND_NAMES.toSorted()));
});
