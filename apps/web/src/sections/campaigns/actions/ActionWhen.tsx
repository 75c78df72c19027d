import { useTranslation } from "react-i18next";
import { Fold } from "../../../ui/Fold.tsx";
import { SwitchField } from "../../../ui/fields/SwitchField.tsx";
import { type DraftAction, withAction } from "../editor/draft.ts";
import { campaignFieldId, isOfWhen } from "../editor/draft-problems.ts";
import { useEditor } from "../editor/editor-context.ts";
import { type DraftWhen, sentWhen, unsupportedWhen } from "../schedule/draft-when.ts";
import { WhenEditor } from "../schedule/WhenEditor.tsx";
import { whenText } from "../schedule/when-text.ts";
import type { T } from "./kind.ts";

/** Where an action stands in the draft. */
export type ActionPlace = { segment: number; action: number; path: string };

/** When one action happens: as all others, unless it is given a time of its own. */
export function ActionWhen({ action, place, title }: { action: DraftAction; place: ActionPlace; title: string }) {
  const { t } = useTranslation("campaigns");
  const { draft, change, errorAt, problems } = useEditor();
  if (draft.type === "basic") return null;
  const own = action.when;
  const when = own ?? draft.when;
  const set = (next: (before: DraftWhen | null, common: DraftWhen) => DraftWhen | null) =>
    change((before) =>
      withAction(before, place.segment, place.action, (old) => ({ ...old, when: next(old.when, before.when) })),
    );
  const words = unsupportedWhen(when).length > 0 ? t("when.says.unfinished") : whenText(t as T, sentWhen(when));
  const wrong = problems.some((one) => one.path.startsWith(`${place.path}.`) && isOfWhen(one) && errorAt(one.path));
  return (
    <Fold
      title={t("when.own.title")}
      says={t(own ? "when.own.alone" : "when.own.asOthers", { says: words })}
      wrong={wrong}
    >
      <SwitchField
        id={campaignFieldId(`${place.path}.when`)}
        label={t("when.own.differs", { title })}
        value={own !== null}
        onChange={(on) => set((_, common) => (on ? common : null))}
      />
      {own ? (
        <WhenEditor path={place.path} when={own} set={(part) => set((before) => before && { ...before, ...part })} />
      ) : null}
    </Fold>
  );
}
