import { expect, test } from "vitest";
import { fileText, listPieces } from "./list-pieces.ts";

const piecesOf = async (text: string, most: number) => {
  const pieces = [];
  for await (const piece of listPieces(fileText(new Blob([text])), most)) pieces.push(piece);
  return pieces;
};

test("a list is cut between its lines, and each piece knows its first one", async () => {
  expect(await piecesOf("A1\r\nB2\nコード3\nD", 6)).toEqual([
    { text: "A1\r\n", first_line: 1 },
    { text: "B2\n", first_line: 2 },
    { text: "コード3\nD", first_line: 3 },
  ]);
  expect(await piecesOf("", 6)).toEqual([]);
});

test("a line that is longer than a piece keeps its number", async () => {
  expect(await piecesOf("ABCDEFGH\nX", 6)).toEqual([
    { text: "ABCDEF", first_line: 1 },
    { text: "GH\nX", first_line: 1 },
  ]);
});
