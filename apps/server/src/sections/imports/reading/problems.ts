import type { FILE } from "@okaeri/contract/problems/imports";
import type { RejectionCode } from "@okaeri/domain/stays/rejection-codes";
import { storableText } from "@okaeri/domain/storable-text";

// Everything that can be wrong with an uploaded file before its values are looked at.

/** Longest record in bytes (one physical line) and in UTF-16 units (a record over several lines): a cell of 1 MB is refused. */
export const MAX_RECORD_SIZE = 1_000_000;
/** Longest source text kept beside a refused row, in UTF-16 units: what one spreadsheet cell can hold. */
export const MAX_RAW_LENGTH = 32_767;

/** Why a line is refused before its values are looked at; the domain's codes, so that a row has one list of reasons. */
export type RowProblem = Extract<
  RejectionCode,
  "undecodable" | "broken_quotes" | "wrong_column_count" | "cell_too_long" | "cell_error" | "bad_character"
>;

/** Why a file is refused as a whole. */
export type FileProblem = keyof typeof FILE;

/** Source text of a refused row as it may be stored: bounded, and without NUL, which PostgreSQL's text cannot hold. */
export function storableRaw(text: string): string {
  const bounded = text.length > MAX_RAW_LENGTH ? `${text.slice(0, MAX_RAW_LENGTH - 1)}…` : text;
  return storableText(bounded);
}

/** The file as a whole cannot be read, however often it is tried. */
export class UnreadableFileError extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}
