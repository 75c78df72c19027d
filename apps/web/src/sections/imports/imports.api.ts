import { importList } from "@okaeri/contract/lists/imports";
import { api, type client } from "../../api/client.ts";
import { type Answer, type ItemOf, listOptions, type PageSearch, turned } from "../../api/records.ts";

export type ImportBatch = Answer<typeof client.imports.get>;
export type ImportPreview = Answer<typeof client.imports.preview>;
export type Check = Answer<typeof client.imports.check>;
export type ImportCheckParams = Parameters<typeof client.imports.check>[0];
export type Undo = Answer<typeof client.imports.undoPreview>;
export type RefusalGroup = Check["refusal_groups"][number];
export type RejectionItem = ItemOf<typeof client.imports.rejections>;

const POLL_MS = 1_000;

/** Waiting for its turn, at work, or being undone. */
export function isBatchRunning(batch: Pick<ImportBatch, "state">): boolean {
  return batch.state === "queued" || batch.state === "running" || batch.state === "undoing";
}

/** Rows that are in the product now: new, changed or already the same. */
export function rowsTaken(batch: ImportBatch): number {
  return batch.rows_new + batch.rows_changed + batch.rows_unchanged;
}

/** Past and running imports; asked again while one of them is at work. */
export function importListQuery(search: PageSearch) {
  return api.imports.list.queryOptions({
    ...listOptions(importList, search),
    refetchInterval: (query) => (query.state.data?.items.some(isBatchRunning) ? 2 * POLL_MS : false),
  });
}

/** One import; asked again while it is at work. */
export function importQuery(id: number) {
  return api.imports.get.queryOptions({
    input: { id },
    refetchInterval: (query) => (query.state.data && isBatchRunning(query.state.data) ? POLL_MS : false),
  });
}

/** What undoing would do, or did; asked anew each time it is looked at. */
export function undoQuery(id: number) {
  return api.imports.undoPreview.queryOptions({ input: { id }, staleTime: 0 });
}

export function importPreviewQuery(id: number, sheet?: string) {
  return api.imports.preview.queryOptions({
    input: { id, ...(sheet && { sheet }) },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const rejectionsQuery = (id: number, search: PageSearch) =>
  api.imports.rejections.queryOptions(turned({ id }, search, 20));

export const placesQuery = () => api.imports.places.queryOptions();
