import { isProvider } from "@okaeri/domain/permissions/roles";
import { rowAllows } from "@okaeri/domain/permissions/row-actions";
import { useTranslation } from "react-i18next";
import { useNoRight } from "../../shell/no-right.ts";
import { useSession } from "../../shell/session.ts";
import { useMay } from "../../shell/use-may.ts";
import type { Account } from "./accounts.api.ts";

/** Why a row may not be changed (specification §6, accounts list), in words; undefined = it may. */
export function useAccountRefusals() {
  const { t } = useTranslation("accounts");
  const noRight = useNoRight();
  const { role } = useSession();
  const mayEdit = useMay("accounts/edit");
  const mayDelete = useMay("accounts/delete");
  const provider = role !== null && isProvider(role);
  const whyNotEdit = ({ page_actions }: Pick<Account, "page_actions">): string | undefined => {
    if (rowAllows(page_actions, "edit")) return undefined;
    if (provider) return mayEdit ? t("refusal.affiliated") : noRight;
    return role === "role_admin" ? t("refusal.noPlan") : t("refusal.onlyAdministrators");
  };
  const whyNotDelete = ({ page_actions }: Pick<Account, "page_actions">): string | undefined => {
    if (rowAllows(page_actions, "delete")) return undefined;
    return provider && mayDelete ? t("refusal.affiliated") : noRight;
  };
  return { provider, whyNotEdit, whyNotDelete };
}
