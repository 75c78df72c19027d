import { readFileSync } from "node:fs";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { decodeStrict, detectEncoding } from "./detect-encoding.ts";
import { inChunks } from "./reading.fixture.ts";
import { SNIFF_BYTES, sniff, sniffStream } from "./sniff.ts";

const cp932 = (text: string) => iconv.encode(text, "cp932");
const utf8 = (text: string) => Buffer.from(text);
const eucJp = (text: string) => iconv.encode(text, "euc-jp");
/** Half-width kana of EUC-JP have a byte 8E before that of CP932. */
const euc8e = (text: string) =>
  cp932(text)
    .toString("latin1")
    .replace(/[\xa1-\xdf]/g, "\x8e$&");
const JAPANESE = "予約番号,氏名\nR-1,山田 太郎\nR-2,髙﨑 ①\n";

interface CharacterVector {
  char: string;
  codepoints: string;
  cp932_python: string | null;
  cp932_glibc: string | null;
}
const vectors: { rows: CharacterVector[] } = JSON.parse(
  readFileSync(new URL("../../../../fixtures/text/cp932_char_vectors.json", import.meta.url), "utf8"),
);

describe("whole files that cannot be taken", () => {
  it.each([
    ["no byte at all", Buffer.alloc(0), "empty"],
    ["a byte order mark only", utf8("\ufeff"), "empty"],
    ["line breaks only", utf8("\r\n\r\n \n"), "empty"],
    ["delimiters only", utf8(",,\n,,\n"), "empty"],
    ["header only", utf8("a,b\n"), "header_only"],
    ["header and blank rows", utf8("a,b\r\n\r\n,\r\n"), "header_only"],
    ["UTF-16 little endian with mark", Buffer.from(`\ufeff${JAPANESE}`, "utf16le"), "utf16"],
    ["UTF-16 big endian with mark", Buffer.from(`\ufeff${JAPANESE}`, "utf16le").swap16(), "utf16"],
    ["UTF-16 without mark", Buffer.from(JAPANESE, "utf16le"), "utf16"],
    ["UTF-16 big endian without mark", Buffer.from(JAPANESE, "utf16le").swap16(), "utf16"],
    [
      "UTF-16 without mark and little ASCII",
      Buffer.from("名前,電話\n山田花子,東京\n鈴木一郎,大阪\n", "utf16le"),
      "utf16",
    ],
    ["EUC-JP in full-width kana", eucJp("no,name\n1,サトウ カナコ\n2,スズキ アイ\n"), "euc_jp"],
    ["EUC-JP in hiragana", eucJp("no,name\n1,さとう\n"), "euc_jp"],
    ["EUC-JP in half-width kana", Buffer.from(euc8e("no,name\n1,ｻﾄｳ ｶﾅｺ\n2,ｽｽﾞｷ\n"), "latin1"), "euc_jp"],
    ["EUC-JP in kanji alone", eucJp("no,name\n1,佐藤\n2,鈴木\n3,高橋\n4,田中\n"), "euc_jp"],
    ["EUC-JP in kanji and kana", eucJp(JAPANESE.replaceAll("髙﨑 ①", "高崎 さくら")), "euc_jp"],
    ["ISO-2022-JP", Buffer.from("\x1b$BM=Ls\x1b(B,a\n1,2\n", "latin1"), "iso_2022_jp"],
    ["an Excel file", Buffer.from("504b030414000600080000002100", "hex"), "spreadsheet"],
    ["an old Excel file", Buffer.from("d0cf11e0a1b11ae10000", "hex"), "spreadsheet"],
    ["a PDF", utf8("%PDF-1.7\n1,2\n"), "binary"],
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "binary"],
    [
      "random bytes",
      Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7_919 + ((i * i) >> 3)) & 0xff)),
      "binary",
    ],
    ["NUL bytes", Buffer.alloc(1_000), "utf16-or-binary"],
    ["NUL in the header", utf8("a,b\0\n1,2\n"), "binary"],
    ["a broken header", utf8('a,"b\n1,2\n'), "header_unreadable"],
    ["a header of 300 columns", utf8(`${"c,".repeat(299)}c\n1\n`), "too_many_columns"],
  ])("%s", (_name, bytes, problem) => {
    const found = sniff(bytes, true);
    expect(found.ok).toBe(false);
    if (found.ok) return;
    if (problem === "utf16-or-binary") expect(["utf16", "binary"]).toContain(found.problem);
    else expect(found.problem).toBe(problem);
  });
});

