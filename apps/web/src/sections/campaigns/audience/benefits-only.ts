import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { useTranslation } from "react-i18next";
import type { T } from "../actions/kind.ts";

/** What those are called who get benefits and no message: 「ポイントだけ」, 「ポイント・クーポンだけ」. */
export function benefitsOnlyWords(t: T, types: readonly KindName[]): string {
  const given = types.filter((type) => !isMessage(type)).map((type) => t(`action.${type}.short`));
  return t("deliveries.only", { what: given.join(t("deliveries.and")) });
}

export function useBenefitsOnly(): (types: readonly KindName[]) => string {
  const { t } = useTranslation(["campaigns", "ui"]);
  return (types) => benefitsOnlyWords(t, types);
}
