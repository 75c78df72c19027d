import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ActionIcon, Tooltip } from "@mantine/core";
import { parseCondition } from "@okaeri/domain/segments/condition";
import { toLua } from "@okaeri/domain/segments/lua";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { ViewSwitch } from "../../../ui/ViewSwitch.tsx";
import text from "../text.module.css";
import { ConditionBuilder } from "./ConditionBuilder.tsx";
import { type DraftSegment, moved } from "./draft.ts";
import { fieldId } from "./draft-problems.ts";
import { useEditor } from "./editor-context.ts";
import { SavedConditions } from "./saved-conditions/SavedConditions.tsx";
import styles from "./segments.module.css";
import { toTarget } from "./target-tree.ts";

/** One segment: its conditions as blocks or as Lua, its place in the order. */
export function SegmentCard({ segment, index }: { segment: DraftSegment; index: number }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft, change, setCurrent, current, errorAt } = useEditor();
  const [view, setView] = useState<"conditions" | "lua">("conditions");
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
    change((before) => moved(before, index, index + by));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: working anywhere in the card brings its numbers up beside it
    <div
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      id={fieldId(path)}
      tabIndex={-1}
      className={styles.segment}
      data-dragged={isDragging}
      data-current={several && current === index}
      onFocusCapture={() => setCurrent(index)}
      onMouseDown={() => setCurrent(index)}
    >
      <Card
        title={t("segment.title", { n: index + 1 })}
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
              value={view}
              onChange={setView}
              views={[
                { value: "conditions", label: t("segment.conditions") },
                { value: "lua", label: t("segment.lua") },
              ]}
            />
            {several ? (
              <>
                <Move label={t("segment.up")} disabled={index === 0} onClick={() => move(-1)} icon="up" />
                <Move
                  label={t("segment.down")}
                  disabled={index === draft.segments.length - 1}
                  onClick={() => move(1)}
                  icon="down"
                />
                <Tooltip label={t("segment.remove")}>
                  <ActionIcon
                    aria-label={t("segment.removeOf", { n: index + 1 })}
                    onClick={() =>
                      segment.target.rules.length + segment.actions.length > 0 ? setAsking(true) : remove()
                    }
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              </>
            ) : null}
          </>
        }
      >
        {view === "lua" ? <LuaText segment={segment} /> : <ConditionBuilder segment={segment} index={index} />}
        {errorAt(path) ? (
          <p className={text.error} role="alert">
            {errorAt(path)}
          </p>
        ) : null}
      </Card>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("segment.removeTitle", { n: index + 1 })}
        confirm={t("segment.remove")}
        danger
        onConfirm={remove}
      >
        {t("segment.removeLoss", { count: segment.target.rules.length, actions: segment.actions.length })}
      </ConfirmDialog>
    </div>
  );
}

type MoveProps = { label: string; disabled: boolean; onClick: () => void; icon: "up" | "down" };

function Move({ label, disabled, onClick, icon }: MoveProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={disabled} onClick={onClick}>
        {icon === "up" ? <IconArrowUp size={16} aria-hidden /> : <IconArrowDown size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}

function LuaText({ segment }: { segment: DraftSegment }) {
  const { t } = useTranslation("campaigns");
  const parsed = parseCondition(toTarget(segment.target));
  return (
    <>
      <p className={text.quiet}>{t("segment.luaHint")}</p>
      {parsed.ok ? (
        <div className={styles.lua}>
          <CopyText value={toLua(parsed.tree)} />
        </div>
      ) : (
        <p>{t("segment.luaUnfinished")}</p>
      )}
    </>
  );
}
