import { IconAlertTriangle, IconCheck, IconCloudOff, IconLoader2, IconPencil } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatSavedAt } from "../../../ui/format.ts";
import styles from "./EditorHeader.module.css";
import type { useCampaignEditor } from "./use-campaign-editor.ts";
import type { SaveState } from "./use-saves-itself.ts";

const ICONS = {
  saved: IconCheck,
  saving: IconLoader2,
  offline: IconCloudOff,
  later: IconCloudOff,
  wrong: IconAlertTriangle,
  unfinished: IconPencil,
  stale: IconAlertTriangle,
  refused: IconAlertTriangle,
} satisfies Record<SaveState, unknown>;

/** Whether what is typed is saved; what has to be mended first is one press away. */
export function SaveLine({ work }: { work: ReturnType<typeof useCampaignEditor> }) {
  const { t } = useTranslation("campaigns");
  const { state, wrongPaths, editor } = work;
  const Icon = ICONS[state];
  const words =
    state === "saved"
      ? t("save.saved", { at: formatSavedAt(editor.record.updated_at) })
      : t(`save.${state}`, { count: wrongPaths.length });
  const first = state === "wrong" || state === "unfinished" ? wrongPaths[0] : undefined;
  return (
    <span className={styles.saved} data-state={state} role="status">
      <Icon size={16} aria-hidden />
      {first === undefined ? (
        words
      ) : (
        <button type="button" onClick={() => editor.focusOn(first)}>
          {words}
        </button>
      )}
    </span>
  );
}
