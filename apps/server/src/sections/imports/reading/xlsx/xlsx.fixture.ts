import { crc32, deflateRawSync } from "node:zlib";
import type { ByteSource } from "../byte-source.ts";

/** A packed file of these parts, as Excel writes it. `declared`: what its directory says of a part's size. */
export function zipOf(parts: Record<string, string | Buffer>, declared: Record<string, number> = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declared[name] ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("504b0304", "hex"), fields, Buffer.from(name), packed]);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    fields.copy(entry, 6);
    entry.writeUInt32LE(at, 42);
    directory.push(entry, Buffer.from(name));
    locals.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(22);
  const count = Object.keys(parts).length;
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

type Sheet = { name: string; rows: string; state?: string; behind?: string };
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The parts of a workbook with these sheets (their XML rows), shared texts (XML of each) and formats of cells. */
export function workbookParts(
  sheets: readonly Sheet[],
  {
    strings = [],
    formats = [],
    is1904 = false,
  }: { strings?: string[]; formats?: (number | string)[]; is1904?: boolean } = {},
): Record<string, string> {
  const ids = sheets.map((_, index) => `rId${index + 1}`);
  const own = formats.filter((format) => typeof format === "string");
  const idOf = (format: number | string) => (typeof format === "string" ? 164 + own.indexOf(format) : format);
  return {
    "[Content_Types].xml": `${XML}<Types/>`,
    "xl/workbook.xml": `${XML}<workbook ${MAIN} xmlns:r="${LINKS}"><workbookPr${is1904 ? ' date1904="1"' : ""}/><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}"${state ? ` state="${state}"` : ""} r:id="${ids[index]}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships>${ids
      .map(
        (id, index) => `<Relationship Id="${id}" Type="${LINKS}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join("")}</Relationships>`,
    "xl/styles.xml": `${XML}<styleSheet ${MAIN}><numFmts>${own
      .map((code) => `<numFmt numFmtId="${idOf(code)}" formatCode="${code.replaceAll('"', "&quot;")}"/>`)
      .join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((format) => `<xf numFmtId="${idOf(format)}"/>`)
      .join("")}</cellXfs></styleSheet>`,
    ...(strings.length > 0
      ? { "xl/sharedStrings.xml": `${XML}<sst ${MAIN}>${strings.map((one) => `<si>${one}</si>`).join("")}</sst>` }
      : {}),
    ...Object.fromEntries(
      sheets.map(({ rows, behind = "" }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `${XML}<worksheet ${MAIN}><sheetData>${rows}</sheetData>${behind}</worksheet>`,
      ]),
    ),
  };
}

/** A row of texts. */
export function textRow(row: number, cells: readonly string[]): string {
  const cell = (text: string, column: number) =>
    text === "" ? "" : `<c r="${String.fromCharCode(65 + column)}${row}" t="inlineStr"><is><t>${text}</t></is></c>`;
  return `<row r="${row}">${cells.map(cell).join("")}</row>`;
}

export function workbookOf(...given: Parameters<typeof workbookParts>): Buffer {
  return zipOf(workbookParts(...given));
}

/** The bytes in pieces, as they lie in the database. */
export function sourceOf(bytes: Buffer, piece = 997): ByteSource {
  return {
    size: bytes.length,
    async *read(start, end) {
      for (let at = start; at < end; at += piece) yield bytes.subarray(at, Math.min(at + piece, end));
    },
  };
}
