import type { contract } from "@okaeri/contract/contract";
import { importList } from "@okaeri/contract/lists/imports";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { listInput } from "../../api/list-input.ts";

type Calls = JsonifiedClient<ContractRouterClient<typeof contract>>["imports"];

export type ImportBatch = Awaited<ReturnType<Calls["get"]>>;
export type Preview = Awaited<ReturnType<Calls["preview"]>>;
export type Check = Awaited<ReturnType<Calls["check"]>>;
export type Settings = Parameters<Calls["check"]>[0];
export type Undo = Awaited<ReturnType<Calls["undoPreview"]>>;
export type Rejection = Awaited<ReturnType<Calls["rejections"]>>["items"][number];
export type PageSearch = { page?: number | undefined; size?: number | undefined };

const POLL_MS = 1_000;

/** Waiting for its turn, at work, or being undone. */
export function isRunning(batch: Pick<ImportBatch, "state">): boolean {
  return batch.state === "queued" || batch.state === "running" || batch.state === "undoing";
}

/** Rows that are in the product now: new, changed or already the same. */
export function rowsTaken(batch: ImportBatch): number {
  return batch.rows_new + batch.rows_changed + batch.rows_unchanged;
}

/** Past and running imports; asked again while one of them is at work. */
export function importListQuery(search: PageSearch) {
  return api.imports.list.queryOptions({
    input: listInput(importList, search),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.items.some(isRunning) ? 2 * POLL_MS : false),
  });
}

/** One import; asked again while it is at work. */
export function importQuery(id: number) {
  return api.imports.get.queryOptions({
    input: { id },
    refetchInterval: (query) => (query.state.data && isRunning(query.state.data) ? POLL_MS : false),
  });
}

/** What undoing would do, or did; asked anew each time it is looked at. */
export function undoQuery(id: number) {
  return api.imports.undoPreview.queryOptions({ input: { id }, staleTime: 0 });
}

export function previewQuery(id: number, sheet?: string) {
  return api.imports.preview.queryOptions({
    input: { id, ...(sheet && { sheet }) },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function rejectionsQuery(id: number, { page = 1, size = 20 }: PageSearch) {
  return api.imports.rejections.queryOptions({
    input: { id, page, size: size as 20 },
    placeholderData: keepPreviousData,
  });
}

export function pickerQuery() {
  return api.accounts.picker.queryOptions({ staleTime: Number.POSITIVE_INFINITY });
}
