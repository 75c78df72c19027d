import { expect, test } from "vitest";
import { filesBelow, projectFiles, textOf } from "./tree.ts";

const files = projectFiles();
const code = files.filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.gen\.ts$|database\/types\.ts$/.test(path));
const texts = files.filter((path) => /\.(ts|tsx|mjs|json|md|sql|css|html|yml|sh)$/.test(path) || path === ".ci/run");

test("no file is longer than 400 lines", () => {
  expect(code.filter((path) => textOf(path).split("\n").length > 401)).toEqual([]);
});

test("a downloaded archive, which has no history, is seen as the same files", () => {
  expect(filesBelow("").sort()).toEqual(files.sort());
});

test("no catch-all names and no barrel files", () => {
  expect(code.filter((path) => /(^|\/)(utils?|helpers?|common|shared|lib|managers?)(\/|\.ts)/.test(path))).toEqual([]);
  expect(code.filter((path) => /(^|\/)index\.tsx?$/.test(path) && !path.startsWith("apps/web/src/routes/"))).toEqual(
    [],
  );
});

test("nothing is left for later in the code, and no test is switched off", () => {
  const self = "checks/repository.test.ts";
  const left = new RegExp(
    ["TO" + "DO", "FIX" + "ME", "coming soon", "not implemented", "未実" + "装", "準備" + "中"].join("|"),
  );
  const off = /\b(it|test|describe)\.(skip|only|todo)\b/;
  expect(code.filter((path) => path !== self && (left.test(textOf(path)) || off.test(textOf(path))))).toEqual([]);
});

test("no test puts another module in one's place: files share a process, and those after it would get it too", () => {
  const other = new RegExp(`\\bvi\\.(${"mock"}|doMock)\\(`);
  expect(code.filter((path) => other.test(textOf(path)))).toEqual([]);
});

test("no path of one machine and no registry address", () => {
  const machine = new RegExp(`(^|[^a-zA-Z0-9.])/(${"work|farm"})/`, "m");
  const registry = new RegExp(`"resolved": *"https?:|registry\\.${"npmjs"}`);
  expect(
    texts.filter(
      (path) => path !== "checks/repository.test.ts" && (machine.test(textOf(path)) || registry.test(textOf(path))),
    ),
  ).toEqual([]);
});

test("colours are named in the theme only", () => {
  const web = files.filter(
    (path) => /^apps\/web\/src\/.*\.(tsx|ts|css)$/.test(path) && !/\/(ui\/theme|styles\/)/.test(path),
  );
  expect(
    web.filter((path) => /#[0-9a-fA-F]{3,8}\b(?![^"'`]*\/)/.test(textOf(path).replaceAll(/url\([^)]*\)/g, ""))),
  ).toEqual([]);
});

test("screens speak through the texts: no Japanese in components", () => {
  const screens = files.filter((path) => /^apps\/web\/src\/.*(?<!\.(test|fixture))\.tsx$/.test(path));
  const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  expect(screens.filter((path) => /[ぁ-んァ-ヶ一-龠]/.test(withoutComments(textOf(path))))).toEqual([]);
});

test("README shows both commands and CI runs the same one", () => {
  expect(textOf("README.md")).toContain("npm start");
  expect(textOf("README.md")).toContain("npm test");
  expect(textOf(".ci/run")).toContain("npm test");
});