describe("encoding", () => {
  it.each([
    ["utf-8", utf8(JAPANESE)],
    ["utf-8-bom", utf8(`\ufeff${JAPANESE}`)],
    ["shift_jis", cp932(JAPANESE)],
    ["utf-8", utf8("a,b\n1,2\n")],
    ["utf-8", utf8("id,name\n1,José\n2,Müller\n")],
    ["shift_jis", cp932("id,kana\n1,ﾃｽﾄ\n2,ﾔﾏﾀﾞ\n")],
    ["shift_jis", cp932("番号,氏名\n1,佐藤\n2,鈴木\n3,アイ\n")],
    ["shift_jis", cp932("no,kana\n1,ｱｲ\n2,ﾜﾀﾅﾍﾞ ﾖｳｺ\n3,ﾊﾞﾊﾞ･ﾌﾞﾝ\n4,ｵｵﾀ｡\n")],
    ["shift_jis", cp932("no,name\n1,･･･\n2,ｻﾄｳ\n3,田中\n")],
    ["shift_jis", cp932(`no,name\n1,${"ﾖﾈｶﾜ ｱｲ".repeat(30)}\n`)],
    ["utf-8", utf8(JAPANESE.repeat(3)).subarray(0, -5)],
    ["utf-8", Buffer.concat([utf8(JAPANESE.repeat(3)), cp932("R-9,佐藤\n")])],
    ["shift_jis", Buffer.concat([cp932(JAPANESE.repeat(3)), utf8("R-9,佐藤\n")])],
  ])("%s", (encoding, bytes) => {
    const found = sniff(bytes, true);
    expect(found).toMatchObject({ ok: true, encoding });
  });

  it("a sample cut inside a character decides the same", () => {
    for (const bytes of [utf8(JAPANESE), cp932(JAPANESE)]) {
      const whole = detectEncoding(bytes, true).encoding;
      for (let size = 22; size < bytes.length; size++) {
        expect(detectEncoding(bytes.subarray(0, size), false).encoding).toBe(whole);
      }
    }
  });

  it("reads the machine-dependent characters in both of their codes", () => {
    let checked = 0;
    for (const { char, cp932_python, cp932_glibc } of vectors.rows) {
      for (const hex of [cp932_python, cp932_glibc]) {
        if (hex === null) continue;
        const text = decodeStrict(Buffer.from(hex, "hex"), "shift_jis");
        // CP932 has one code for pairs such as the two wave dashes; NFKC or the Microsoft form is what comes back.
        if (text !== char) expect("¬〜−‖¢£—¥‾").toContain(char);
        expect(text).not.toBeNull();
        checked++;
      }
    }
    expect(checked).toBe(91);
  });
});

describe("preview", () => {
  it("header, first rows and those that cannot be read", () => {
    const found = sniff(utf8(`a,b\n1,"x\n${"2,y\n".repeat(30)}`), true);
    expect(found).toMatchObject({
      ok: true,
      delimiter: ",",
      header: ["a", "b"],
      columnCount: 2,
      refused: [{ lineNo: 2, error: "broken_quotes" }],
    });
    if (found.ok) expect(found.rows).toHaveLength(20);
  });

  it.each([
    ["tab", "a\tb\tc,x\n1\t2\t3,4\n", "\t"],
    ["semicolon", "a;b;c\n1,5;2;3\n", ";"],
    ["comma", "a,b;c\n1,2\n", ","],
    ["a single column", "予約番号\nR-1\n", ","],
  ])("delimiter: %s", (_name, text, delimiter) => {
    expect(sniff(utf8(text), true)).toMatchObject({ ok: true, delimiter });
  });

  it("takes the beginning of a large file only", async () => {
    const large = utf8(`a,b\n${"1,山田\n".repeat(400_000)}`);
    let pulled = 0;
    async function* counted() {
      for await (const chunk of inChunks(large, 65_536)) {
        pulled += chunk.length;
        yield chunk;
      }
    }
    expect(await sniffStream(counted())).toMatchObject({ ok: true, encoding: "utf-8", header: ["a", "b"] });
    expect(pulled).toBeLessThan(SNIFF_BYTES + 65_537);
  });

  it("a chosen encoding is followed", () => {
    expect(sniff(cp932(JAPANESE), true, { encoding: "utf-8" })).toMatchObject({
      ok: false,
      problem: "header_unreadable",
    });
  });
});
