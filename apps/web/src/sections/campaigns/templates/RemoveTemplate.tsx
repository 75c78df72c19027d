import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { templateQuery, templateRemoved } from "./mail-templates.api.ts";
import { UsedIn } from "./UsedIn.tsx";

type RemoveTemplateProps = { id: number; name: string; onRemoved?: () => unknown; onClose: () => void };

/** Asks before a template goes; where it is used, says where instead. */
export function RemoveTemplate({ id, name, onRemoved, onClose }: RemoveTemplateProps) {
  const { t } = useTranslation(["mailTemplates", "ui"]);
  const template = useQuery({ ...templateQuery(id), staleTime: 0 });
  const [removing, setRemoving] = useState(false);
  const [refused, setRefused] = useState<string>();
  const uses = template.data?.used_in ?? [];
  const remove = async () => {
    setRemoving(true);
    try {
      await client.mailTemplates.remove({ id });
      await onRemoved?.();
      void templateRemoved();
      notify("success", t("remove.done", { name }));
      onClose();
    } catch (error) {
      setRefused(toAppError(error).message);
      setRemoving(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      size="sm"
      title={t(uses.length > 0 ? "remove.inUse" : "remove.title", { name })}
      actions={
        <>
          <Button onClick={onClose}>{t("ui:dialog.cancel")}</Button>
          {uses.length > 0 ? null : (
            <Button
              variant="filled"
              color="danger"
              loading={removing || template.isFetching}
              onClick={() => void remove()}
            >
              {t("tools.remove")}
            </Button>
          )}
        </>
      }
    >
      {template.isError ? (
        <ErrorState message={template.error.message} onRetry={() => void template.refetch()} />
      ) : null}
      {uses.length > 0 ? <UsedIn uses={uses} /> : <p>{t("remove.text")}</p>}
      {refused === undefined ? null : <p role="alert">{refused}</p>}
    </Dialog>
  );
}
