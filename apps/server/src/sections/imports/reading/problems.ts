import type { Language } from "@okaeri/contract/errors";
import type { RejectionCode } from "@okaeri/domain/stays/rejection-codes";

// Everything that can be wrong with an uploaded file before its values are looked at.

/** Longest record in bytes (one physical line) and in UTF-16 units (a record over several lines): a cell of 1 MB is refused. */
export const MAX_RECORD_SIZE = 1_000_000;
/** Most columns of a file; the width of the widest old spreadsheets. */
export const MAX_COLUMNS = 256;
/** Longest source text kept beside a refused row, in UTF-16 units: what one spreadsheet cell can hold. */
export const MAX_RAW_LENGTH = 32_767;

/** Why a line is refused before its values are looked at; the domain's codes, so that a row has one list of reasons. */
export type RowProblem = Extract<
  RejectionCode,
  "undecodable" | "broken_quotes" | "wrong_column_count" | "cell_too_long" | "bad_character"
>;

const FILE_TEXTS = {
  empty: { ja: "ファイルが空です", en: "The file is empty" },
  header_only: {
    ja: "見出し行だけで、データの行がありません",
    en: "There is only the row of headings, and no row of data",
  },
  utf16: {
    ja: "文字コードがUTF-16のため読み取れません。UTF-8またはShift_JISのCSVで保存してください",
    en: "The file is encoded as UTF-16. Save it as CSV in UTF-8 or Shift_JIS",
  },
  spreadsheet: {
    ja: "表計算ソフトのファイルのため読み取れません。CSV形式で保存してください",
    en: "This is a file of a spreadsheet program. Save it as CSV",
  },
  binary: { ja: "CSVファイルではありません", en: "This is not a CSV file" },
  header_unreadable: {
    ja: "見出し行を読み取れません。文字コードと引用符を確認してください",
    en: "The row of headings cannot be read. Check encoding and quotation marks",
  },
  too_many_columns: {
    ja: `列が多すぎます(${MAX_COLUMNS}列まで)`,
    en: `There are too many columns (at most ${MAX_COLUMNS})`,
  },
} satisfies Record<string, Record<Language, string>>;

/** Why a file is refused as a whole. */
export type FileProblem = keyof typeof FILE_TEXTS;

/** Sentences for problems of the whole file. */
export const FILE_PROBLEM_TEXTS: Record<FileProblem, Record<Language, string>> = FILE_TEXTS;

/** Source text of a refused row as it may be stored: bounded, and without NUL, which PostgreSQL's text cannot hold. */
export function storableRaw(text: string): string {
  const bounded = text.length > MAX_RAW_LENGTH ? `${text.slice(0, MAX_RAW_LENGTH - 1)}…` : text;
  return bounded.replaceAll("\0", "␀").toWellFormed();
}
