import type { rank } from "@okaeri/contract/ranks";
import type { RankDefinition } from "@okaeri/domain/enumerations";
import type { Definition } from "@okaeri/domain/ranks/definition";
import type { z } from "zod";
import { api, client } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { askAgain } from "../../api/records.ts";
import { isBusy, pollEvery } from "../../ui/WorkNotice.tsx";

/** As the calls take it. */
export type RankInput = Omit<Definition, "details"> & { details: Definition["details"][number][]; valid_from: string };

export type Rank = z.output<typeof rank>;
export type RankDetail = Rank["details"][number];
export type RankSuggestion = Awaited<ReturnType<typeof client.ranks.suggest>>;
export type RankPreview = Awaited<ReturnType<typeof client.ranks.preview>>;

/** The programme's rank definitions with how many customers hold each rank today; asked again while everybody is being judged. */
export function rankListQuery() {
  return api.ranks.list.queryOptions({
    refetchInterval: ({ state }) => pollEvery(state.data?.items.some(({ evaluation }) => isBusy(evaluation)) ?? false),
    refetchOnWindowFocus: "always",
  });
}

/** One definition; an edit starts from the newest, never from what was on screen before. */
export function rankQuery(id: number) {
  return api.ranks.get.queryOptions({ input: { id }, staleTime: 0 });
}

/** How many held each rank at the ends of the last months. */
export function rankMonthsQuery(id: number) {
  return api.ranks.months.queryOptions({ input: { id } });
}

/** Which day it is for the product. */
export function rankSiteQuery() {
  return api.site.brand.queryOptions({ staleTime: Number.POSITIVE_INFINITY });
}

/** Tiers that fit the account's own guests. */
export function rankSuggestionQuery(definition: RankDefinition, baseMonth: number) {
  return api.ranks.suggest.queryOptions({ input: { definition, base_month: baseMonth }, staleTime: 60_000 });
}

type Paging = { page: number; size: number };

/** What a definition would change, nothing saved; without an id for an account that has none yet. */
export function rankPreviewQuery(id: number | undefined, edit: RankInput, paging: Paging, enabled: boolean) {
  const input = { ...edit, page: paging.page, size: paging.size as 20 };
  return {
    queryKey: ["ranks", "preview", id, input],
    queryFn: () => (id === undefined ? client.ranks.previewNew(input) : client.ranks.preview({ ...input, id })),
    enabled,
    staleTime: 60_000,
  };
}

/** After a definition was made, changed or deleted: everybody's rank may be another. */
export function ranksChanged(): void {
  for (const queryKey of [api.ranks.key(), api.customers.key(), ["ranks", "preview"]])
    void queryClient.invalidateQueries({ queryKey, refetchType: "none" });
}

/** After everybody was judged: the pages that show ranks ask again. */
export function ranksEvaluated(): void {
  void askAgain(api.ranks.key(), api.customers.key());
}
