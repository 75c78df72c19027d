import type { rfm, rfmEdit } from "@okaeri/contract/rfms";
import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { api, type client } from "../../api/client.ts";
import { isBusy, pollEvery } from "../../ui/WorkNotice.tsx";

export type Rfm = z.output<typeof rfm>;
export type Ties = Awaited<ReturnType<typeof client.rfms.suggest>>["ties"];
export type RfmEdit = z.output<typeof rfmEdit>;

/** The programme's definitions with their heat maps; asked again while one of them is being scored, and when one comes back to the page. */
export function rfmListQuery() {
  return api.rfms.list.queryOptions({
    refetchInterval: ({ state }) => pollEvery(state.data?.items.some(({ scoring }) => isBusy(scoring)) ?? false),
    refetchOnWindowFocus: "always",
  });
}

export type Movement = Awaited<ReturnType<typeof client.rfms.movement>>;

/** Who was in which group on two evenings; without days, since the end of the last quarter. */
export function movementQuery(id: number, days: { from?: string; to?: string }) {
  return api.rfms.movement.queryOptions({ input: { id, ...days } });
}

/** Account groups that could share an RFM. */
export function rfmCandidatesQuery() {
  return api.rfms.candidates.queryOptions({ staleTime: 0 });
}

/** Everything that shows scores or groups asks again. */
export function afterRfmChange(cache: QueryClient) {
  const keys = [api.rfms.list.key(), api.rfms.movement.key(), api.rfms.candidates.key(), api.customers.key()];
  return Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
}

/** One definition; an edit starts from the newest, never from what was on screen before. */
export function rfmQuery(id: number) {
  return api.rfms.get.queryOptions({ input: { id }, staleTime: 0 });
}

/** Customers per score and group that these values would give; nothing is saved. */
export function rfmPreviewQuery(id: number, edit: RfmEdit, enabled: boolean) {
  return api.rfms.preview.queryOptions({
    input: { ...edit, id },
    enabled,
    staleTime: 60_000,
  });
}
