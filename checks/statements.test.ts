import { expect, test } from "vitest";
import { sqlPieces, unsent } from "./statements.ts";

// scripts/test.ts asks this of the whole program, once the server's tests have sent what they send.

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
