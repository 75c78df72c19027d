import { expect, test } from "vitest";
import { errorFacts, openLog } from "./log.ts";

/** What the product's log writes of this line. */
function written(line: object): Record<string, unknown> {
  const lines: string[] = [];
  openLog("info", { write: (text: string) => void lines.push(text) }).info(line, "x");
  return JSON.parse(lines[0] ?? "{}");
}

test.each([
  ["23505", { sqlstate: "23505" }],
  ["55P03", { sqlstate: "55P03" }],
  ["ECONNREFUSED", { error_code: "ECONNREFUSED" }],
])("the code of an error is readable: %s", (code, facts) => {
  expect(written(errorFacts(Object.assign(new Error("x"), { code })))).toMatchObject(facts);
});

test("a one-time code stays out of the log", () => {
  const line = written({ code: "123456", body: { code: "123456" }, event: "login" });
  expect([JSON.stringify(line).includes("123456"), line.event]).toEqual([false, "login"]);
});
