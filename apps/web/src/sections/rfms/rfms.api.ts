import type { rfm, rfmEdit } from "@okaeri/contract/rfms";
import type { z } from "zod";
import { api } from "../../api/client.ts";

export type Rfm = z.output<typeof rfm>;
export type RfmEdit = z.output<typeof rfmEdit>;

/** The programme's definitions with their heat maps. */
export function rfmListQuery() {
  return api.rfms.list.queryOptions({});
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
