import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { notify } from "../../shell/toasts.tsx";
import { formatDate } from "../../ui/format.ts";
import { WorkAgain, WorkNotice } from "../../ui/WorkNotice.tsx";
import { type Rank, rankListQuery, ranksEvaluated } from "./ranks.api.ts";

/** Whether everybody is being judged, up to which day, and what to do when that failed. `at`: when the server said so. */
export function EvaluationNotice({ rank, at }: { rank: Rank; at: number }) {
  const { t } = useTranslation("ranks");
  const day = rank.evaluated_on;
  return (
    <WorkNotice
      work={rank.evaluation}
      at={at}
      words={{
        waiting: (time) => t("evaluation.waiting", { time }),
        running: (time) => (
          <>
            {t("evaluation.running", { time })}
            {day === null ? null : t("evaluation.reached", { day: formatDate(day) })}
          </>
        ),
        failed: (time) => t("evaluation.failed", { time }),
        night: t("evaluation.night"),
        done: t("evaluation.done"),
      }}
      mayStart={rank.page_actions.includes("edit")}
      onDone={ranksEvaluated}
    />
  );
}

/** Has everybody judged now, as the night does. */
export function EvaluateNow({ rank }: { rank: Rank }) {
  const { t } = useTranslation("ranks");
  const cache = useQueryClient();
  if (!rank.page_actions.includes("edit")) return null;
  const start = async () => {
    try {
      const begun = await client.ranks.evaluate({ id: rank.id });
      // As the server said: by the next answer it may be done already.
      cache.setQueryData(
        rankListQuery().queryKey,
        (old) => old && { ...old, items: old.items.map((item) => (item.id === begun.id ? begun : item)) },
      );
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return (
    <WorkAgain work={rank.evaluation} start={start}>
      {t("evaluation.now")}
    </WorkAgain>
  );
}
