import { Radio } from "@mantine/core";
import { POINT_EXPIRATION_TYPES } from "@okaeri/domain/enumerations";
import { useTranslation } from "react-i18next";
import { ruleAt, rulesOf } from "../../../shell/field-rules.ts";
import { ChoiceField } from "../../../ui/fields/ChoiceField.tsx";
import { DateField } from "../../../ui/fields/DateField.tsx";
import { FigureField } from "../../../ui/fields/FigureField.tsx";
import type { Figure } from "../../../ui/fields/field-props.ts";
import styles from "../campaigns.module.css";
import { ActionCard, type ActionPlace } from "./ActionCard.tsx";
import { type DraftFigure, type DraftPoint, withAction } from "./draft.ts";
import { fieldId } from "./draft-problems.ts";
import { useEditor } from "./editor-context.ts";
import { PlanCodesField } from "./PlanCodesField.tsx";

type PointFormProps = { point: DraftPoint; place: ActionPlace; onRemove: () => void };

const RULES = rulesOf("campaigns.update");

/** Points of an action: how many, for which stays, until when. */
export function PointForm({ point, place, onRemove }: PointFormProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft, change, errorAt } = useEditor();
  const set = (part: Partial<DraftPoint>) =>
    change((before) =>
      withAction(before, place.segment, place.action, (action) =>
        action.type === "point" ? { ...action, point: { ...action.point, ...part } } : action,
      ),
    );
  const field = (name: keyof DraftPoint) => ({
    id: fieldId(`${place.path}.point.${name}`),
    label: t(`field.${name}`),
    error: errorAt(`${place.path}.point.${name}`),
  });
  const figure = (name: DraftFigure, required: boolean) => ({
    ...field(name),
    value: point[name] ?? "",
    rule: { ...ruleAt(RULES, `segments.actions.point.${name}`), required },
    onChange: (typed: Figure) => set({ [name]: typed === "" ? null : typed }),
  });
  const perStay = draft.type !== "repeat_promotion";
  const rate = point.grant_type === "rate";
  return (
    <ActionCard
      type="point"
      place={place}
      filled={point.grant_absolute !== null || point.grant_rate !== null}
      onRemove={onRemove}
    >
      <div className={styles.form}>
        {perStay || rate ? (
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
        <p className={styles.quiet}>{t(`point.expirationHint.${point.expiration_type}`)}</p>
      </div>
    </ActionCard>
  );
}
