import { expect, test } from "vitest";
import { assembledOf } from "./assembled.ts";
import { sqlPieces, unsent } from "./statements.ts";
import { textOf } from "./tree.ts";

// scripts/test.ts asks this of the whole program, once the server's tests have sent what they send.

const RECIPIENTS = "apps/server/src/sections/pushes/recipients.queries.ts";
const SOURCE = `
const reach = sql\`c.account_id = \${id}\`;
const found = await tx.one<Row>\`select c.name from customers c where \${reach} and c.id = \${id}\`;
const direction = up ? sql\`asc\` : sql\`desc\`;
`;

test("a piece of SQL that no test sent is named with its place; what was sent is not, and lone words are not asked for", () => {
  const pieces = sqlPieces("a.ts", SOURCE);
  expect(pieces.map(({ place }) => place)).toEqual(["a.ts:2", "a.ts:3"]);
  expect(unsent(pieces, [])).toEqual(["a.ts:2", "a.ts:3"]);
  expect(unsent(pieces, ["select c.name from customers c where c.account_id = $1 and c.id = $2"])).toEqual([]);
  expect(unsent(pieces, ["select c.nmae from customers c where c.account_id = $1 and c.id = $2"])).toEqual(["a.ts:3"]);
});

test("a statement of the program is assembled if its fragments come from four files", () => {
  const line =
    textOf(RECIPIENTS)
      .split("\n")
      .findIndex((text) => text.includes("function claimRecipients")) + 2;
  const files = ["b.ts", "c.ts", "campaigns/mail-channel.ts"];
  const places = new Map([
    ["a", `${RECIPIENTS}:${line}`],
    ...files.map((file): [string, string] => [file, `${file}:1`]),
  ]);
  expect(assembledOf(["a", ...files], places)).toEqual({
    files: [RECIPIENTS, ...files],
    path: "apps/server/src/sections/pushes/claim-recipients.mail.sql",
  });
  expect(assembledOf(["a", "b.ts", "c.ts"], places)).toBeNull();
  expect(assembledOf(["of a test", "a", ...files], places)).toBeNull();
});
