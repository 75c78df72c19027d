import type { KindWithVariants } from "@okaeri/domain/campaigns/actions/further-details";
import { remainingShare, type Share, sumOf } from "@okaeri/domain/pushes/variants";
import { useTranslation } from "react-i18next";

/** Who gets which letter, in a sentence: "A 20%、B 20%に送り、残り60%は…". */
export function useSharesSentence(): (kind: KindWithVariants, shares: readonly Share[]) => string {
  const { t } = useTranslation("campaigns");
  return (kind, shares) => {
    const list = shares.map(({ variant, share }) => t("compare.share", { variant, share })).join(t("compare.and"));
    if (sumOf(shares) > 100) return t("compare.over", { sum: sumOf(shares) });
    const rest = remainingShare(shares);
    return rest === 0 ? t(`${kind}.variantWords.all`, { list }) : t(`${kind}.variantWords.rest`, { list, rest });
  };
}
