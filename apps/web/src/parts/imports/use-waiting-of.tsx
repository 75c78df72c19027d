import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import type { SummaryItem } from "../../ui/SummaryStrip.tsx";
import { CountText } from "../../ui/values.tsx";

/** Of an import, or a batch of a feed: how many questions it raised that still wait, with the way there; nothing where none does. */
export function useWaitingOf(importBatchId: number): SummaryItem[] {
  const { t } = useTranslation("merges");
  const { data } = useQuery(api.merges.count.queryOptions({ input: { import_batch_id: importBatchId }, staleTime: 0 }));
  if (data === undefined || data.waiting === 0) return [];
  const way = (
    <AppLink to="/customers/merges" search={{ import_batch_id: String(importBatchId) }}>
      {t("ofImport.open")}
    </AppLink>
  );
  return [{ label: t("title"), value: <CountText value={data.waiting} unit="items" />, note: way }];
}
