import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { UnsavedGuard } from "../../shell/UnsavedGuard.tsx";
import { Cards } from "../../ui/Cards.tsx";
import { SaveBar } from "../../ui/SaveBar.tsx";
import { EditNotices } from "../edited-document/EditNotices.tsx";
import styles from "./RecordForm.module.css";
import type { RecordFormState as Form, Loaded } from "./use-record-form.ts";

type RecordFormProps<V extends Record<string, unknown>> = {
  form: Form<V>;
  /** After a save that was accepted. */
  onSaved?: (saved: Loaded<V>) => unknown;
  /** The record's page: a save is told by the record's name and leads there. */
  leaveTo?: string;
  /** Saves in another way than `form.save()` alone: a new record, one that asks first. */
  onSubmit?: () => unknown;
  onDiscard?: () => void;
  /** Buttons at the end, for a new record; without them the save bar says what is unsaved. */
  foot?: ReactNode;
  children: ReactNode;
};

/**
 * Everything around the fields of a record: a form kept from before, what somebody else changed, why the save was refused, the save bar
 * or the buttons of a new record, and the guard on leaving. Whoever may not change it sees the fields' values alone.
 */
export function RecordForm<V extends Record<string, unknown>>(props: RecordFormProps<V>) {
  const { form, onSaved, leaveTo, foot, children } = props;
  const { t } = useTranslation("fields");
  const go = useGo();
  if (!form.editable) return <Cards>{children}</Cards>;
  const save = async () => {
    if (props.onSubmit) return void props.onSubmit();
    const saved = form.changed.length === 0 ? undefined : await form.save();
    if (saved === undefined) return;
    onSaved?.(saved);
    if (leaveTo === undefined) return;
    notify("success", t("record.saved", { name: saved.values.name }));
    await go(leaveTo);
  };
  return (
    <>
      <EditNotices form={form} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Cards>
          {children}
          {foot ? <div className={styles.foot}>{foot}</div> : null}
        </Cards>
        {/* Enter in a field saves, as the bar's button does. */}
        <button type="submit" hidden />
      </form>
      {foot ? null : (
        <SaveBar
          changes={form.changes}
          saving={form.saving}
          onSave={() => void save()}
          onDiscard={props.onDiscard ?? form.discard}
        />
      )}
      <UnsavedGuard isDirty={form.isDirty} changes={form.changes} />
    </>
  );
}
