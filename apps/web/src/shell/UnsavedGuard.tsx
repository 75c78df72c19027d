import { Button } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Dialog } from "../ui/Dialog.tsx";

type UnsavedGuardProps = {
  /** Asked at the moment of leaving, so that a page may say "just saved" before it navigates. */
  isDirty: () => boolean;
  /** Labels of what would be lost. */
  changes: string[];
};

/** Leaving with unsaved edits asks first: inside the app with a dialog, on closing the tab with the browser's own. */
export function UnsavedGuard({ isDirty, changes }: UnsavedGuardProps) {
  const { t } = useTranslation("ui");
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <Dialog
      opened={blocker.status === "blocked"}
      onClose={() => blocker.reset?.()}
      title={t("unsaved.title")}
      size="sm"
      actions={
        <>
          <Button onClick={() => blocker.proceed?.()} color="danger">
            {t("unsaved.leave")}
          </Button>
          <Button variant="filled" onClick={() => blocker.reset?.()} data-autofocus>
            {t("unsaved.stay")}
          </Button>
        </>
      }
    >
      {t("unsaved.lost", { fields: changes.join(t("save.separator")) })}
    </Dialog>
  );
}
