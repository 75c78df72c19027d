import type { SegmentReference } from "@okaeri/domain/segments/fields";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { conditionNamesQuery } from "./campaigns.api.ts";

export type Named = { id: number; name: string };
/** What reference fields choose from; empty lists until they are loaded. */
export type Names = Record<SegmentReference, readonly Named[]>;

const NONE: readonly Named[] = [];

/** The account's own words for conditions. */
export function useNames(): Names {
  const { data } = useQuery(conditionNamesQuery());
  return useMemo(
    () => ({
      rfm_groups: data?.rfm_groups ?? NONE,
      customer_types: data?.customer_types ?? NONE,
      rank_details: data?.ranks ?? NONE,
      facilities: data?.facilities ?? NONE,
      booking_channels: NONE,
      campaigns: NONE,
      coupons: NONE,
    }),
    [data],
  );
}
