import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import { useEditor } from "../editor/editor-context.ts";
import { useRunPeople } from "../schedule/use-run-people.ts";
import { useWhenLines } from "../schedule/use-when-lines.ts";

/** What happens once a campaign runs by itself: when, what is next, and whom it meets. */
export function useItselfLines(): string[] {
  const { t } = useTranslation("campaigns");
  const { draft } = useEditor();
  const { says, next, never, differs } = useWhenLines();
  const peopleOn = useRunPeople();
  const people = next === undefined ? null : peopleOn(next.at);
  const n = people === null ? undefined : formatCount(people, "people");
  return [
    t(draft.when.by === "trigger" ? "when.summary.trigger" : "when.summary.schedule", { says }),
    ...differs.map((one) => t("when.summary.differs", one)),
    ...(never ? [t("when.next.never")] : []),
    ...(next === undefined
      ? []
      : [
          n === undefined
            ? t("when.summary.nextUncounted", { at: next.says })
            : t("when.summary.next", { at: next.says, n }),
        ]),
    t("when.summary.eachTime"),
  ];
}
