import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const UNITS = join(ROOT, "deploy/systemd");
const hasTool = spawnSync("systemd-analyze", ["--version"]).status === 0;
const names = readdirSync(UNITS);

/** What systemd says of the units, with this folder where they expect /opt/okaeri. Other units of the machine are not ours. */
function verify(change: (text: string) => string = (text) => text): string[] {
  const folder = mkdtempSync(join(tmpdir(), "okaeri-units-"));
  try {
    for (const name of names)
      writeFileSync(
        join(folder, name),
        change(readFileSync(join(UNITS, name), "utf8").replaceAll("/opt/okaeri", ROOT)),
      );
    const paths = names.map((name) => join(folder, name));
    const result = spawnSync("systemd-analyze", ["verify", "--man=no", ...paths], { encoding: "utf8" });
    return result.stderr.split("\n").filter((line) => line.includes("okaeri-"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.skipIf(!hasTool)("systemd takes the units (skipped where there is no systemd-analyze)", () => {
  expect(verify((text) => text.replace("WorkingDirectory=", "WorkingDir="))).toHaveLength(3);
  expect(verify((text) => text.replace("start.ts", "none").replace("/node_modules/node/", "/none/"))).not.toEqual([]);
  expect(verify((text) => text.replace("02:30:00", "25:30:00"))).not.toEqual([]);
  expect(verify()).toEqual([]);
});

test("what the units run is there", () => {
  const programs = names.flatMap((name) =>
    [...readFileSync(join(UNITS, name), "utf8").matchAll(/^ExecStart=.* (\S+\.ts)/gm)].map((match) => match[1] ?? ""),
  );
  expect(programs.sort()).toEqual([
    "apps/server/src/main/db.ts",
    "apps/server/src/main/start.ts",
    "apps/server/src/main/start.ts",
  ]);
  for (const program of programs) expect(readFileSync(join(ROOT, program), "utf8")).not.toBe("");
});
