import type { FactEntry } from "@okaeri/domain/segments/field-types";
import { RELATIVE_MONTHS } from "@okaeri/domain/segments/fields";
import { IconChevronDown, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FactSubject } from "../../../parts/campaigns/conditions/asked-fact.ts";
import { useConditionWords } from "../../../parts/campaigns/conditions/condition-text.ts";
import type { ConditionNames } from "../../../parts/campaigns/conditions/names.ts";
import { formatCount, formatNumber } from "../../../ui/format.ts";
import { valueCountsQuery } from "../campaigns.api.ts";
import styles from "./ConditionValueField.module.css";
import { useConditionsAround } from "./conditions-around.ts";
import { type MenuOption, SearchMenu } from "./SearchMenu.tsx";

type Value = string | number;
type ChoiceMenuProps = {
  id: string;
  label: string;
  field: string;
  fact: FactEntry;
  place: FactSubject;
  value: unknown;
  error: string | undefined;
  onChange: (value: Value[]) => void;
};

/** Monday first, as the coupon's form has them. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0];
const MONTHS = [...RELATIVE_MONTHS, ...Array.from({ length: 12 }, (_, at) => at + 1)];

/** What can still be chosen, in its order; what a hotel writes itself is what guests have. */
function offeredValues(fact: FactEntry, names: ConditionNames, counted: readonly Value[]): readonly Value[] {
  switch (fact.type) {
    case "choice":
      return fact.choices;
    case "month":
      return MONTHS;
    case "weekday":
      return WEEKDAYS;
    case "reference":
      return names[fact.reference].filter(({ in_use }) => in_use).map(({ id }) => id);
    default:
      return counted;
  }
}

/** One or more of all values that there are, each with how many guests have it. */
export function ChoiceMenu({ id, label, field, fact, place, value, error, onChange }: ChoiceMenuProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { names } = useConditionsAround();
  const words = useConditionWords();
  const [opened, setOpened] = useState(false);
  const { data, isError } = useQuery(
    valueCountsQuery({ field, ...(place === null ? {} : { list: place }) }, opened || fact.type === "code"),
  );
  const guests = new Map(data?.values.map((one) => [String(one.value), one.count]));
  const counted = (data?.values ?? []).flatMap(({ value: one }) => (typeof one === "boolean" ? [] : [one]));
  const picked = Array.isArray(value) ? (value as Value[]) : [];
  const offered = offeredValues(fact, names, counted);
  const gone = fact.type === "code" ? [] : picked.filter((one) => !offered.includes(one));
  // What is chosen and gone stays in sight, so that it can be taken out.
  const all = [...offered, ...picked.filter((one) => !offered.includes(one))];
  const option = (one: Value): MenuOption => {
    const count = guests.get(String(one));
    return {
      value: String(one),
      label: words.one(field, one, place),
      note: gone.includes(one) ? t("menu.gone") : undefined,
      aside: data === undefined ? undefined : formatCount(count ?? 0, "people"),
      faint: gone.includes(one) || (data !== undefined && (count ?? 0) === 0),
    };
  };
  const toggle = (text: string) => {
    const has = picked.some((one) => String(one) === text);
    onChange(all.filter((one) => (String(one) === text ? !has : picked.includes(one))));
  };
  const foot = isError
    ? t("menu.countFailed")
    : all.length === 0
      ? t("menu.noValues")
      : t("menu.values", { count: all.length });
  return (
    <>
      <SearchMenu
        label={label}
        searchLabel={t("menu.searchValues")}
        groups={() => [{ options: all.map(option) }]}
        picked={picked.map(String)}
        several
        onPick={toggle}
        onOpened={setOpened}
        foot={
          picked.length > 0 ? `${foot}${t("condition.separator")}${t("menu.picked", { count: picked.length })}` : foot
        }
      >
        <button
          type="button"
          id={id}
          className={styles.valueChip}
          aria-label={`${label}: ${picked.length === 0 ? t("condition.choose") : words.many(field, picked, place)}`}
          data-empty={picked.length === 0}
          data-invalid={error !== undefined || gone.length > 0}
        >
          {picked.length === 0
            ? t("condition.choose")
            : shortened(
                picked.map((one) => words.one(field, one, place)),
                t,
              )}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </SearchMenu>
      {gone.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.gone}
          onClick={() => onChange(picked.filter((other) => other !== one))}
        >
          {t("menu.takeOut", { name: words.one(field, one, place) })}
          <IconX size={12} aria-hidden />
        </button>
      ))}
    </>
  );
}

/** Names shown in full; of more, the rest is a figure. */
const NAMES_SHOWN = 6;

function shortened(names: string[], t: ReturnType<typeof useTranslation<["campaigns", "ui"]>>["t"]): string {
  const shown = names.slice(0, NAMES_SHOWN).join(t("condition.separator"));
  const more = names.length - NAMES_SHOWN;
  return more > 0 ? t("menu.more", { names: shown, n: formatNumber(more) }) : shown;
}
