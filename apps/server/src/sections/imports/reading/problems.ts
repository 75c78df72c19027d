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
  empty: "ファイルが空です",
  header_only: "見出し行だけで、データの行がありません",
  utf16: "文字コードがUTF-16のため読み取れません。UTF-8またはShift_JISのCSVで保存してください",
  spreadsheet: "表計算ソフトのファイルのため読み取れません。CSV形式で保存してください",
  binary: "CSVファイルではありません",
  header_unreadable: "見出し行を読み取れません。文字コードと引用符を確認してください",
  too_many_columns: `列が多すぎます(${MAX_COLUMNS}列まで)`,
};

/** Why a file is refused as a whole. */
export type FileProblem = keyof typeof FILE_TEXTS;

/** Japanese sentence for a problem of the whole file. */
export function fileProblemText(problem: FileProblem): string {
  return FILE_TEXTS[problem];
}

/** Source text of a refused row as it may be stored: bounded, and without NUL, which PostgreSQL's text cannot hold. */
export function storableRaw(text: string): string {
  const bounded = text.length > MAX_RAW_LENGTH ? `${text.slice(0, MAX_RAW_LENGTH - 1)}…` : text;
  return bounded.replaceAll("\0", "␀").toWellFormed();
}
