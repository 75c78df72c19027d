// Everything that can be wrong with an uploaded file before its values are looked at, as codes with their texts.

/** Longest record in bytes (one physical line) and in UTF-16 units (a record over several lines): a cell of 1 MB is refused. */
export const MAX_RECORD_SIZE = 1_000_000;
/** Most columns of a file; the width of the widest old spreadsheets. */
export const MAX_COLUMNS = 256;
/** Longest source text kept beside a refused row, in UTF-16 units: what one spreadsheet cell can hold. */
export const MAX_RAW_LENGTH = 32_767;

export const FILE_PROBLEMS = [
  "empty",
  "header_only",
  "utf16",
  "spreadsheet",
  "binary",
  "header_unreadable",
  "too_many_columns",
] as const;
export type FileProblem = (typeof FILE_PROBLEMS)[number];

export const ROW_PROBLEMS = [
  "undecodable",
  "quote_misplaced",
  "quote_unclosed",
  "column_count",
  "too_many_columns",
  "record_too_large",
  "nul_character",
] as const;
export type RowProblem = (typeof ROW_PROBLEMS)[number];

const FILE_TEXTS: Record<FileProblem, string> = {
  empty: "ファイルが空です",
  header_only: "見出し行だけで、データの行がありません",
  utf16: "文字コードがUTF-16のため読み取れません。UTF-8またはShift_JISのCSVで保存してください",
  spreadsheet: "表計算ソフトのファイルのため読み取れません。CSV形式で保存してください",
  binary: "CSVファイルではありません",
  header_unreadable: "見出し行を読み取れません。文字コードと引用符を確認してください",
  too_many_columns: `列が多すぎます(${MAX_COLUMNS}列まで)`,
};

const ROW_TEXTS: Record<RowProblem, string> = {
  undecodable: "文字コードが正しくない文字があります",
  quote_misplaced: '引用符(")の位置が正しくありません',
  quote_unclosed: '引用符(")が閉じられていません',
  column_count: "列の数が見出し行と一致しません",
  too_many_columns: `列が多すぎます(${MAX_COLUMNS}列まで)`,
  record_too_large: "1行が長すぎます(1MBまで)",
  nul_character: "使用できない文字(NUL)が含まれています",
};

/** Japanese sentence for a problem of the whole file. */
export function fileProblemText(problem: FileProblem): string {
  return FILE_TEXTS[problem];
}

/** Japanese sentence for a problem of one row. */
export function rowProblemText(problem: RowProblem): string {
  return ROW_TEXTS[problem];
}

/** Source text of a refused row as it may be stored: bounded, and without NUL, which PostgreSQL's text cannot hold. */
export function storableRaw(text: string): string {
  const bounded = text.length > MAX_RAW_LENGTH ? `${text.slice(0, MAX_RAW_LENGTH - 1)}…` : text;
  return bounded.replaceAll("\0", "␀").toWellFormed();
}
