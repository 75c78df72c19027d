import { Radio } from "@mantine/core";
import { takesRates } from "@okaeri/domain/campaigns/offered-types";
import { POINT_EXPIRATION_TYPES } from "@okaeri/domain/enumerations";
import { useTranslation } from "react-i18next";
import { ChoiceField } from "../../../../ui/fields/ChoiceField.tsx";
import { DateField } from "../../../../ui/fields/DateField.tsx";
import { FigureField } from "../../../../ui/fields/FigureField.tsx";
import type { Figure } from "../../../../ui/fields/field-props.ts";
import styles from "../../form.module.css";
import text from "../../text.module.css";
import type { FormProps } from "../kind.ts";
import { PlanCodesField } from "../PlanCodesField.tsx";
import type { DraftFigure, DraftPoint } from "./point-draft.ts";

/** Points of an action: how many, for which stays, until when. */
export function PointForm({ detail: point, set, type, ...form }: FormProps<DraftPoint>) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const field = (name: keyof DraftPoint) => form.field(name);
  const figure = (name: DraftFigure, required: boolean) => ({
    ...field(name),
    value: point[name] ?? "",
    rule: { ...form.rule(name), required },
    onChange: (typed: Figure) => set({ [name]: typed === "" ? null : typed }),
  });
  const perStay = type !== "repeat_promotion";
  const rate = point.grant_type === "rate";
  return (
    <div className={styles.form}>
      {takesRates(type) || rate ? (
        <Radio.Group
          {...field("grant_type")}
          tabIndex={-1}
          value={point.grant_type}
          onChange={(value) => set({ grant_type: value as DraftPoint["grant_type"] })}
        >
          <div className={styles.inline}>
            <Radio value="absolute" label={t("point.absolute")} />
            <Radio value="rate" label={t("point.rate")} />
          </div>
        </Radio.Group>
      ) : null}
      {rate ? (
        <FigureField
          {...figure("grant_rate", true)}
          className={styles.figure}
          decimals={3}
          unit="percent"
          help={t("point.rateHint")}
        />
      ) : (
        <FigureField
          {...figure("grant_absolute", true)}
          className={styles.figure}
          unit="points"
          help={t(perStay ? "point.absoluteHintStay" : "point.absoluteHintSend")}
        />
      )}
      {perStay ? (
        <>
          <FigureField
            {...figure("grant_condition", false)}
            className={styles.figure}
            unit="yen"
            help={t("point.conditionHint")}
          />
          <PlanCodesField
            {...field("plan_code")}
            value={point.plan_code}
            onChange={(plan_code) => set({ plan_code })}
          />
        </>
      ) : null}
      <div className={styles.inlineFields}>
        <ChoiceField
          {...field("expiration_type")}
          value={point.expiration_type}
          onChange={(expiration_type) => set({ expiration_type })}
          choices={POINT_EXPIRATION_TYPES.map((value) => ({ value, label: t(`point.expiration.${value}`) }))}
        />
        {point.expiration_type === "date" ? (
          <DateField
            {...field("expiration_date")}
            value={point.expiration_date ?? ""}
            rule={{ required: true, form: "date" }}
            onChange={(day) => set({ expiration_date: day || null })}
          />
        ) : null}
        {point.expiration_type === "days_from_grant" || point.expiration_type === "days_from_last_stay" ? (
          <FigureField
            key={point.expiration_type}
            {...figure(`expiration_${point.expiration_type}`, true)}
            unit="days"
          />
        ) : null}
      </div>
      <p className={text.quiet}>{t(`point.expirationHint.${point.expiration_type}`)}</p>
    </div>
  );
}
