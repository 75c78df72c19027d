import type { SegmentFieldType } from "@okaeri/domain/segments/fields";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FigureField } from "../../../ui/fields/FigureField.tsx";
import type { Unit } from "../../../ui/format.ts";
import styles from "./ConditionValueField.module.css";

export type OneProps = {
  id: string;
  value: unknown;
  label: string;
  error: string | undefined;
  onChange: (value: unknown) => void;
};

type EndsProps = OneProps & { operator: string; empty: unknown; one: (end: OneProps) => ReactNode };

/** One value, or the two ends of a range. What is wrong with a pair stands behind it. */
export function Ends({ operator, empty, one, ...single }: EndsProps) {
  const { t } = useTranslation("campaigns");
  if (operator !== "between") return one(single);
  const [low, high] = Array.isArray(single.value) ? (single.value as unknown[]) : [single.value, empty];
  const end = { ...single, error: undefined };
  return (
    <>
      {one({ ...end, label: t("condition.low"), value: low, onChange: (next) => single.onChange([next, high]) })}
      <span className={styles.to}>{t("condition.to")}</span>
      {one({
        ...end,
        id: `${single.id}-to`,
        label: t("condition.high"),
        value: high,
        onChange: (next) => single.onChange([low, next]),
      })}
    </>
  );
}

type FigureType = Pick<Extract<SegmentFieldType, { type: "number" }>, "min" | "max"> & { unit: Unit };

export function FigureValue({ type, value, onChange, ...props }: OneProps & { type: FigureType }) {
  const empty = value === null || value === undefined || value === "";
  return (
    <div className={styles.number} data-unit={type.unit} data-empty={empty}>
      <FigureField
        {...props}
        hideLabel
        value={typeof value === "number" || typeof value === "string" ? value : ""}
        rule={{ from: type.min, to: type.max }}
        unit={type.unit}
        onChange={(typed) => onChange(typed === "" ? null : typed)}
      />
    </div>
  );
}
