import { Button } from "@mantine/core";
import { MAX_SEGMENTS } from "@okaeri/domain/campaigns/review/readiness";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { newSegment, segmentLike } from "../editor/draft.ts";
import { useEditor } from "../editor/editor-context.ts";
import layout from "../layout.module.css";
import { Deliveries } from "./Deliveries.tsx";
import { SegmentCard } from "./SegmentCard.tsx";
import { SegmentOrder } from "./SegmentOrder.tsx";
import styles from "./segments.module.css";

/** Whom it is for: segments by priority. */
export function WhoCard() {
  const { t } = useTranslation("campaigns");
  const { draft, change, setCurrent } = useEditor();
  const add = () => {
    setCurrent(draft.segments.length);
    change((before) => {
      const last = before.segments.at(-1);
      return { ...before, segments: [...before.segments, last ? segmentLike(last) : newSegment()] };
    });
  };
  return (
    <Card title={t("card.who")} note={draft.segments.length > 1 ? t("segment.priorityHint") : undefined}>
      <div className={layout.stack}>
        <SegmentOrder>
          {draft.segments.map((segment, index) => (
            <SegmentCard key={segment.key} segment={segment} index={index} />
          ))}
        </SegmentOrder>
        {draft.segments.length < MAX_SEGMENTS ? (
          <Button className={styles.addSegment ?? ""} leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {t("segment.add")}
          </Button>
        ) : null}
        <Deliveries />
      </div>
    </Card>
  );
}
