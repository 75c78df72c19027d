import { Button } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../ui/Dialog.tsx";
import { guardLeaving } from "./leave-guards.ts";

type UnsavedGuardProps = {
  /** Asked at the moment of leaving, so that a page may say "just saved" before it navigates. */
  isDirty: () => boolean;
  /** Labels of what would be lost. */
  changes: string[];
  /** For what saves itself: tried before anybody is asked. */
  saveFirst?: (() => Promise<unknown>) | undefined;
  /** Whether the browser asks before the tab is closed, where not whenever something is unsaved. */
  asksOnClosing?: (() => boolean) | undefined;
};

/** Asks before unsaved edits are lost: a dialog inside the app and before logging out, the browser's own on closing the tab. */
export function UnsavedGuard({ isDirty, changes, saveFirst, asksOnClosing = isDirty }: UnsavedGuardProps) {
  const { t } = useTranslation("ui");
  const stillUnsaved = async () => {
    if (isDirty()) await saveFirst?.();
    return isDirty();
  };
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && stillUnsaved(),
    enableBeforeUnload: asksOnClosing,
    withResolver: true,
  });
  const unsaved = useRef(stillUnsaved);
  unsaved.current = stillUnsaved;
  const [leaving, setLeaving] = useState<{ answer: (leave: boolean) => void }>();
  useEffect(
    () =>
      guardLeaving(async () => !(await unsaved.current()) || (await new Promise((answer) => setLeaving({ answer })))),
    [],
  );
  const decide = (leave: boolean) => {
    leaving?.answer(leave);
    setLeaving(undefined);
    if (leave) blocker.proceed?.();
    else blocker.reset?.();
  };
  return (
    <Dialog
      opened={blocker.status === "blocked" || leaving !== undefined}
      onClose={() => decide(false)}
      title={t("unsaved.title")}
      size="sm"
      actions={
        <>
          <Button onClick={() => decide(true)} color="danger">
            {t("unsaved.leave")}
          </Button>
          <Button variant="filled" onClick={() => decide(false)} data-autofocus>
            {t("unsaved.stay")}
          </Button>
        </>
      }
    >
      {t("unsaved.lost", { fields: changes.join(t("save.separator")) })}
    </Dialog>
  );
}
