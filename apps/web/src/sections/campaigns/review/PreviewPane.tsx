import { Button, Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconEye } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ViewSwitch } from "../../../ui/ViewSwitch.tsx";
import type { EditorCard } from "../campaigns.search.ts";
import { useEditor } from "../editor/editor-context.ts";
import { AudiencePreview } from "./AudiencePreview.tsx";
import { MessagePreviewPane } from "./MessagePreviewPane.tsx";
import styles from "./PreviewPane.module.css";

const PREVIEW_NAMES = ["audience", "preview"] as const;
type PreviewName = (typeof PREVIEW_NAMES)[number];

/** What one wants to see while one edits a card. */
const DEFAULT_VIEW: Record<EditorCard, PreviewName> = {
  who: "audience",
  what: "preview",
  when: "audience",
  review: "preview",
};

/**
 * Beside the open card: whom it reaches, or how it reads. A person's own choice stays until another card is opened. Where there is no
 * room for it, a button brings it.
 */
export function PreviewPane() {
  const { t } = useTranslation("campaigns");
  const { card, draft } = useEditor();
  const narrow = useMediaQuery("(max-width: 1199px)", false, { getInitialValueInEffect: false });
  const phone = useMediaQuery("(max-width: 640px)", false, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<{ on: EditorCard; view: PreviewName }>();
  // What a stay earns is not told by any message.
  const sights = draft.type === "basic" ? PREVIEW_NAMES.slice(0, 1) : PREVIEW_NAMES;
  const wanted = chosen?.on === card ? chosen.view : DEFAULT_VIEW[card];
  const view = sights.includes(wanted) ? wanted : "audience";
  const shown = (
    <>
      {sights.length > 1 ? (
        <ViewSwitch
          label={t("previewPane.which")}
          value={view}
          onChange={(next) => setChosen({ on: card, view: next })}
          views={sights.map((value) => ({ value, label: t(`previewPane.${value}`) }))}
        />
      ) : null}
      {view === "audience" ? <AudiencePreview /> : <MessagePreviewPane />}
    </>
  );
  if (!narrow) {
    return (
      <aside className={styles.view} aria-label={t("previewPane.label")}>
        {shown}
      </aside>
    );
  }
  return (
    <>
      <Button
        className={styles.open ?? ""}
        variant="filled"
        leftSection={<IconEye size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t(sights.length > 1 ? "previewPane.open" : "previewPane.openAudience")}
      </Button>
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        position={phone ? "bottom" : "right"}
        size={phone ? "85%" : 400}
        padding="md"
        title={t("previewPane.label")}
        closeButtonProps={{ "aria-label": t("previewPane.close") }}
        transitionProps={{ duration: 120 }}
      >
        <div className={styles.inDrawer}>{shown}</div>
      </Drawer>
    </>
  );
}
