import { ActionIcon, Menu } from "@mantine/core";
import { IconCopy, IconDots, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { api, client } from "../../../api/client.ts";
import { askAgain } from "../../../api/records.ts";
import { useGo } from "../../../shell/navigation.ts";
import { notify } from "../../../shell/toasts.tsx";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { createCampaignCopy } from "../campaigns.api.ts";
import type { useCampaignEditor } from "./use-campaign-editor.ts";

/** What is seldom done with a draft: copied or deleted. */
export function MoreMenu({ work }: { work: ReturnType<typeof useCampaignEditor> }) {
  const { t } = useTranslation("campaigns");
  const go = useGo();
  const [asking, setAsking] = useState(false);
  const { record, draft, save } = work.editor;
  const name = draft.name.trim() || t("edit.unnamed");
  const run = async (task: () => Promise<void>) => {
    try {
      await task();
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  const copy = () =>
    run(async () => {
      if ((await save()) === undefined) return;
      await go(`/campaigns/${await createCampaignCopy(record.id)}/edit`);
      notify("success", t("detail.copied"));
    });
  const remove = () =>
    run(async () => {
      await client.campaigns.remove({ id: record.id });
      void askAgain(api.campaigns.list.key());
      notify("success", t("detail.deleted", { name }));
      await go("/campaigns", {}, { replace: true, ignoreBlocker: true });
    });
  const may = (command: "copy" | "delete") => record.commands.includes(command);
  if (!may("copy") && !may("delete")) return null;
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon size={36} aria-label={t("history.more")}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {may("copy") ? (
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
              {t("history.copy")}
            </Menu.Item>
          ) : null}
          {may("delete") ? (
            <Menu.Item color="danger" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsking(true)}>
              {t("history.remove")}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("detail.deleteTitle", { name })}
        confirm={t("detail.delete")}
        danger
        onConfirm={remove}
      >
        {t("detail.deleteLoss", { count: draft.segments.length })}
      </ConfirmDialog>
    </>
  );
}
