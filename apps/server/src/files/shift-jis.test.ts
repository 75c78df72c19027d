import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { encodeShiftJis, forShiftJis } from "./shift-jis.ts";

const written = async (text: string) => {
  const parts: Buffer[] = [];
  for await (const part of encodeShiftJis(
    (async function* () {
      yield text;
    })(),
  ))
    parts.push(part);
  return iconv.decode(Buffer.concat(parts), "CP932");
};

test("signs that Unicode has twice reach the file as the one Windows knows", async () => {
  expect(await written("〜−‖¢£¬—¦")).toBe("～－∥￠￡￢―￤");
  expect(await written("～－∥￠￡￢―￤")).toBe("～－∥￠￡￢―￤");
  expect(forShiftJis("〜−‖¢£¬—¦\u00a0").lost).toEqual([]);
});

test("what Windows' table holds is kept: names with old forms, circled numbers, half-width kana", async () => {
  const text = "髙橋 﨑山 神 ①㈱Ⅳ ｶﾅ 〓 ¥1,000";
  expect([await written(text), forShiftJis(text).lost]).toEqual([text.replace("¥", "\\"), []]);
});

test("a voicing mark of its own joins its letter", async () => {
  expect(await written("か\u3099き\u3099ハ\u309a")).toBe("がぎパ");
});

test("what cannot be held is counted one by one, and stands as 〓", async () => {
  expect(forShiftJis("𠮷野家 café 😀😀").lost).toEqual(["𠮷", "é", "😀", "😀"]);
  expect(await written("𠮷野家?")).toBe("〓野家?");
});
