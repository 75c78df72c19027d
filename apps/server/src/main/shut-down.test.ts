import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** A stop that hangs, in a process of its own: `leave` is what ends the database then. */
function stopLate(leave: string) {
  const program = `
    import { EventEmitter } from "node:events";
    import { setTimeout as sleep } from "node:timers/promises";
    import { shutDown } from "./shut-down.ts";
    import { openLog } from "../log.ts";
    const connection = new EventEmitter();
    const open = { rest: async () => {}, close: () => new Promise(() => {}), leave: async () => { ${leave} } };
    await shutDown({ opening: Promise.resolve(open), servers: [], stopping: new AbortController() }, openLog("warn"), 0, 50);`;
  const done = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--input-type=module-typescript", "--eval", program],
    { cwd: import.meta.dirname, encoding: "utf8", timeout: 20_000 },
  );
  const events = done.stdout.split("\n").flatMap((line) => (line ? [JSON.parse(line).event] : []));
  return { code: done.status, err: done.stderr, events };
}

test.each([
  ["a connection's error event", 'setImmediate(() => connection.emit("error", new Error("gone"))); await sleep(30);'],
  ["a rejection", 'void Promise.reject(new Error("gone")); await sleep(30);'],
])("a stop that comes too late is not ended by %s of what it leaves behind", (_, leave) => {
  expect(stopLate(leave)).toEqual({ code: 1, err: "", events: ["stop.late", "stop.late_failure"] });
});

test("a stop that comes too late ends also if the database cannot be stopped", () => {
  const { events, ...left } = stopLate('throw new Error("no answer");');
  expect([left, events.toSorted()]).toEqual([{ code: 1, err: "" }, ["stop.late", "stop.left_open"]]);
});
