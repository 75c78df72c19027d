import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp, IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { notify } from "../../../shell/toasts.tsx";
import { formatSavedAt } from "../../../ui/format.ts";
import { editsQuery } from "../campaigns.api.ts";
import styles from "./EditorHeader.module.css";
import type { useCampaignEditor } from "./use-campaign-editor.ts";

/** One step back and forth, by button or by key, and any version of the last hour. */
export function HistoryButtons({ work }: { work: ReturnType<typeof useCampaignEditor> }) {
  const { t } = useTranslation("campaigns");
  const { history, editor } = work;
  const [opened, setOpened] = useState(false);
  const undo = async () => {
    try {
      if (!(await history.undo())) notify("info", t("history.nothing"));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  useUndoKeys({ undo: () => void undo(), redo: () => history.mayRedo && history.redo() });
  return (
    <span className={styles.history}>
      <Tooltip label={t("history.undo")}>
        <ActionIcon
          size={36}
          aria-label={t("history.undo")}
          aria-keyshortcuts="Control+Z"
          disabled={!history.mayUndo}
          onClick={() => void undo()}
        >
          <IconArrowBackUp size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t("history.redo")}>
        <ActionIcon
          size={36}
          aria-label={t("history.redo")}
          aria-keyshortcuts="Control+Shift+Z"
          disabled={!history.mayRedo}
          onClick={history.redo}
        >
          <IconArrowForwardUp size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end" width={260} opened={opened} onChange={setOpened}>
        <Menu.Target>
          <Tooltip label={t("history.versions")}>
            <ActionIcon size={36} aria-label={t("history.versions")}>
              <IconHistory size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown aria-label={t("history.versions")}>
          <Menu.Label>{t("history.versions")}</Menu.Label>
          {opened ? <Versions id={editor.record.id} onPutBack={history.putBack} /> : null}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

type VersionsProps = { id: number; onPutBack: ReturnType<typeof useCampaignEditor>["history"]["putBack"] };

/** Who replaced what, and when: the newest first. */
function Versions({ id, onPutBack }: VersionsProps) {
  const { t } = useTranslation("campaigns");
  const { data, isError, error } = useQuery(editsQuery(id));
  if (isError) return <p className={styles.none}>{error.message}</p>;
  if (data === undefined) return <p className={styles.none}>{t("history.loading")}</p>;
  if (data.items.length === 0) return <p className={styles.none}>{t("history.none")}</p>;
  return (
    <div className={styles.versions}>
      {data.items.map(({ version, at, by, document }) => (
        <Menu.Item key={version} onClick={() => onPutBack(document)}>
          {t(by === null ? "history.at" : "history.by", { at: formatSavedAt(at), name: by })}
        </Menu.Item>
      ))}
    </div>
  );
}

/** Within a text field the keys take back what was typed there, as everywhere. */
function useUndoKeys(keys: { undo: () => void; redo: () => void }): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
      const at = event.target;
      if (at instanceof HTMLElement && (at.isContentEditable || at.closest("input, textarea, [role=dialog]"))) return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) latest.current.redo();
      else latest.current.undo();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
