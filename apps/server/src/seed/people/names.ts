import { readFileSync } from "node:fs";
import { FOREIGN_NAMES, type NameArea } from "./foreign-names.ts";
import type { Random } from "./random.ts";

export type Sex = "male" | "female";

export interface PersonName {
  /** 姓 名 with one space, as guest registers hold it. */
  name: string;
  /** Full-width katakana, 姓 名 with one space. */
  kana: string;
  /** Lower-case Latin letters, for mail addresses. */
  latin: { family: string; given: string };
  sex: Sex;
}

interface NamePart {
  text: string;
  kana: string;
  latin: string;
}

// A fifth of all Japanese carry one of these; a flat choice from a list of names would not look like a guest list.
const FREQUENT_FAMILIES = new Map<string, number>(
  ["佐藤", "鈴木", "高橋", "田中", "伊藤", "渡辺", "山本", "中村", "小林", "加藤", "吉田", "山田"]
    .concat(["佐々木", "山口", "松本", "井上", "木村", "林", "斎藤", "清水", "山崎", "森", "池田", "橋本"])
    .map((family, index) => [family, 24 - Math.floor(index * 0.7)]),
);

interface NameTable {
  /** Frequent names stand in it several times. */
  families: NamePart[];
  given: Record<Sex, NamePart[]>;
}

function readNames(): NameTable {
  const table: NameTable = { families: [], given: { male: [], female: [] } };
  const [, ...lines] = readFileSync(new URL("./person_names.tsv", import.meta.url), "utf8")
    .trim()
    .split("\n");
  for (const line of lines) {
    const [last = "", lastKana = "", lastLatin = "", first = "", firstKana = "", firstLatin = "", sex] =
      line.split("\t");
    const family = { text: last, kana: katakana(lastKana), latin: lastLatin };
    for (let weight = FREQUENT_FAMILIES.get(last) ?? 1; weight > 0; weight--) table.families.push(family);
    table.given[sex === "F" ? "female" : "male"].push({
      text: first,
      kana: katakana(firstKana),
      latin: firstLatin,
    });
  }
  return table;
}

function katakana(hiragana: string): string {
  return hiragana.replace(/[ぁ-ゖ]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0x60));
}

let names: NameTable | undefined;

/** A Japanese name in kanji with its kana. */
export function japaneseName(random: Random): PersonName {
  names ??= readNames();
  const sex: Sex = random.chance(0.5) ? "female" : "male";
  return joined(random.pick(names.families), random.pick(names.given[sex]), sex);
}

/** A name in Latin letters, as passports show it, with the katakana a Japanese front desk writes. */
export function foreignName(random: Random, area: NameArea): PersonName {
  const table = FOREIGN_NAMES[area];
  const sex: Sex = random.chance(0.5) ? "female" : "male";
  return joined(part(random.pick(table.families)), part(random.pick(table[sex])), sex);
}

function part(entry: string): NamePart {
  const [text = "", kana = ""] = entry.split(" ");
  return { text, kana, latin: text.toLowerCase() };
}

function joined(family: NamePart, given: NamePart, sex: Sex): PersonName {
  return {
    name: `${family.text} ${given.text}`,
    kana: `${family.kana} ${given.kana}`,
    latin: { family: family.latin, given: given.latin },
    sex,
  };
}

const MAIL_DOMAINS = ["example.jp", "example.com", "example.net"] as const;

/** An address nobody has (RFC 2606 and JPRS keep these domains free), different for every serial number. */
export function mailAddressOf(random: Random, name: PersonName, serial: number): string {
  const { given, family } = name.latin;
  const local = random.pick([`${given}.${family}`, `${family}.${given}`, `${family}-${given}`, `${given}${family}`]);
  return `${local}${serial}@${random.chance(0.6) ? MAIL_DOMAINS[0] : random.pick(MAIL_DOMAINS)}`;
}

/**
 * A mobile number in the unassigned range 090-0xxx, so that nobody is ever reached; different for every serial number
 * below 10,000,000.
 */
export function mobileNumberOf(serial: number): string {
  const number = String((serial * 7_654_321 + 1_234_567) % 10_000_000).padStart(7, "0");
  return `090-0${number.slice(0, 3)}-${number.slice(3)}`;
}
