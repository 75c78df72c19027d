import { useTranslation } from "react-i18next";
import { formatCount } from "../../../../ui/format.ts";
import { useEditor } from "../editor-context.ts";
import { useReachToday } from "../when/use-reach-today.ts";
import { useWhenLines } from "../when/use-when-lines.ts";

/** What happens once a campaign runs by itself: when, what is next, and whom it meets. */
export function useItselfLines(): string[] {
  const { t } = useTranslation("campaigns");
  const { draft } = useEditor();
  const { says, next, never, differs } = useWhenLines();
  const people = useReachToday();
  const n = people === undefined ? undefined : formatCount(people, "people");
  return [
    t(draft.when.by === "trigger" ? "when.letter.trigger" : "when.letter.schedule", { says }),
    ...differs.map((one) => t("when.letter.differs", one)),
    ...(never ? [t("when.next.never")] : []),
    ...(next === undefined
      ? []
      : [n === undefined ? t("when.letter.nextUncounted", { at: next }) : t("when.letter.next", { at: next, n })]),
    t("when.letter.eachTime"),
  ];
}
