import { TRIGGER_ONCE_PER } from "@okaeri/domain/campaigns/schedule/timing";
import { countsBack } from "@okaeri/domain/campaigns/triggers/occasion";
import { isAboutReservation, MAX_OFFSET_DAYS, type TriggerBase } from "@okaeri/domain/campaigns/triggers/trigger";
import { IconChevronDown } from "@tabler/icons-react";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FigureField } from "../../../ui/fields/FigureField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { SearchMenu } from "../audience/SearchMenu.tsx";
import { mark, sentencePieces } from "../audience/sentence-pieces.ts";
import { campaignFieldId } from "../editor/draft-problems.ts";
import { useEditor } from "../editor/editor-context.ts";
import text from "../text.module.css";
import { type DraftTrigger, withBase } from "./draft-when.ts";
import { OnceField } from "./OnceField.tsx";
import styles from "./when.module.css";

const GROUPS: Record<"stay" | "booking" | "member" | "points", readonly TriggerBase[]> = {
  stay: ["before_check_in", "check_in", "before_check_out", "after_check_out"],
  booking: ["reserved", "cancelled"],
  member: ["birthday", "last_stay", "first_stay", "registered"],
  points: ["points_expire", "rank_gained", "rank_ends"],
};

type TriggerFormProps = { path: string; trigger: DraftTrigger; set: (trigger: DraftTrigger) => void };

/** 「チェックインの 3日前 10:00 に、1回の宿泊につき1度」: one sentence whose words are pressed to change them. */
export function TriggerForm({ path, trigger, set }: TriggerFormProps) {
  const { t } = useTranslation("campaigns");
  const { errorAt } = useEditor();
  const { base } = trigger;
  const part = (next: Partial<DraftTrigger>) => set({ ...trigger, ...next });
  const field = (name: string) => ({ id: campaignFieldId(`${path}.${name}`), error: errorAt(`${path}.${name}`) });
  const once = TRIGGER_ONCE_PER.filter((one) => one !== "stay" || isAboutReservation(base));
  const words: Record<string, ReactNode> = {
    base: (
      <SearchMenu
        label={t("when.trigger.base")}
        searchLabel={t("when.trigger.search")}
        groups={() =>
          Object.entries(GROUPS).map(([group, bases]) => ({
            label: t(`when.trigger.group.${group as keyof typeof GROUPS}`),
            options: bases.map((one) => ({ value: one, label: t(`when.trigger.choice.${one}`) })),
          }))
        }
        picked={[base]}
        onPick={(next) => set(withBase(trigger, next as TriggerBase))}
      >
        <button
          type="button"
          id={campaignFieldId(`${path}.base`)}
          className={styles.word}
          aria-label={`${t("when.trigger.base")}: ${t(`when.trigger.choice.${base}`)}`}
        >
          {t(`when.trigger.noun.${base}`)}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </SearchMenu>
    ),
    days: (
      <span className={styles.inSentence}>
        <FigureField
          {...field("offset_days")}
          label={t("when.trigger.days")}
          hideLabel
          className={styles.days}
          value={trigger.offset_days}
          rule={{ required: true, from: 0, to: MAX_OFFSET_DAYS }}
          onChange={(offset_days) => part({ offset_days })}
        />
        {t(countsBack(base) ? "when.trigger.before" : "when.trigger.after")}
      </span>
    ),
    time: (
      <TextField
        {...field("time")}
        label={t("when.time")}
        hideLabel
        className={styles.time}
        type="time"
        value={trigger.time}
        rule={{ required: true }}
        onChange={(time) => part({ time })}
      />
    ),
    once: <OnceField path={path} offered={once} value={trigger} set={part} />,
  };
  const marks = { base: mark("base"), days: mark("days"), time: mark("time"), once: mark("once") };
  const wrong = errorAt(path) ?? errorAt(`${path}.base`) ?? errorAt(`${path}.once_per`);
  return (
    <fieldset id={campaignFieldId(path)} tabIndex={-1} className={styles.trigger} aria-label={t("when.trigger.base")}>
      <div className={styles.sentence}>
        {sentencePieces(t("when.trigger.sentence", marks)).map((piece) => (
          <Fragment key={piece}>{words[piece] ?? piece}</Fragment>
        ))}
      </div>
      {wrong ? (
        <p className={text.error} role="alert">
          {wrong}
        </p>
      ) : null}
    </fieldset>
  );
}
