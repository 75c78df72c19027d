import type { Language } from "@okaeri/contract/errors";
import { CHUNK_BYTES } from "@okaeri/contract/import-limits";
import type { importBatch } from "@okaeri/contract/imports";
import { importEndText } from "@okaeri/contract/problems/stored-reasons";
import type { z } from "zod";

export type ImportBatch = z.infer<typeof importBatch>;

/** A row of import_batches with the names joined to it. */
export type ImportRow = Omit<ImportBatch, "chunk_bytes" | "created_at" | "started_at" | "finished_at"> & {
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
};

export function toImportBatch(row: ImportRow, language: Language): ImportBatch {
  return {
    ...row,
    error: importEndText(row.error, language),
    chunk_bytes: CHUNK_BYTES,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
