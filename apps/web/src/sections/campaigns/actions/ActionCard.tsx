import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ActionIcon, Menu } from "@mantine/core";
import type { MentionSubject } from "@okaeri/domain/campaigns/actions/action-rule";
import { detailsOf } from "@okaeri/domain/campaigns/actions/further-details";
import { givesOf } from "@okaeri/domain/campaigns/review/readiness";
import { judgedIn } from "@okaeri/domain/campaigns/triggers/occasions";
import { IconArrowDown, IconArrowUp, IconDots, IconGripVertical, IconTrash } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { ruleAt, rulesOf } from "../../../parts/records/field-rules.ts";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { TargetWords } from "../audience/ConditionSummary.tsx";
import type { SegmentAudience } from "../campaigns.api.ts";
import { campaignDocumentOf, type DraftAction, draftDetailOf, withAction } from "../editor/draft.ts";
import { campaignFieldId, fieldLabelOf } from "../editor/draft-problems.ts";
import { useEditor } from "../editor/editor-context.ts";
import { useFirstRunOn } from "../schedule/use-first-run.ts";
import text from "../text.module.css";
import { type ActionPlace, ActionWhen } from "./ActionWhen.tsx";
import { BlockConditions } from "./BlockConditions.tsx";
import type { T } from "./kind.ts";
import { kindOf } from "./kinds.ts";
import styles from "./what.module.css";

type ActionCardProps = {
  action: DraftAction;
  place: ActionPlace;
  onRemove: () => void;
  counted?: SegmentAudience | undefined;
  /** Moves it within its group; undefined where there is nothing to move past. */
  up?: (() => void) | undefined;
  down?: (() => void) | undefined;
};

const RULES = rulesOf("campaigns.update");
const CONDITIONS = { Builder: BlockConditions, Words: TargetWords };

/** One action: its kind's form, in a part of the card that can be moved and removed. */
export function ActionCard({ action, place, onRemove, counted, up, down }: ActionCardProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { errorAt, draft, change, record, variantKeyOf, setWording } = useEditor();
  const { type, id } = action;
  const firstRunOn = useFirstRunOn(action);
  const detail = draftDetailOf(action);
  const kind = kindOf(type);
  const { Form } = kind.content;
  const { segment, action: at } = place;
  const changeDetail = useCallback(
    (recipe: (detail: unknown) => unknown) =>
      change((before) => withAction(before, segment, at, (old) => ({ ...old, [type]: recipe(draftDetailOf(old)) }))),
    [change, segment, at, type],
  );
  const set = (part: object) => changeDetail((old) => ({ ...(old as object), ...part }));
  const field = (name: string) => {
    const path = `${place.path}.${type}.${name}`;
    return { id: campaignFieldId(path), label: t(`field.${fieldLabelOf(path)}`), error: errorAt(path) };
  };
  const edit = campaignDocumentOf(draft);
  const given = new Set<MentionSubject>(
    edit.segments[place.segment]?.actions.flatMap((one) => {
      const [own, ...further] = detailsOf(one);
      return givesOf(kindOf(one.type).rule, { detail: own?.detail, further });
    }),
  );
  if (judgedIn(edit) === "occasion") given.add("reservation");
  const [asking, setAsking] = useState(false);
  const title = t(`action.${type}.title`);
  const alike = draft.segments[place.segment]?.actions.filter((one) => one.type === type) ?? [];
  const counting = alike.length > 1 ? `${title} ${alike.indexOf(action) + 1}` : title;
  const called =
    draft.segments.length > 1 ? t("problem.inSegment", { n: place.segment + 1, label: counting }) : counting;
  const movable = up !== undefined || down !== undefined;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: action.key,
    disabled: !movable,
    attributes: { roleDescription: t("order.item") },
  });
  const wrongType = errorAt(`${place.path}.type`);
  return (
    <section
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      id={campaignFieldId(place.path)}
      tabIndex={-1}
      className={styles.action}
      data-dragged={isDragging}
      aria-label={called}
    >
      <header>
        {movable ? (
          <ActionIcon
            ref={setActivatorNodeRef}
            className={styles.handle ?? ""}
            {...attributes}
            {...listeners}
            aria-label={t("what.drag", { title })}
          >
            <IconGripVertical size={16} aria-hidden />
          </ActionIcon>
        ) : null}
        <h3>{title}</h3>
        <span className={styles.note}>
          {counted === undefined ? null : kind.review?.reachWords(t as T, kind.reaches(counted), false)}
        </span>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t("what.menu", { title })}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {up ? (
              <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden />} onClick={up}>
                {t("what.up")}
              </Menu.Item>
            ) : null}
            {down ? (
              <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden />} onClick={down}>
                {t("what.down")}
              </Menu.Item>
            ) : null}
            <Menu.Item
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => (kind.content.isFilled(detail) ? setAsking(true) : onRemove())}
            >
              {t(`action.${type}.remove`)}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </header>
      {wrongType ? (
        <p className={text.error} role="alert">
          {wrongType}
        </p>
      ) : null}
      <Form
        detail={detail}
        set={set}
        change={changeDetail}
        field={field}
        path={place.path}
        at={(path) => ({ id: campaignFieldId(`${place.path}.${path}`), error: errorAt(`${place.path}.${path}`) })}
        conditions={CONDITIONS}
        variantKey={variantKeyOf(type)}
        onWording={(variantKey) => setWording(type, variantKey)}
        rule={(name) => ruleAt(RULES, `segments.actions.${type}.${name}`) ?? {}}
        type={draft.type}
        given={given}
        counted={counted}
        firstRunOn={firstRunOn}
        saved={id === null ? null : { campaignId: record.id, actionId: id }}
      />
      <ActionWhen action={action} place={place} title={title} />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t(`action.${type}.removeTitle`)}
        confirm={t(`action.${type}.remove`)}
        danger
        onConfirm={onRemove}
      >
        {t(`action.${type}.removeLoss`)}
      </ConfirmDialog>
    </section>
  );
}
