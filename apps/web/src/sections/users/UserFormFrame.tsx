import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { KeptFormOffer } from "../../shell/KeptFormOffer.tsx";
import { UnsavedGuard } from "../../shell/UnsavedGuard.tsx";
import { Refusal } from "../../ui/Refusal.tsx";
import type { UserForm } from "./use-user-form.ts";
import styles from "./users.module.css";

type UserFormFrameProps = { form: UserForm; onSubmit: () => void; children: ReactNode };

/** What stands around the fields: a form kept from before, why a save was refused, the guard on leaving. */
export function UserFormFrame({ form, onSubmit, children }: UserFormFrameProps) {
  const { t } = useTranslation(["users", "ui"]);
  return (
    <>
      <KeptFormOffer kept={form.kept} />
      {form.overtaken.length > 0 ? (
        <p className={styles.notice} role="status">
          {t("form.overtaken", { fields: form.overtaken.join(t("ui:save.separator")) })}
        </p>
      ) : null}
      <Refusal
        attempts={form.attempts}
        failure={form.failure}
        errors={form.told}
        stale={{ note: t("form.staleNote"), action: t("form.stale"), onLoad: () => void form.loadNewest() }}
      />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {/* Enter in a field saves, as the bar's button does. */}
        <button type="submit" hidden />
      </form>
      <UnsavedGuard isDirty={form.isDirty} changes={form.changes} />
    </>
  );
}
