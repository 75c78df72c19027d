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
};

/** Asks before unsaved edits are lost: a dialog inside the app and before logging out, the browser's own on closing the tab. */
export function UnsavedGuard({ isDirty, changes }: UnsavedGuardProps) {
  const { t } = useTranslation("ui");
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  const [leaving, setLeaving] = useState<{ answer: (leave: boolean) => void }>();
  useEffect(
    () =>
      guardLeaving(() => (dirty.current() ? new Promise((answer) => setLeaving({ answer })) : Promise.resolve(true))),
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
