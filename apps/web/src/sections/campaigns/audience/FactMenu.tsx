import type { SegmentList } from "@okaeri/domain/segments/lists";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { askedFact, type FactSubject } from "../../../parts/campaigns/conditions/asked-fact.ts";
import { useConditionWords } from "../../../parts/campaigns/conditions/condition-text.ts";
import { unitOf } from "../../../ui/format.ts";
import { useConditionsAround } from "./conditions-around.ts";
import { type FactOffer, itemsFor, offersFor } from "./offered-facts.ts";
import { type MenuGroup, type MenuOption, SearchMenu } from "./SearchMenu.tsx";
import { type BuilderRule, newCountedRule, newRule } from "./target-tree.ts";

type FactMenuProps = {
  place: FactSubject;
  /** The fact that is asked now. */
  picked?: string;
  /** Another rule takes the focus along. */
  adds?: boolean;
  /** A rule with nothing filled in. */
  onPick: (rule: BuilderRule) => void;
  children: ReactElement<{ onClick?: () => void }>;
};

/** Everything that can be asked here, with its unit and what it means. */
export function FactMenu({ place, picked, adds = false, onPick, children }: FactMenuProps) {
  const { t } = useTranslation(["campaigns", "units"]);
  const words = useConditionWords();
  const { names, judged } = useConditionsAround();
  const described = (value: string, field: string, meaning?: string): MenuOption => {
    const fact = askedFact(place, field);
    const unit = fact?.type === "number" ? t("menu.unit", { unit: unitOf(fact.unit, 2).trim() }) : undefined;
    const note = [meaning, unit].filter((one) => one !== undefined).join(t("menu.noteSeparator"));
    return { value, label: words.name(field, place), note: note === "" ? undefined : note };
  };
  const ofOffer = (offer: FactOffer): MenuOption => {
    if (offer.kind === "fact") return described(offer.field, offer.field, t(`segmentHint.${offer.field}`));
    const list = words.list(offer.list);
    if (offer.kind === "count")
      return {
        value: `${offer.list}:`,
        label: t(`countOf.${offer.list}`),
        note: t("counted.countMeans", { list }),
      };
    const item = words.name(offer.item, offer.list);
    return {
      value: `${offer.list}:${offer.item}`,
      label: t("counted.sumOf", { list, item }),
      note: t("counted.sumMeans", { list, item }),
    };
  };
  const groups = (): MenuGroup[] =>
    place === null
      ? offersFor(names, judged).map(({ group, offers }) => ({
          label: t(`fieldGroup.${group}`),
          options: offers.map(ofOffer),
        }))
      : [{ options: itemsFor(names, place).map((item) => described(item, item)) }];
  const pick = (value: string) => {
    if (value === picked) return undefined;
    const [list, sum] = value.split(":");
    if (sum === undefined) return onPick(newRule(place, value));
    return onPick(newCountedRule(list as SegmentList, sum === "" ? undefined : sum));
  };
  return (
    <SearchMenu
      label={t("condition.field")}
      searchLabel={t("menu.search")}
      groups={groups}
      picked={picked === undefined ? [] : [picked]}
      leaves={adds}
      onPick={pick}
    >
      {children}
    </SearchMenu>
  );
}
