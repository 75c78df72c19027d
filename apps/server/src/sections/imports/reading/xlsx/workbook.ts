import type { ByteSource } from "../byte-source.ts";
import { UnreadableFileError } from "../problems.ts";
import { isCodeFormat, isDateFormat, plainText } from "./cell-text.ts";
import { MAX_TEXT, readXml } from "./xml.ts";
import { WorkbookZip } from "./zip.ts";

export type Workbook = {
  zip: WorkbookZip;
  /** Sheets of rows that a person sees, in the order of their tabs. */
  sheets: { name: string; path: string }[];
  is1904: boolean;
  /** Styles of cells whose numbers are days or times. */
  dateStyles: ReadonlySet<number>;
  /** Format of each style that writes whole numbers as codes (000000). */
  codeStyles: ReadonlyMap<number, string>;
  strings: readonly string[];
};

const SMALL_PART = 16_777_216;
const SMALL_PART_ELEMENTS = 250_000;
/** Sheets that a person can choose from, and the longest name of one; Excel takes 31 characters. */
const MAX_SHEETS = 255;
const MAX_SHEET_NAME = 255;
const MAX_STRINGS_PART = 268_435_456;
/** Characters of all shared texts together. */
const MAX_SHARED = 67_108_864;
/** How many they are: an empty one costs four letters of XML. Each has up to five elements where a reading stands beside it. */
const MAX_SHARED_TEXTS = 2_000_000;
const MAX_SHARED_ELEMENTS = 5 * MAX_SHARED_TEXTS;

/** What the sheets of a workbook have in common. @throws UnreadableFileError */
export async function openWorkbook(source: ByteSource): Promise<Workbook> {
  const zip = await WorkbookZip.open(source);
  if (!zip.has("xl/workbook.xml")) throw new UnreadableFileError("spreadsheet");
  const targets = await targetsOf(zip);
  const sheets: Workbook["sheets"] = [];
  let is1904 = false;
  await readXml(zip.text("xl/workbook.xml", SMALL_PART), SMALL_PART_ELEMENTS, {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = ["1", "true"].includes(attributes.date1904 ?? "");
      if (name !== "sheet" || (attributes.state ?? "visible") !== "visible") return;
      const path = targets.get(attributes["r:id"] ?? attributes.id ?? "");
      if (path === undefined || !zip.has(path)) return;
      const { name: called = "" } = attributes;
      if (sheets.length === MAX_SHEETS || called.length > MAX_SHEET_NAME)
        throw new UnreadableFileError("xlsx_too_large");
      sheets.push({ name: called, path });
    },
  });
  if (sheets.length === 0) throw new UnreadableFileError("no_sheet");
  return { zip, sheets, is1904, ...(await stylesOf(zip)), strings: await stringsOf(zip) };
}

/** By relation, where a sheet of rows lies. */
async function targetsOf(zip: WorkbookZip): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await readXml(zip.text("xl/_rels/workbook.xml.rels", SMALL_PART), SMALL_PART_ELEMENTS, {
    open(name, { Id, Target, Type }) {
      if (name !== "Relationship" || !Id || !Target || !Type?.endsWith("/worksheet")) return;
      targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return targets;
}

async function stylesOf(zip: WorkbookZip): Promise<Pick<Workbook, "dateStyles" | "codeStyles">> {
  const dateStyles = new Set<number>();
  const codeStyles = new Map<number, string>();
  if (!zip.has("xl/styles.xml")) return { dateStyles, codeStyles };
  const codes = new Map<number, string>();
  let isCell = false;
  let index = 0;
  await readXml(zip.text("xl/styles.xml", SMALL_PART), SMALL_PART_ELEMENTS, {
    open(name, attributes) {
      if (name === "numFmt") codes.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
      if (name === "cellXfs") isCell = true;
      if (name !== "xf" || !isCell) return;
      const id = Number(attributes.numFmtId ?? 0);
      const code = codes.get(id);
      if (isDateFormat(id, code)) dateStyles.add(index);
      else if (code !== undefined && isCodeFormat(code)) codeStyles.set(index, code);
      index++;
    },
    close(name) {
      if (name === "cellXfs") isCell = false;
    },
  });
  return { dateStyles, codeStyles };
}

/** Texts that cells name by number; how a text is read (ふりがな) stands beside it and is no part of it. */
async function stringsOf(zip: WorkbookZip): Promise<string[]> {
  const strings: string[] = [];
  if (!zip.has("xl/sharedStrings.xml")) return strings;
  let [text, total] = ["", 0];
  let [isText, isReading] = [false, false];
  await readXml(zip.text("xl/sharedStrings.xml", MAX_STRINGS_PART), MAX_SHARED_ELEMENTS, {
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") isReading = true;
      isText = name === "t" && !isReading;
    },
    text(part) {
      if (!isText) return;
      text += part;
      if (text.length > MAX_TEXT) throw new UnreadableFileError("xlsx_too_large");
    },
    close(name) {
      if (name === "rPh") isReading = false;
      if (name === "t") isText = false;
      if (name !== "si") return;
      total += text.length;
      if (total > MAX_SHARED || strings.length === MAX_SHARED_TEXTS) throw new UnreadableFileError("xlsx_too_large");
      strings.push(plainText(text));
    },
  });
  return strings;
}
