import { Button } from "@mantine/core";
import { MAX_SEGMENTS } from "@okaeri/domain/campaigns/readiness";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "../campaigns.module.css";
import { AudiencePanel } from "./AudiencePanel.tsx";
import { newSegment } from "./draft.ts";
import { useEditor } from "./editor-context.ts";
import { SegmentCard } from "./SegmentCard.tsx";

/** ② Who: segments by priority, with the live count beside them. */
export function TargetStep() {
  const { t } = useTranslation("campaigns");
  const { draft, change, setCurrent } = useEditor();
  const add = () => {
    setCurrent(draft.segments.length);
    change((before) => ({ ...before, segments: [...before.segments, newSegment()] }));
  };
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        {draft.segments.map((segment, index) => (
          <SegmentCard key={segment.key} segment={segment} index={index} />
        ))}
        {draft.segments.length < MAX_SEGMENTS ? (
          <Button className={styles.addSegment ?? ""} leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {t("segment.add", { n: draft.segments.length + 1 })}
          </Button>
        ) : null}
        {draft.segments.length > 1 ? <p className={styles.quiet}>{t("segment.priorityHint")}</p> : null}
      </div>
      <aside className={styles.side} aria-label={t(draft.type === "basic" ? "audience.titleBasic" : "audience.title")}>
        <AudiencePanel />
      </aside>
    </div>
  );
}
