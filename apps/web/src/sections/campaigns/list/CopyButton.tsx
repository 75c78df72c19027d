import { ActionIcon } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { useGo } from "../../../shell/navigation.ts";
import { notify } from "../../../shell/toasts.tsx";
import { createCampaignCopy } from "../campaigns.api.ts";

/** Makes a new draft that says the same, and goes on with it. A second press while the first is under way does nothing. */
export function CopyButton({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation("campaigns");
  const go = useGo();
  const underWay = useRef(false);
  const copy = async () => {
    if (underWay.current) return;
    underWay.current = true;
    try {
      await go(`/campaigns/${await createCampaignCopy(id)}/edit`);
      notify("success", t("detail.copied"));
    } catch (error) {
      const { message, endsSession } = toAppError(error);
      if (!endsSession) notify("error", message);
    } finally {
      underWay.current = false;
    }
  };
  return (
    <ActionIcon variant="subtle" aria-label={t("list.copyOf", { name })} onClick={() => void copy()}>
      <IconCopy size={16} aria-hidden />
    </ActionIcon>
  );
}
