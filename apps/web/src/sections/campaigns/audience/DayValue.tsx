import { MAX_DAYS_AWAY } from "@okaeri/domain/segments/fields";
import { useTranslation } from "react-i18next";
import { DateField } from "../../../ui/fields/DateField.tsx";
import styles from "./ConditionValueField.module.css";
import { FigureValue, type OneProps } from "./FigureValue.tsx";

const KINDS = ["fixed", "ago", "ahead"] as const;
type Kind = (typeof KINDS)[number];
const DISTANCE = { ago: "days_ago", ahead: "days_ahead" } as const;

function kindOf(value: unknown): Kind {
  if (typeof value !== "object" || value === null) return "fixed";
  return "days_ahead" in value ? "ahead" : "ago";
}

/** A day of the calendar, or one that is so many days from the day on which the condition is asked. */
export function DayValue({ value, ...props }: OneProps) {
  const { t } = useTranslation("campaigns");
  const { id, onChange } = props;
  const kind = kindOf(value);
  const distance = Object.values((kind === "fixed" ? {} : value) as Record<string, unknown>)[0] ?? null;
  const choose = (next: Kind) => onChange(next === "fixed" ? "" : { [DISTANCE[next]]: distance });
  return (
    <span className={styles.dayParts}>
      {kind === "fixed" ? (
        <div className={styles.day}>
          <DateField {...props} hideLabel value={typeof value === "string" ? value : ""} />
        </div>
      ) : (
        <FigureValue
          {...props}
          label={t("day.days")}
          type={{ min: 0, max: MAX_DAYS_AWAY, unit: "days" }}
          value={distance}
          onChange={(days) => onChange({ [DISTANCE[kind]]: days })}
        />
      )}
      <select
        id={`${id}-kind`}
        className={styles.valueChip}
        aria-label={t("day.kind")}
        value={kind}
        onChange={(event) => choose(event.currentTarget.value as Kind)}
      >
        {KINDS.map((one) => (
          <option key={one} value={one}>
            {t(`day.${one}`)}
          </option>
        ))}
      </select>
    </span>
  );
}
