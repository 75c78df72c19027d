import type { Language } from "@okaeri/contract/errors";
import { CHUNK_BYTES } from "@okaeri/contract/import-limits";
import type { importBatch, importCheck, refusalGroup } from "@okaeri/contract/imports";
import { importEndText, lineRefusalText } from "@okaeri/contract/problems/stored-reasons";
import type { z } from "zod";
import type { ImportCheckResult, StoredCheck } from "./check-state.queries.ts";
import type { ImportRow, RefusalGroupRow, RejectionRow } from "./imports.queries.ts";
import { undoableUntil } from "./undo/undo-state.queries.ts";

type ImportCheck = z.infer<typeof importCheck>;
export type ImportBatchItem = z.infer<typeof importBatch>;

export function toImportBatch({ has_changes, ...row }: ImportRow, language: Language, now: Date): ImportBatchItem {
  const until = has_changes && row.finished_at ? undoableUntil(row.finished_at) : null;
  return {
    ...row,
    error: importEndText(row.error, language),
    chunk_bytes: CHUNK_BYTES,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    undo_until: until !== null && until >= now ? until.toISOString() : null,
    undone_at: row.undone_at?.toISOString() ?? null,
  };
}

type Refusal = { line_no: number; reasons: { field: string | null; message: string }[] };

export function toRefusal(row: Pick<RejectionRow, "line_no" | "reasons">, language: Language): Refusal {
  return {
    line_no: row.line_no,
    reasons: row.reasons.map((reason) => ({ field: reason.field, message: lineRefusalText(reason, language) })),
  };
}

type Group = z.infer<typeof refusalGroup>;

export function toGroup({ field, count, values, lines, ...reason }: RefusalGroupRow, language: Language): Group {
  return { field, count, values, lines, message: lineRefusalText({ field, ...reason }, language) };
}

const NOTHING_YET: ImportCheckResult = {
  rows_new: 0,
  rows_changed: 0,
  rows_unchanged: 0,
  rows_refused: 0,
  rows_cancelled: 0,
  rows_further_rooms: 0,
  rows_with_zero: 0,
  rows_mail_unreachable: 0,
  consequences: null,
  tried_out: null,
  columns_unused: [],
  unknown_values: {},
  answers: {},
  suggested: {},
  house_words: {},
  date_order: null,
  date_order_open: false,
  unmapped: [],
};

export function toImportCheck(
  { check_state, check_result, rows_checked }: StoredCheck,
  refused: readonly RejectionRow[],
  groups: readonly RefusalGroupRow[],
  language: Language,
): ImportCheck {
  return {
    ...NOTHING_YET,
    ...check_result,
    state: check_state ?? "failed",
    rows_checked,
    refusal_groups: groups.map((group) => toGroup(group, language)),
    refusals: refused.map((row) => toRefusal(row, language)),
  };
}
