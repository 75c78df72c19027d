import { FACT_GROUPS, isSegmentField, type Operator, SEGMENT_FIELDS } from "@okaeri/domain/segments/fields";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { ActionProps, FieldSelectorProps, OperatorSelectorProps } from "react-querybuilder";
import styles from "./ConditionBuilder.module.css";
import { fieldId } from "./draft-problems.ts";
import { useEditor } from "./editor-context.ts";
import { type BuilderContext, nodePath, offeredFields } from "./target-tree.ts";

const PICKED = "customer_id";

/** What the condition looks at. */
export function FieldSelector({ value, handleOnChange, path, context }: FieldSelectorProps) {
  const { t } = useTranslation("campaigns");
  const { names, draft } = useEditor();
  // Made in the list of customers; it becomes no other condition, and no other becomes it.
  if (value === PICKED) return <span>{t(`segmentField.${PICKED}`)}</span>;
  const offered = offeredFields(names, draft.type);
  const shown = isSegmentField(value) && !offered.includes(value) ? [...offered, value] : offered;
  return (
    <select
      id={fieldId(`${nodePath(context as BuilderContext, path)}.field`)}
      className={styles.chip}
      aria-label={t("condition.field")}
      value={value}
      onChange={(event) => handleOnChange(event.currentTarget.value)}
    >
      {FACT_GROUPS.map((group) => {
        const fields = shown.filter((field) => SEGMENT_FIELDS[field].group === group);
        return fields.length === 0 ? null : (
          <optgroup key={group} label={t(`fieldGroup.${group}`)}>
            {fields.map((field) => (
              <option key={field} value={field}>
                {t(`segmentField.${field}`)}
              </option>
            ))}
          </optgroup>
        );
      })}
    </select>
  );
}

/** How it is compared, in the words of the field's kind. */
export function OperatorSelector({ value, field, handleOnChange, path, context }: OperatorSelectorProps) {
  const { t } = useTranslation("campaigns");
  if (!isSegmentField(field)) return null;
  const { type, operators } = SEGMENT_FIELDS[field];
  // Yes-or-no conditions are said by their value alone.
  if (type === "boolean") return null;
  const kind = type === "date" || type === "number" ? type : "list";
  return (
    <select
      id={fieldId(`${nodePath(context as BuilderContext, path)}.operator`)}
      className={styles.chip}
      aria-label={t("condition.operator")}
      value={value}
      onChange={(event) => handleOnChange(event.currentTarget.value)}
    >
      {(operators as readonly Operator[]).map((operator) => (
        <option key={operator} value={operator}>
          {t(`operator.${kind}.${operator}` as "operator.number.between")}
        </option>
      ))}
    </select>
  );
}

export function RemoveRule({ handleOnClick }: ActionProps) {
  const { t } = useTranslation("campaigns");
  return (
    <button
      type="button"
      className={styles.remove}
      aria-label={t("condition.removeRule")}
      onClick={() => handleOnClick()}
    >
      <IconX size={16} aria-hidden />
    </button>
  );
}
