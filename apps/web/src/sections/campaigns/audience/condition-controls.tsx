import { operatorsOf } from "@okaeri/domain/segments/fields";
import { IconChevronDown, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { askedFact, type FactSubject } from "../../../parts/campaigns/conditions/asked-fact.ts";
import { useConditionWords } from "../../../parts/campaigns/conditions/condition-text.ts";
import { knownText } from "../../../parts/campaigns/conditions/value-text.ts";
import { campaignFieldId } from "../editor/draft-problems.ts";
import styles from "./ConditionBuilder.module.css";
import { useConditionsAround } from "./conditions-around.ts";
import { FactMenu } from "./FactMenu.tsx";
import { FigureValue } from "./FigureValue.tsx";
import { type BuilderRule, withOperator } from "./target-tree.ts";

export type RulePart = { rule: BuilderRule; place: FactSubject; path: string; onChange: (rule: BuilderRule) => void };

const PICKED = "customer_id";

/** What the condition looks at, with what the fact asks for. */
export function FactChip({ rule, place, path, onChange }: RulePart) {
  const { t } = useTranslation("campaigns");
  const words = useConditionWords();
  const { field } = rule;
  // Made in the list of customers; it becomes no other condition, and no other becomes it.
  if (field === PICKED) return <span>{t(`segmentField.${PICKED}`)}</span>;
  const name = words.name(field, place);
  return (
    <>
      <FactMenu place={place} picked={field} onPick={(next) => onChange({ ...next, id: rule.id as string })}>
        <button
          type="button"
          id={campaignFieldId(`${path}.field`)}
          className={styles.chip}
          aria-label={`${t("condition.field")}: ${name}`}
        >
          {name}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </FactMenu>
      <FactArguments rule={rule} place={place} path={path} onChange={onChange} />
    </>
  );
}

/** What a fact with arguments is asked for: a number of days, one of some words. */
function FactArguments({ rule, place, path, onChange }: RulePart) {
  const { t } = useTranslation("campaigns");
  const { errorAt } = useConditionsAround();
  const given = rule.args ?? [];
  const put = (at: number, value: string | number | null) =>
    onChange({ ...rule, args: given.map((one, index) => (index === at ? value : one)) });
  return askedFact(place, rule.field)?.args?.map((argument, at) => {
    const id = campaignFieldId(`${path}.args.${at}`);
    return "choices" in argument ? (
      <select
        // biome-ignore lint/suspicious/noArrayIndexKey: arguments are told apart by their places
        key={at}
        id={id}
        className={styles.chip}
        aria-label={t("condition.argument")}
        value={String(given[at] ?? "")}
        onChange={(event) => put(at, event.currentTarget.value)}
      >
        {argument.choices.map((choice) => (
          <option key={choice} value={choice}>
            {t(`factArgument.${choice}` as "factArgument.post")}
          </option>
        ))}
      </select>
    ) : (
      <FigureValue
        // biome-ignore lint/suspicious/noArrayIndexKey: arguments are told apart by their places
        key={at}
        id={id}
        label={t("condition.argument")}
        value={given[at] ?? null}
        error={errorAt(`${path}.args.${at}`)}
        type={{ ...argument, unit: "days" }}
        onChange={(value) => put(at, value as string | number | null)}
      />
    );
  });
}

/** How it is compared, in the words of the fact's kind. */
export function OperatorChip({ rule, place, path, onChange }: RulePart) {
  const { t } = useTranslation("campaigns");
  const fact = askedFact(place, rule.field);
  if (fact === undefined || fact.type === "people") return null;
  const operators = operatorsOf(fact);
  // Yes-or-no conditions are said by their value alone.
  if (fact.type === "boolean" && operators.length === 1) return null;
  const word = (operator: string) => {
    if (operator === "null" || operator === "notNull") return knownText(t, rule.field, operator);
    if (fact.type === "boolean") return t("operator.is");
    return operatorWord(t, fact.type === "date" || fact.type === "number" ? fact.type : "list", operator);
  };
  return (
    <select
      id={campaignFieldId(`${path}.operator`)}
      className={styles.chip}
      aria-label={t("condition.operator")}
      value={rule.operator}
      onChange={(event) => onChange(withOperator(rule, event.currentTarget.value, fact.type === "number" ? null : ""))}
    >
      {operators.map((operator) => (
        <option key={operator} value={operator}>
          {word(operator)}
        </option>
      ))}
    </select>
  );
}

export function operatorWord(
  t: ReturnType<typeof useTranslation<"campaigns">>["t"],
  kind: "number" | "date" | "list",
  operator: string,
): string {
  return t(`operator.${kind}.${operator}` as "operator.number.between");
}

/** Takes the rule out; the next one has the focus then, or what adds another. */
export function RemoveRule({ path, onRemove }: { path: string; onRemove: () => void }) {
  const { t } = useTranslation("campaigns");
  const remove = (button: HTMLElement) => {
    const body = button.closest("fieldset");
    const place = [...(body?.querySelectorAll(`.${styles.remove}`) ?? [])].indexOf(button);
    onRemove();
    requestAnimationFrame(() => {
      const left = body?.querySelectorAll<HTMLElement>(`.${styles.remove}`) ?? [];
      (left[place] ?? body?.querySelector<HTMLElement>(`.${styles.adders} button`))?.focus();
    });
  };
  return (
    <button
      type="button"
      id={campaignFieldId(`${path}.remove`)}
      className={styles.remove}
      aria-label={t("condition.removeRule")}
      onClick={(event) => remove(event.currentTarget)}
    >
      <IconX size={16} aria-hidden />
    </button>
  );
}
