import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { api } from "../../api/client.ts";
import { notify } from "../../shell/toasts.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { afterRfmChange, type Rfm } from "./rfms.api.ts";

/** Takes an account group's RFM out of use; the account's own has no such button. */
export function RemoveGroupRfm({ rfm, name }: { rfm: Rfm; name: string }) {
  const { t } = useTranslation("rfms");
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  const remove = useMutation(api.rfms.remove.mutationOptions());
  if (rfm.group_id === null || !rfm.page_actions.includes("delete")) return null;
  const confirm = async () => {
    try {
      await remove.mutateAsync({ id: rfm.id, version: rfm.version });
      notify("success", t("share.removed", { name }));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
    await afterRfmChange(cache);
  };
  return (
    <>
      <Button
        color="danger"
        leftSection={<IconTrash size={16} aria-hidden />}
        aria-label={t("share.removeOf", { name })}
        onClick={() => setAsking(true)}
      >
        {t("share.remove")}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("share.removeTitle", { name })}
        confirm={t("share.removeConfirm")}
        danger
        onConfirm={confirm}
      >
        {t("share.removeLost")}
      </ConfirmDialog>
    </>
  );
}
