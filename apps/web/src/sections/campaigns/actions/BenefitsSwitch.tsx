import { useTranslation } from "react-i18next";
import { SwitchField } from "../../../ui/fields/SwitchField.tsx";
import { givesBenefitsWithMessage } from "../delivery/BenefitsToReached.tsx";
import { type DraftSegment, withSegment } from "../editor/draft.ts";
import { campaignFieldId } from "../editor/draft-problems.ts";
import { useEditor } from "../editor/editor-context.ts";

/** Points and coupons only to those whom the segment's message reaches; where it sends nothing there is nothing to choose. */
export function BenefitsSwitch({ segment, index }: { segment: DraftSegment; index: number }) {
  const { t } = useTranslation("campaigns");
  const { draft, change } = useEditor();
  if (!givesBenefitsWithMessage(draft.type, segment.actions)) return null;
  return (
    <SwitchField
      id={campaignFieldId(`segments.${index}.benefits_to_reached`)}
      label={
        draft.segments.length > 1
          ? t("benefitsToReached.labelOf", { n: index + 1, label: t("benefitsToReached.label") })
          : t("benefitsToReached.label")
      }
      help={t("benefitsToReached.help")}
      value={segment.benefits_to_reached}
      onChange={(on) => change((before) => withSegment(before, index, (old) => ({ ...old, benefits_to_reached: on })))}
    />
  );
}
