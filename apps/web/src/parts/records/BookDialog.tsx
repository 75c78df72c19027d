import { Button } from "@mantine/core";
import { type FormEvent, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "../customers/guest-history.module.css";
import { RecordFormTop } from "./RecordFormTop.tsx";
import type { RecordForm } from "./use-record-form.ts";

type BookDialogProps<V extends Record<string, unknown>> = {
  title: string;
  form: RecordForm<V>;
  /** What will happen, once the fields are right; undefined while they are filled in. */
  sure: ReactNode;
  /** Whether it can be done; left out where the answer says so. */
  ready?: boolean;
  submit: string;
  danger?: boolean;
  onBack: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Points and coupons are booked in two steps: the fields, then what will come of them. */
export function BookDialog<V extends Record<string, unknown>>(props: BookDialogProps<V>) {
  const { title, form, sure, ready = true, submit, danger = false, onBack, onClose, children } = props;
  const { t } = useTranslation(["fields", "ui"]);
  const formId = useId();
  const send = (event: FormEvent) => {
    event.preventDefault();
    void form.save();
  };
  const actions =
    sure === undefined ? (
      <>
        <Button onClick={onClose}>{t("ui:dialog.cancel")}</Button>
        <Button type="submit" form={formId} variant="filled">
          {t("book.next")}
        </Button>
      </>
    ) : (
      <>
        <Button onClick={onBack} disabled={form.saving}>
          {t("book.back")}
        </Button>
        <Button
          type="submit"
          form={formId}
          variant="filled"
          loading={form.saving}
          disabled={!ready}
          {...(danger ? { color: "danger" } : {})}
        >
          {submit}
        </Button>
      </>
    );
  return (
    <Dialog opened onClose={form.saving ? () => undefined : onClose} title={title} actions={actions}>
      <RecordFormTop form={form} />
      <form id={formId} className={styles.form} noValidate onSubmit={send}>
        {sure === undefined ? children : <div role="alert">{sure}</div>}
      </form>
    </Dialog>
  );
}
