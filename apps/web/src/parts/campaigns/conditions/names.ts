import { SEGMENT_REFERENCES, type SegmentReference } from "@okaeri/domain/segments/fields";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../api/client.ts";

/** `in_use`: it can still be chosen. */
export type Named = { id: number; name: string; in_use: boolean };
/** What reference fields choose from; empty lists until they are loaded. */
export type ConditionNames = Record<SegmentReference, readonly Named[]>;

/** Names of what conditions choose from: RFM groups, ranks, customer types, facilities. */
export function conditionNamesQuery() {
  return api.campaigns.conditionNames.queryOptions({ staleTime: 60_000 });
}

/** The account's own words for conditions. */
export function useNames(): ConditionNames {
  const { t } = useTranslation("campaigns");
  const { data } = useQuery(conditionNamesQuery());
  return useMemo(
    () =>
      Object.fromEntries(
        SEGMENT_REFERENCES.map((kind) => [
          kind,
          (data?.names ?? [])
            .filter((one) => one.kind === kind)
            .map((one) => ({ ...one, name: one.name || t("edit.unnamed") })),
        ]),
      ) as unknown as ConditionNames,
    [data, t],
  );
}
