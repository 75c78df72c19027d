import { Button } from "@mantine/core";
import { judgedIn } from "@okaeri/domain/campaigns/triggers/occasions";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../../../ui/Dialog.tsx";
import { campaignDocumentOf } from "../../editor/draft.ts";
import { useEditor } from "../../editor/editor-context.ts";
import styles from "./LuaTarget.module.css";
import { LuaTarget } from "./LuaTarget.tsx";
import type { ScriptEditorState } from "./use-script.ts";

/** The script of a segment; where it cannot become conditions, why, and the way out. */
export function ScriptView({ script, path, label }: { script: ScriptEditorState; path: string; label: string }) {
  const { t } = useTranslation("campaigns");
  const { draft, errorAt } = useEditor();
  const [asking, setAsking] = useState(false);
  if (script.text === undefined) return <p>{t("segment.luaUnfinished")}</p>;
  return (
    <>
      {script.stays === undefined ? null : (
        <div className={styles.stays} role="alert">
          <p>{t(`lua.stays.${script.stays}`)}</p>
          <Button size="xs" onClick={() => setAsking(true)}>
            {t("lua.discard")}
          </Button>
        </div>
      )}
      <LuaTarget
        script={script.text}
        judged={judgedIn(campaignDocumentOf(draft))}
        onChange={script.type}
        label={label}
        refused={errorAt(path)}
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("lua.discardTitle")}
        confirm={t("lua.discard")}
        danger
        onConfirm={script.discard}
      >
        {script.conditionsBehind === 0 ? t("lua.discardToAll") : t("lua.discardTo", { count: script.conditionsBehind })}
      </ConfirmDialog>
    </>
  );
}
