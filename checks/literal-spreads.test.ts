import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** Lines of the text in which the rule of biome.json finds a spread literal. */
async function refused(text: string): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), "okaeri-lint-"));
  try {
    writeFileSync(
      join(folder, "biome.json"),
      JSON.stringify({ plugins: [join(root, "checks/literal-spreads.grit")], linter: { rules: { preset: "none" } } }),
    );
    writeFileSync(join(folder, "planted.tsx"), text);
    const program = [join(root, "node_modules/@biomejs/biome/bin/biome"), "lint", "--reporter=json", "."];
    // It ends with a code of its own where it finds something.
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, program, { cwd: folder }, (_failed, stdout) => resolve(stdout));
    });
    return JSON.parse(output).diagnostics.map(
      (one: { location: { start: { line: number } } }) => one.location.start.line,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a literal that is spread where it stands is refused, with a type beside it, in a call and in markup too", async () => {
  const spread = [
    "export const a = { ...{ id: 7 }, name: '花子' };",
    "export const b = [...[1, 2], 3];",
    "export const c = Math.max(...[1, 2]);",
    "export const d = { ...({ id: 7 } as const) };",
    "export const e = [...([1, 2] satisfies number[])];",
    "export const f = <p {...{ id: 'x' }} />;",
  ];
  expect(await refused(spread.join("\n"))).toEqual([1, 2, 3, 4, 5, 6]);
});

test("what is spread on a condition, made of a literal, or taken apart is not", async () => {
  const fine = [
    "export const a = (id?: number) => ({ ...(id ? { id } : {}), name: '花子' });",
    "export const b = [...[1, 2].map((one) => one + 1), ...(b0 ? [3] : [])];",
    "export const c = ([...all]: number[], { ...rest }: object) => [all, rest];",
  ];
  expect(await refused(fine.join("\n"))).toEqual([]);
});
