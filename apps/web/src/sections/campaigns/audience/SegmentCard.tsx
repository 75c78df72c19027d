import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ActionIcon, Menu } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconDots, IconGripVertical, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ruleAt, rulesOf } from "../../../parts/records/field-rules.ts";
import { Card } from "../../../ui/Card.tsx";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { ViewSwitch } from "../../../ui/ViewSwitch.tsx";
import { type DraftSegment, withSegment, withSegmentMoved } from "../editor/draft.ts";
import { campaignFieldId } from "../editor/draft-problems.ts";
import { useEditor } from "../editor/editor-context.ts";
import text from "../text.module.css";
import { ConditionBuilder } from "./ConditionBuilder.tsx";
import { ScriptView } from "./lua/ScriptView.tsx";
import { useScript } from "./lua/use-script.ts";
import { SavedConditions } from "./SavedConditions.tsx";
import { SegmentStrip } from "./SegmentStrip.tsx";
import styles from "./segments.module.css";

/** One segment: its conditions as blocks or as a script, its place in the order. */
export function SegmentCard({ segment, index }: { segment: DraftSegment; index: number }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft, change, setCurrent, current, errorAt } = useEditor();
  const script = useScript(segment, index);
  const [asking, setAsking] = useState(false);
  const several = draft.segments.length > 1;
  const path = `segments.${index}.target`;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: segment.key,
    disabled: !several,
    attributes: { roleDescription: t("order.item") },
  });
  const remove = () => change((before) => ({ ...before, segments: before.segments.filter((_, at) => at !== index) }));
  const move = (by: -1 | 1) => {
    setCurrent(index + by);
    change((before) => withSegmentMoved(before, index, index + by));
  };
  const isBlank = segment.lua === undefined && segment.target.rules.length === 0 && segment.actions.length === 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: working anywhere in the card brings its numbers up beside it
    <div
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      id={campaignFieldId(path)}
      tabIndex={-1}
      className={styles.segment}
      data-dragged={isDragging}
      data-current={several && current === index}
      onFocusCapture={() => setCurrent(index)}
      onMouseDown={() => setCurrent(index)}
    >
      <Card
        title={<Tag kind="info">{t("segment.title", { n: index + 1 })}</Tag>}
        note={<SegmentName segment={segment} index={index} />}
        lead={
          several ? (
            <ActionIcon
              ref={setActivatorNodeRef}
              className={styles.handle ?? ""}
              {...attributes}
              {...listeners}
              aria-label={t("segment.drag", { n: index + 1 })}
            >
              <IconGripVertical size={16} aria-hidden />
            </ActionIcon>
          ) : null
        }
        aside={
          <>
            <SavedConditions segment={segment} index={index} />
            <ViewSwitch
              label={t("segment.view")}
              value={script.view}
              onChange={script.see}
              views={[
                { value: "conditions", label: t("segment.conditions") },
                { value: "lua", label: t("segment.lua") },
              ]}
            />
            {several ? (
              <Menu position="bottom-end" width={220}>
                <Menu.Target>
                  <ActionIcon aria-label={t("segment.more", { n: index + 1 })}>
                    <IconDots size={16} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item
                    leftSection={<IconArrowUp size={16} aria-hidden />}
                    disabled={index === 0}
                    onClick={() => move(-1)}
                  >
                    {t("segment.up")}
                  </Menu.Item>
                  <Menu.Item
                    leftSection={<IconArrowDown size={16} aria-hidden />}
                    disabled={index === draft.segments.length - 1}
                    onClick={() => move(1)}
                  >
                    {t("segment.down")}
                  </Menu.Item>
                  <Menu.Item
                    leftSection={<IconTrash size={16} aria-hidden />}
                    color="danger"
                    onClick={() => (isBlank ? remove() : setAsking(true))}
                  >
                    {t("segment.remove")}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            ) : null}
          </>
        }
      >
        {script.view === "lua" ? (
          <ScriptView script={script} path={path} label={t("lua.label", { n: index + 1 })} />
        ) : (
          <>
            <ConditionBuilder segment={segment} index={index} />
            {errorAt(path) ? (
              <p className={text.error} role="alert">
                {errorAt(path)}
              </p>
            ) : null}
          </>
        )}
        <SegmentStrip index={index} />
      </Card>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("segment.removeTitle", { n: index + 1 })}
        confirm={t("segment.remove")}
        danger
        onConfirm={remove}
      >
        {segment.lua === undefined
          ? t("segment.removeLoss", { count: segment.target.rules.length, actions: segment.actions.length })
          : t("segment.removeScript", { count: segment.actions.length })}
      </ConfirmDialog>
    </div>
  );
}

const RULES = rulesOf("campaigns.update");

/** What a segment is called among colleagues. It may go without. */
function SegmentName({ segment, index }: { segment: DraftSegment; index: number }) {
  const { t } = useTranslation("campaigns");
  const { change, errorAt } = useEditor();
  const path = `segments.${index}.name`;
  return (
    <TextField
      id={campaignFieldId(path)}
      label={t("segment.nameOf", { n: index + 1 })}
      hideLabel
      className={styles.name}
      placeholder={t("segment.namePlaceholder")}
      value={segment.name}
      rule={ruleAt(RULES, "segments.name") ?? {}}
      error={errorAt(path)}
      onChange={(name) => change((before) => withSegment(before, index, (old) => ({ ...old, name })))}
    />
  );
}
