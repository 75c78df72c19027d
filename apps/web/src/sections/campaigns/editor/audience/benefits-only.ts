import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { useTranslation } from "react-i18next";

/** What those are called who get benefits and no message: 「ポイントだけ」, 「ポイント・クーポンだけ」. */
export function useBenefitsOnly(): (types: readonly KindName[]) => string {
  const { t } = useTranslation("campaigns");
  return (types) => {
    const given = types.filter((type) => !isMessage(type)).map((type) => t(`action.${type}.short`));
    return t("deliveries.only", { what: given.join(t("deliveries.and")) });
  };
}
