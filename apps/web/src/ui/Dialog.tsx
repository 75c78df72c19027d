import { Button, Modal } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./Dialog.module.css";
import { useLayer } from "./layers.ts";

type DialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
};

/** Closes on Escape and outside click, keeps the focus inside, gives it back (specification §9, modal dialogs). */
export function Dialog({ opened, onClose, title, children, actions, size = "md" }: DialogProps) {
  const { t } = useTranslation("ui");
  const { zIndex } = useLayer(opened, onClose);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={size}
      zIndex={zIndex}
      closeOnEscape={false}
      returnFocus
      centered
      transitionProps={{ duration: 120 }}
      withCloseButton={false}
    >
      {/* Not the library's header element, which readers would take for a second page header. */}
      <div className={styles.head}>
        <Modal.Title>{title}</Modal.Title>
        <Modal.CloseButton aria-label={t("dialog.close")} />
      </div>
      <div className={styles.body}>{children}</div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </Modal>
  );
}

type ConfirmDialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, what would be lost. */
  children: ReactNode;
  /** A verb: 配信を止める. */
  confirm: string;
  danger?: boolean;
  /** Wider where there is much to read before one confirms. */
  size?: "sm" | "lg";
  /** False while something is still to be filled in. */
  ready?: boolean;
  onConfirm: () => Promise<unknown> | unknown;
};

/** Asks before something that is hard to take back. Stays open while the work runs, closes when it is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, children, confirm, danger, size = "sm", ready = true, onConfirm } = props;
  const { t } = useTranslation("ui");
  const [running, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    try {
      await onConfirm();
      onClose();
    } finally {
      setRunning(false);
    }
  };
  return (
    <Dialog
      opened={opened}
      onClose={running ? () => undefined : onClose}
      title={title}
      size={size}
      actions={
        <>
          <Button onClick={onClose} disabled={running} data-autofocus>
            {t("dialog.cancel")}
          </Button>
          <Button
            variant="filled"
            {...(danger ? { color: "danger" } : {})}
            loading={running}
            disabled={!ready}
            onClick={() => void run()}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
