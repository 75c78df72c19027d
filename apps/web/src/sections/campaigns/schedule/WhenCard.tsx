import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { DateField } from "../../../ui/fields/DateField.tsx";
import { campaignFieldId } from "../editor/draft-problems.ts";
import { useEditor } from "../editor/editor-context.ts";
import form from "../form.module.css";
import text from "../text.module.css";
import { CampaignSettings } from "./CampaignSettings.tsx";
import { WhenEditor } from "./WhenEditor.tsx";
import styles from "./when.module.css";

/** When it goes out, how long the campaign lasts, and what is seldom changed. */
export function WhenCard() {
  const { t } = useTranslation("campaigns");
  const { draft, change, errorAt } = useEditor();
  const set = (part: Partial<typeof draft>) => change((before) => ({ ...before, ...part }));
  const always = draft.type === "basic";
  const nothing = draft.segments.every(({ actions }) => actions.length === 0);
  return (
    <Card title={t("card.when")}>
      <div className={form.form}>
        {always ? (
          <p id={campaignFieldId("when.by")} tabIndex={-1} className={styles.says}>
            {t("when.eachStay")}
          </p>
        ) : (
          <WhenEditor
            path="when"
            when={draft.when}
            set={(part) => change((before) => ({ ...before, when: { ...before.when, ...part } }))}
          />
        )}
        {nothing && !always && draft.when.by !== "hand" ? <p className={text.quiet}>{t("when.unsaved")}</p> : null}
        <fieldset className={form.period}>
          <legend>{t(always ? "edit.period" : "edit.periodOfSend")}</legend>
          <div className={form.inlineFields}>
            {(["campaign_start_dt", "campaign_end_dt"] as const).map((name) => (
              <DateField
                key={name}
                id={campaignFieldId(name)}
                label={t(`field.${name}`)}
                value={draft[name] ?? ""}
                error={errorAt(name)}
                onChange={(day) => set({ [name]: day || null })}
              />
            ))}
          </div>
          <p className={text.quiet}>{t(always ? "edit.periodHintBasic" : "edit.periodHintSend")}</p>
        </fieldset>
        <CampaignSettings />
      </div>
    </Card>
  );
}
