import { Button } from "@mantine/core";
import { type FormEvent, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/Dialog.tsx";
import { EditNotices } from "../edited-document/EditNotices.tsx";
import styles from "./TwoStepDialog.module.css";
import type { RecordFormState } from "./use-record-form.ts";

type TwoStepDialogProps<V extends Record<string, unknown>> = {
  title: string;
  form: RecordFormState<V>;
  /** What will happen, once the fields are right; undefined while they are filled in. */
  confirmation: ReactNode;
  /** Whether it can be done; left out where the answer says so. */
  ready?: boolean;
  submit: string;
  danger?: boolean;
  onBack: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** What a guest is given or loses by hand (points, coupons, ranks) takes two steps: the fields, then a confirmation of what will happen. */
export function TwoStepDialog<V extends Record<string, unknown>>(props: TwoStepDialogProps<V>) {
  const { title, form, confirmation, ready = true, submit, danger = false, onBack, onClose, children } = props;
  const { t } = useTranslation(["fields", "ui"]);
  const formId = useId();
  const send = (event: FormEvent) => {
    event.preventDefault();
    void form.save();
  };
  const actions =
    confirmation === undefined ? (
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
      <EditNotices form={form} />
      <form id={formId} className={styles.form} noValidate onSubmit={send}>
        {confirmation === undefined ? children : <div role="alert">{confirmation}</div>}
      </form>
    </Dialog>
  );
}
