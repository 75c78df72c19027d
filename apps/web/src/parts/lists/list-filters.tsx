import { Select } from "@mantine/core";
import {
  type ListFilterDefinition as FilterDefinition,
  isRange,
  type List,
  type ListFilters,
  type Range,
} from "@okaeri/contract/lists/list";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import type { Filter } from "../../ui/FilterChips.tsx";
import {
  ChoicesEditor,
  DateRangeEditor,
  type FilterChoice,
  NumberRangeEditor,
  OneChoiceEditor,
  type FilterRange as RangeValue,
} from "../../ui/filter-editors.tsx";
import { formatCount, formatDate, formatPrice, type Unit } from "../../ui/format.ts";

type Named = { id: number; name: string };
/** `pinned`: offered as a chip even when not in use. */
type Labelled = { label: string; pinned?: boolean };
type ChoiceFilter = Labelled & {
  choices: FilterChoice[];
  /** The choices in groups. */
  groups?: { group: string; items: FilterChoice[] }[] | undefined;
  /** More than a list of radio buttons could show: found by typing. */
  typed?: boolean;
  /** What is not among the choices. */
  unknown: string;
};
type FilterOption = Labelled & {
  /** What was chosen, in words. */
  chosen: string | undefined;
  editor: (apply: (id: number) => void) => ReactNode;
};

type FilterPart<F> = F extends { kind: "choice"; of: readonly (infer Word)[] }
  ? Labelled & { word: (value: Word) => string; offers?: readonly Word[] }
  : F extends { kind: "number" | "numbers" }
    ? Labelled & { word: (n: number) => string }
    : F extends { kind: "records" }
      ? Labelled & { choices: Named[] | undefined; unknown: string }
      : F extends { kind: "record" }
        ? ChoiceFilter | FilterOption
        : F extends { kind: "words" }
          ? ChoiceFilter
          : F extends { kind: "code" }
            ? Labelled & { says: (code: string) => string; about: ReactNode }
            : F extends { kind: "counts" }
              ? Labelled & { unit: Unit }
              : Labelled;

/** What a list's conditions are called and what they offer; `undefined` is not for this reader. The words have their box, no chip. */
export type FilterParts<L extends List> = {
  [Name in Exclude<keyof L["filters"], "q">]: FilterPart<L["filters"][Name]> | undefined;
};

type Values = Record<string, string | number | undefined>;
type Set = (change: Values) => void;
type Words = TFunction<"ui">;
type AnyPart = FilterPart<FilterDefinition>;

/** A list's conditions as chips, in its order; `set` changes some of them and leaves the others. */
export function listFilters<L extends List>(
  list: L,
  search: ListFilters<L>,
  parts: FilterParts<L>,
  set: (change: ListFilters<L>) => void,
  t: Words,
): Filter[] {
  return Object.entries(list.filters).flatMap(([name, filter]) => {
    const part = (parts as Record<string, AnyPart | undefined>)[name];
    if (part === undefined) return [];
    const chip = chipOf(name, filter, part, search as Values, set as Set, t);
    return chip === undefined ? [] : [{ key: name, label: part.label, pinned: part.pinned === true, ...chip }];
  });
}

type Chip = Pick<Filter, "value" | "editor" | "onRemove">;

