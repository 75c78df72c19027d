import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Refusal } from "../../ui/Refusal.tsx";
import styles from "./UnsavedDraftOffer.module.css";
import { UnsavedDraftOffer } from "./UnsavedDraftOffer.tsx";
import type { useEditedDocument } from "./use-edited-document.ts";

type EditNoticesProps = Pick<
  ReturnType<typeof useEditedDocument<unknown, string>>,
  "unsavedDraft" | "conflicts" | "attempts" | "failure" | "theirs" | "loadNewest"
> & {
  /** What is wrong, in the page's order. */
  summary: ComponentProps<typeof Refusal>["errors"];
  /** Whoever is typing keeps the focus: the save was not theirs. */
  calm?: boolean;
};

/** Above the fields: a form kept from before, what somebody else changed meanwhile, why the save was refused. */
export function EditNotices({ form }: { form: EditNoticesProps }) {
  const { t } = useTranslation(["shell", "ui"]);
  return (
    <>
      <UnsavedDraftOffer unsavedDraft={form.unsavedDraft} />
      {form.conflicts.length > 0 ? (
        <p className={styles.conflicts} role="status">
          {t("stale.conflicts", { fields: form.conflicts.join(t("ui:save.separator")) })}
        </p>
      ) : null}
      <Refusal
        attempts={form.attempts}
        calm={form.calm}
        failure={form.failure}
        errors={form.summary}
        theirs={form.theirs}
        stale={{ note: t("stale.unsaved"), action: t("stale.load"), onLoad: () => void form.loadNewest() }}
      />
    </>
  );
}
