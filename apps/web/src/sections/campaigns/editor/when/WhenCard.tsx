import { Radio } from "@mantine/core";
import { TYPES_TO_CHOOSE } from "@okaeri/domain/campaigns/offered-types";
import type { CampaignType } from "@okaeri/domain/enumerations";
import { useTranslation } from "react-i18next";
import { Card } from "../../../../ui/Card.tsx";
import { DateField } from "../../../../ui/fields/DateField.tsx";
import form from "../../form.module.css";
import text from "../../text.module.css";
import { fieldId } from "../draft-problems.ts";
import { useEditor } from "../editor-context.ts";
import styles from "./WhenCard.module.css";

/** When it goes out, or how long it lasts. What a preset means goes out as the preset says. */
export function WhenCard() {
  const { t } = useTranslation("campaigns");
  const { draft, change, errorAt } = useEditor();
  const set = (part: Partial<typeof draft>) => change((before) => ({ ...before, ...part }));
  const always = draft.type === "basic";
  return (
    <Card title={t("card.when")}>
      <div className={form.form}>
        <div>
          <p className={styles.when}>{t(always ? "when.eachStay" : "when.atOnce")}</p>
          {always ? null : <p className={text.quiet}>{t("when.rules")}</p>}
        </div>
        {draft.preset_type === null ? (
          <Radio.Group
            id={fieldId("type")}
            tabIndex={-1}
            label={t("field.type")}
            value={draft.type}
            error={errorAt("type")}
            onChange={(type) => set({ type: type as CampaignType })}
          >
            <div className={styles.typeCards}>
              {TYPES_TO_CHOOSE.map((type) => (
                <Radio
                  key={type}
                  value={type}
                  className={styles.typeCard ?? ""}
                  label={t(`type.${type}.name`)}
                  description={t(`type.${type}.does`)}
                />
              ))}
            </div>
          </Radio.Group>
        ) : errorAt("type") ? (
          <p id={fieldId("type")} className={text.error} role="alert">
            {errorAt("type")}
          </p>
        ) : null}
        <fieldset className={form.period}>
          <legend>{t(always ? "edit.period" : "edit.periodOfSend")}</legend>
          <div className={form.inlineFields}>
            {(["campaign_start_dt", "campaign_end_dt"] as const).map((name) => (
              <DateField
                key={name}
                id={fieldId(name)}
                label={t(`field.${name}`)}
                value={draft[name] ?? ""}
                error={errorAt(name)}
                onChange={(day) => set({ [name]: day || null })}
              />
            ))}
          </div>
          <p className={text.quiet}>{t(always ? "edit.periodHintBasic" : "edit.periodHintSend")}</p>
        </fieldset>
      </div>
    </Card>
  );
}
