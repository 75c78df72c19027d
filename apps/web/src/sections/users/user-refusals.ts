import { useTranslation } from "react-i18next";
import { useNoRight } from "../../shell/no-right.ts";
import { useMay } from "../../shell/use-may.ts";
import type { User, UserRefusal } from "./users.api.ts";

/** Why something may not be done with a person, in words (specification §6, users list). */
export function useUserRefusals() {
  const { t } = useTranslation("users");
  const noRight = useNoRight();
  const mayEdit = useMay("users/edit");
  /** Undefined = the row may be changed. */
  const whyNotEdit = ({ page_actions, other_account_count }: Pick<User, "page_actions" | "other_account_count">) => {
    if (page_actions.includes("edit") && mayEdit) return undefined;
    if (!mayEdit) return noRight;
    return other_account_count > 0 ? t("refusal.elsewhere") : noRight;
  };
  return {
    whyNotEdit,
    words: (refusal: UserRefusal) => (refusal === "not_permitted" ? noRight : t(`refusal.${refusal}`)),
  };
}
