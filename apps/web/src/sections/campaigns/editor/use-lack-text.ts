import { useTranslation } from "react-i18next";
import type { FactSubject } from "../../../parts/campaigns/conditions/asked-fact.ts";
import { useConditionWords } from "../../../parts/campaigns/conditions/condition-text.ts";
import { unitOf } from "../../../ui/format.ts";
import type { MissingRulePart } from "../audience/rule-state.ts";
import type { BuilderRule } from "../audience/target-tree.ts";

/** What an unfinished rule lacks, in one sentence. */
export function useLackText(): (lack: MissingRulePart, rule: BuilderRule, place: FactSubject) => string {
  const { t } = useTranslation("campaigns");
  const words = useConditionWords();
  return (lack, rule, place) => {
    const until = t("lack.until");
    switch (lack.lack) {
      case "figure":
        return t(`lack.figure.${lack.operator}` as "lack.figure.=", { unit: unitOf(lack.unit, 2), until });
      case "argument":
        return t("lack.argument", { unit: unitOf(lack.unit, 2), until });
      case "day":
        return t(`lack.day.${lack.operator}` as "lack.day.=", { until });
      case "days":
        return t("lack.days", { until });
      case "choice":
        return t("lack.choice", { name: words.name(rule.field, place, rule.args) });
    }
  };
}
