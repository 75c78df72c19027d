import { useTranslation } from "react-i18next";
import { Card } from "../../../../ui/Card.tsx";
import { kindOf } from "../../actions/kinds.ts";
import text from "../../text.module.css";
import { editOf } from "../draft.ts";
import { useEditor } from "../editor-context.ts";
import { useAudience } from "../use-audience.ts";

/** The message of the segment one works on, as a real guest reads it; of the first that has one where this one has none. */
export function PreviewSight() {
  const { t } = useTranslation("campaigns");
  const { draft, current } = useEditor();
  const { query } = useAudience(draft);
  const edits = editOf(draft).segments;
  const previewOf = (index: number) => edits[index]?.actions.flatMap(({ type }) => kindOf(type).Preview ?? [])[0];
  const shown = previewOf(current) ? current : edits.findIndex((_, index) => previewOf(index));
  const [Preview, segment] = [previewOf(shown), edits[shown]];
  if (!Preview || !segment) {
    return (
      <Card title={t("preview.title")}>
        <p className={text.quiet}>{t("sight.noMessage")}</p>
      </Card>
    );
  }
  return (
    <Preview
      key={draft.segments[shown]?.key}
      target={segment.target}
      actions={segment.actions}
      examples={query.data?.segments[shown]?.examples ?? []}
    />
  );
}