function chipOf(
  name: string,
  filter: FilterDefinition,
  part: AnyPart,
  search: Values,
  set: Set,
  t: Words,
): Chip | undefined {
  if (isRange(filter)) return rangeChip(filter, part as Labelled & { unit?: Unit }, search, set, t);
  const value = search[name];
  const one = (editor: (apply: (chosen: string | number) => void) => ReactNode, words: string | undefined): Chip => ({
    value: value === undefined ? undefined : words,
    editor: (close) =>
      editor((chosen) => {
        set({ [name]: chosen === "" ? undefined : chosen });
        close();
      }),
    onRemove: () => set({ [name]: undefined }),
  });
  const current = value === undefined ? undefined : String(value);
  switch (filter.kind) {
    case "choice": {
      const { word, offers = filter.of } = part as FilterPart<{ kind: "choice"; of: readonly string[] }>;
      const options = offers.map((each) => ({ value: each, label: word(each) }));
      return one(
        (apply) => <OneChoiceEditor options={options} value={current} onApply={apply} />,
        current === undefined ? undefined : word(current),
      );
    }
    case "number": {
      const { word } = part as FilterPart<{ kind: "number" }>;
      // The best first.
      const options = numbersOf(filter)
        .toReversed()
        .map((n) => ({ value: String(n), label: word(n) }));
      return one(
        (apply) => <OneChoiceEditor options={options} value={current} onApply={(n) => apply(Number(n))} />,
        current,
      );
    }
    case "numbers": {
      const { word } = part as FilterPart<{ kind: "numbers" }>;
      const all = numbersOf(filter);
      const options = all.map((n) => ({ value: String(n), label: word(n) }));
      const chosen = splitAtCommas(current);
      return one(
        (apply) => (
          <ChoicesEditor
            options={options}
            value={chosen}
            onApply={(picked) =>
              apply(
                all
                  .map(String)
                  .filter((n) => picked.includes(n))
                  .join(","),
              )
            }
          />
        ),
        chosen.map((n) => word(Number(n))).join(t("filter.separator")),
      );
    }
    case "records": {
      const { choices, unknown } = part as FilterPart<{ kind: "records" }>;
      const chosen = splitAtCommas(current);
      // Left out while there is nothing to choose.
      if (chosen.length === 0 && choices?.length === 0) return undefined;
      const options = (choices ?? []).map(({ id, name: label }) => ({ value: String(id), label }));
      const known = options.filter((option) => chosen.includes(option.value)).map((option) => option.label);
      return one(
        (apply) => <ChoicesEditor options={options} value={chosen} onApply={(ids) => apply(ids.join(","))} />,
        known.length === 0 ? unknown : known.join(t("filter.separator")),
      );
    }
    case "code": {
      // Made by another page, and not to be chosen here.
      if (current === undefined) return undefined;
      const { says, about } = part as FilterPart<Extract<FilterDefinition, { kind: "code" }>>;
      return one(() => about, says(current));
    }
    case "record":
    case "words": {
      const read = (chosen: string) => (filter.kind === "record" ? Number(chosen) : chosen);
      const given = part as ChoiceFilter | FilterOption;
      if ("editor" in given) return one((apply) => given.editor(apply), given.chosen);
      const label = given.choices.find((choice) => choice.value === current)?.label ?? given.unknown;
      return one(
        (apply) => <RecordEditor part={given} value={current} onApply={(id) => apply(read(id))} t={t} />,
        label,
      );
    }
  }
}

type RecordEditorProps = { part: ChoiceFilter; value: string | undefined; onApply: (value: string) => void; t: Words };

function RecordEditor({ part, value, onApply, t }: RecordEditorProps) {
  const { label, choices, groups, typed } = part;
  if (!typed) return <OneChoiceEditor options={choices} value={value} onApply={onApply} />;
  return (
    <Select
      aria-label={label}
      data={groups ?? choices}
      value={value ?? null}
      searchable
      data-autofocus
      nothingFoundMessage={t("filter.noChoice")}
      // Inside the chip's own popover, which would close on a press outside of it.
      comboboxProps={{ withinPortal: false }}
      onChange={(chosen) => chosen !== null && onApply(chosen)}
    />
  );
}

function rangeChip(filter: Range, part: Labelled & { unit?: Unit }, search: Values, set: Set, t: Words): Chip {
  const { kind, from, to } = filter;
  const remove = { [from]: undefined, [to]: undefined };
  const apply = (close: () => void) => (range: RangeValue<string | number>) => {
    set({ [from]: range.from, [to]: range.to });
    close();
  };
  if (kind === "days") {
    const days = { from: search[from], to: search[to] } as RangeValue<string>;
    return {
      value: rangeText(days, formatDate, "range", t),
      editor: (close) => <DateRangeEditor value={days} onApply={apply(close)} />,
      onRemove: () => set(remove),
    };
  }
  const figures = { from: search[from], to: search[to] } as RangeValue<number>;
  const unit = kind === "money" ? "yen" : part.unit;
  const format = kind === "money" ? formatPrice : (value: number) => formatCount(value, unit);
  return {
    value: rangeText(figures, format, "amount", t),
    editor: (close) => <NumberRangeEditor value={figures} unit={unit} onApply={apply(close)} />,
    onRemove: () => set(remove),
  };
}

function rangeText<T>(
  { from, to }: RangeValue<T>,
  format: (value: T) => string,
  words: "range" | "amount",
  t: Words,
): string | undefined {
  if (from !== undefined && to !== undefined) return t("filter.rangeBoth", { from: format(from), to: format(to) });
  if (from !== undefined) return t(`filter.${words}From`, { from: format(from) });
  return to === undefined ? undefined : t(`filter.${words}To`, { to: format(to) });
}

function numbersOf({ min, max }: { min: number; max: number }): number[] {
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}

function splitAtCommas(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(",");
}
