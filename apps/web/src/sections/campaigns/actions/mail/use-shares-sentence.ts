import { restOf, type Share, sumOf } from "@okaeri/domain/campaigns/variants";
import { useTranslation } from "react-i18next";

/** Who gets which of several texts, in a sentence: "A 20%、B 20%に送り、残り60%は…". */
export function useSharesSentence(): (shares: readonly Share[]) => string {
  const { t } = useTranslation("campaigns");
  return (shares) => {
    const list = shares
      .map(({ variant, share }) => t("mail.letter.share", { letter: variant, share }))
      .join(t("mail.letter.and"));
    if (sumOf(shares) > 100) return t("mail.letter.over", { sum: sumOf(shares) });
    const rest = restOf(shares);
    return rest === 0 ? t("mail.letter.all", { list }) : t("mail.letter.rest", { list, rest });
  };
}
