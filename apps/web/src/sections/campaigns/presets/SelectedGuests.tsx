import { Button } from "@mantine/core";
import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useGo } from "../../../shell/navigation.ts";
import { formatCount } from "../../../ui/format.ts";
import { audienceQuestion } from "../audience/audience-question.ts";
import { TargetSummary } from "../audience/TargetSummary.tsx";
import { audienceQuery } from "../campaigns.api.ts";
import styles from "./new.module.css";

/** Whom the campaign is for already: how many, and by which conditions. */
export function SelectedGuests({ target }: { target: ConditionInput }) {
  const { t } = useTranslation("campaigns");
  const go = useGo();
  const id = useId();
  const { data, isError } = useQuery(audienceQuery(audienceQuestion("repeat_promotion", [{ target, actions: [] }])));
  const title = data
    ? t("begin.forGuests", { n: formatCount(data.all.matched, "people") })
    : t("begin.selectedUncounted");
  return (
    <section className={styles.selected} aria-labelledby={id}>
      <span className={styles.mark}>
        <IconUsers size={20} aria-hidden />
      </span>
      <div className={styles.words}>
        <h2 id={id}>{title}</h2>
        <TargetSummary target={target} />
        <p className={styles.quiet} role="status">
          {data ? t("begin.selectedNote") : t(isError ? "begin.uncounted" : "begin.counting")}
        </p>
      </div>
      <Button onClick={() => void go("/campaigns/new", {}, { replace: true })}>{t("begin.selectedDrop")}</Button>
    </section>
  );
}
