import { NumberInput, Radio, Select, TagsInput, TextInput } from "@mantine/core";
import { POINT_EXPIRATION_TYPES } from "@okaeri/domain/enumerations";
import { MAX_GRANT_POINTS } from "@okaeri/domain/points/amount";
import { MAX_EXPIRATION_DAYS } from "@okaeri/domain/points/expiry";
import { useTranslation } from "react-i18next";
import { unitOf } from "../../../ui/format.ts";
import styles from "../campaigns.module.css";
import { ActionCard, type ActionPlace } from "./ActionCard.tsx";
import { type PointDetail, withAction } from "./draft.ts";
import { fieldId } from "./draft-problems.ts";
import { useEditor } from "./editor-context.ts";

type PointFormProps = { point: PointDetail; place: ActionPlace; onRemove: () => void };

function numberOrNull(value: string | number): number | null {
  return value === "" ? null : Number(value);
}

/** Points of an action: how many, for which stays, until when. */
export function PointForm({ point, place, onRemove }: PointFormProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft, change, errorAt } = useEditor();
  const set = (part: Partial<PointDetail>) =>
    change((before) =>
      withAction(before, place.segment, place.action, (action) =>
        action.type === "point" ? { ...action, point: { ...action.point, ...part } } : action,
      ),
    );
  const field = (name: keyof PointDetail) => ({
    id: fieldId(`${place.path}.point.${name}`),
    label: t(`field.${name}`),
    error: errorAt(`${place.path}.point.${name}`),
  });
  const figure = { hideControls: true, thousandSeparator: ",", allowNegative: false, clampBehavior: "none" } as const;
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
            onChange={(value) => set({ grant_type: value as PointDetail["grant_type"] })}
          >
            <div className={styles.inline}>
              <Radio value="absolute" label={t("point.absolute")} />
              <Radio value="rate" label={t("point.rate")} />
            </div>
          </Radio.Group>
        ) : null}
        {rate ? (
          <NumberInput
            {...figure}
            {...field("grant_rate")}
            className={styles.figure ?? ""}
            value={point.grant_rate ?? ""}
            onChange={(value) => set({ grant_rate: numberOrNull(value) })}
            decimalScale={3}
            suffix={t("point.percent")}
            description={t("point.rateHint")}
            required
          />
        ) : (
          <NumberInput
            {...figure}
            {...field("grant_absolute")}
            className={styles.figure ?? ""}
            value={point.grant_absolute ?? ""}
            onChange={(value) => set({ grant_absolute: numberOrNull(value) })}
            allowDecimal={false}
            max={MAX_GRANT_POINTS}
            suffix={unitOf("points", point.grant_absolute ?? 0)}
            description={t(perStay ? "point.absoluteHintStay" : "point.absoluteHintSend")}
            required
          />
        )}
        {perStay ? (
          <>
            <NumberInput
              {...figure}
              {...field("grant_condition")}
              className={styles.figure ?? ""}
              value={point.grant_condition ?? ""}
              onChange={(value) => set({ grant_condition: numberOrNull(value) })}
              allowDecimal={false}
              suffix={unitOf("yen", point.grant_condition ?? 0)}
              description={t("point.conditionHint")}
            />
            <TagsInput
              {...field("plan_code")}
              size="sm"
              value={point.plan_code}
              onChange={(plan_code) => set({ plan_code })}
              maxTags={100}
              splitChars={[",", " ", "、"]}
              description={t("point.planHint")}
              clearable
              clearButtonProps={{ "aria-label": t("point.planClear") }}
            />
          </>
        ) : null}
        <div className={styles.inlineFields}>
          <Select
            {...field("expiration_type")}
            allowDeselect={false}
            value={point.expiration_type}
            onChange={(value) => set({ expiration_type: (value ?? "none") as PointDetail["expiration_type"] })}
            data={POINT_EXPIRATION_TYPES.map((value) => ({ value, label: t(`point.expiration.${value}`) }))}
          />
          {point.expiration_type === "date" ? (
            <TextInput
              {...field("expiration_date")}
              type="date"
              value={point.expiration_date ?? ""}
              onChange={(event) => set({ expiration_date: event.currentTarget.value || null })}
              required
            />
          ) : null}
          {point.expiration_type === "days_from_grant" || point.expiration_type === "days_from_last_stay" ? (
            <NumberInput
              key={point.expiration_type}
              {...figure}
              {...field(`expiration_${point.expiration_type}`)}
              value={point[`expiration_${point.expiration_type}`] ?? ""}
              onChange={(value) => set({ [`expiration_${point.expiration_type}`]: numberOrNull(value) })}
              allowDecimal={false}
              max={MAX_EXPIRATION_DAYS}
              suffix={unitOf("days", 0)}
              required
            />
          ) : null}
        </div>
        <p className={styles.quiet}>{t(`point.expirationHint.${point.expiration_type}`)}</p>
      </div>
    </ActionCard>
  );
}
