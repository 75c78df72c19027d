import { isProvider } from "@okaeri/domain/permissions/roles";
import { rowAllows } from "@okaeri/domain/permissions/row-actions";
import { useTranslation } from "react-i18next";
import { useNoRight } from "../../shell/no-right.ts";
import { useSession } from "../../shell/session.ts";
import type { Client } from "./clients.api.ts";

/** Why a client may not be changed (specification §6, clients list), in words; undefined = it may. */
export function useClientRefusals() {
  const { t } = useTranslation("clients");
  const noRight = useNoRight();
  const { role } = useSession();
  const provider = role !== null && isProvider(role);
  const whyNotEdit = ({ page_actions }: Pick<Client, "page_actions">): string | undefined => {
    if (rowAllows(page_actions, "edit")) return undefined;
    return provider ? noRight : t("refusal.byProvider");
  };
  const whyNotDelete = ({ page_actions, is_provider }: Client): string | undefined => {
    if (is_provider) return t("refusal.provider");
    return rowAllows(page_actions, "delete") ? undefined : noRight;
  };
  return { provider, whyNotEdit, whyNotDelete };
}
