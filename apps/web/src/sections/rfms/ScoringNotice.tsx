import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { notify } from "../../shell/toasts.tsx";
import { WorkAgain, WorkNotice } from "../../ui/WorkNotice.tsx";
import { rfmNameOf } from "./rfm-name.ts";
import { afterRfmChange, type Rfm, rfmListQuery } from "./rfms.api.ts";

/** Whether the scores are being worked out anew, and what to do when that failed. `at`: when the server said so. */
export function ScoringNotice({ rfm, at }: { rfm: Rfm; at: number }) {
  const { t } = useTranslation("rfms");
  const cache = useQueryClient();
  return (
    <WorkNotice
      work={rfm.scoring}
      at={at}
      words={{
        waiting: (time) => t("scoring.waiting", { time }),
        running: (time) => t("scoring.running", { time }),
        failed: (time) => t("scoring.failed", { time }),
        night: t("scoring.night"),
        done: t("scoring.done"),
      }}
      mayStart={rfm.page_actions.includes("edit")}
      // Groups, movements and guests are those of the new scores.
      onDone={() => void afterRfmChange(cache)}
    />
  );
}

/** Scores everybody again; `headed`: one of several on the page. */
export function ScoreAgain({ rfm, headed = false }: { rfm: Rfm; headed?: boolean }) {
  const { t } = useTranslation("rfms");
  const cache = useQueryClient();
  if (!rfm.page_actions.includes("edit")) return null;
  const start = async () => {
    try {
      const begun = await client.rfms.score({ id: rfm.id });
      // As the server said: by the next answer it may be done already.
      cache.setQueryData(
        rfmListQuery().queryKey,
        (old) => old && { ...old, items: old.items.map((item) => (item.id === begun.id ? begun : item)) },
      );
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return (
    <WorkAgain
      work={rfm.scoring}
      start={start}
      {...(headed ? { label: t("scoring.againOf", { name: rfmNameOf(rfm, t) }) } : {})}
    >
      {t("scoring.again")}
    </WorkAgain>
  );
}
