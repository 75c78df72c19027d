import { useTranslation } from "react-i18next";
import { askedFact, type FactSubject } from "../../../parts/campaigns/conditions/asked-fact.ts";
import { useConditionWords } from "../../../parts/campaigns/conditions/condition-text.ts";
import { campaignFieldId } from "../editor/draft-problems.ts";
import { ChoiceMenu } from "./ChoiceMenu.tsx";
import styles from "./ConditionValueField.module.css";
import { DayValue } from "./DayValue.tsx";
import { Ends, FigureValue, type OneProps } from "./FigureValue.tsx";
import type { BuilderRule } from "./target-tree.ts";

type ConditionValueProps = {
  rule: BuilderRule;
  place: FactSubject;
  /** The path of the rule. */
  path: string;
  error: string | undefined;
  onChange: (value: unknown) => void;
};

/** What the condition compares with: a figure with its unit, a day, a choice. */
export function ConditionValueField({ rule, place, path, error, onChange }: ConditionValueProps) {
  const { t } = useTranslation("campaigns");
  const { field, operator, value } = rule;
  const fact = askedFact(place, field);
  if (fact === undefined || operator === "null" || operator === "notNull") return null;
  const one = { id: campaignFieldId(`${path}.value`), error, label: t("condition.value"), value, onChange };
  switch (fact.type) {
    case "boolean":
      return <YesNo {...one} field={field} place={place} />;
    case "people":
      return <PickedPeople field={field} value={value} />;
    case "number":
      return <Ends {...one} operator={operator} empty={null} one={(end) => <FigureValue {...end} type={fact} />} />;
    case "date":
      return <Ends {...one} operator={operator} empty="" one={(end) => <DayValue {...end} />} />;
    default:
      return <ChoiceMenu {...one} field={field} fact={fact} place={place} onChange={onChange} />;
  }
}

function YesNo({ id, value, label, field, place, onChange }: OneProps & { field: string; place: FactSubject }) {
  const words = useConditionWords();
  return (
    <select
      id={id}
      className={styles.valueChip}
      aria-label={label}
      value={value === false ? "no" : "yes"}
      onChange={(event) => onChange(event.currentTarget.value === "yes")}
    >
      <option value="yes">{words.one(field, true, place)}</option>
      <option value="no">{words.one(field, false, place)}</option>
    </select>
  );
}

/** Guests who were picked in the list of customers: told, and changed there. */
function PickedPeople({ field, value }: { field: string; value: unknown }) {
  const words = useConditionWords();
  return <span className={styles.to}>{words.many(field, Array.isArray(value) ? value : [])}</span>;
}
