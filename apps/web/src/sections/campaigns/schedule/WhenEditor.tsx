import { SCHEDULE_ONCE_PER } from "@okaeri/domain/campaigns/schedule/timing";
import { useTranslation } from "react-i18next";
import { campaignFieldId } from "../editor/draft-problems.ts";
import { useEditor } from "../editor/editor-context.ts";
import text from "../text.module.css";
import { type DraftWhen, typedSchedule, WHEN_WAYS, withWay } from "./draft-when.ts";
import { NextRuns } from "./NextRuns.tsx";
import { OnceField } from "./OnceField.tsx";
import { ScheduleForm } from "./ScheduleForm.tsx";
import { Tiles } from "./Tiles.tsx";
import { TriggerExample } from "./TriggerExample.tsx";
import { TriggerForm } from "./TriggerForm.tsx";
import styles from "./when.module.css";

type WhenEditorProps = {
  /** Of its fields: the campaign's `when`, or the action whose own time it is. */
  path: string;
  when: DraftWhen;
  set: (part: Partial<DraftWhen>) => void;
};

const SCHEDULE_ONCE = ["any", ...SCHEDULE_ONCE_PER] as const;

/** How it starts, as whole choices, and beneath them what the chosen one needs. */
export function WhenEditor({ path, when, set }: WhenEditorProps) {
  const { t } = useTranslation("campaigns");
  const { draft } = useEditor();
  return (
    <>
      <Tiles
        id={campaignFieldId(`${path}.by`)}
        label={t("when.ways")}
        value={when.by}
        choices={WHEN_WAYS.map((value) => ({
          value,
          name: t(`when.way.${value}.name`),
          does: t(`when.way.${value}.does`),
        }))}
        onChange={(by) => set(withWay(when, by, draft.type))}
      />
      {when.by === "hand" ? <p className={text.quiet}>{t("when.handRules")}</p> : null}
      {when.by === "schedule" ? (
        <>
          <ScheduleForm
            path={`${path}.schedule`}
            schedule={when.schedule}
            set={(part) => set({ schedule: { ...when.schedule, ...part } })}
          />
          {when.schedule.every === "once" ? null : (
            <div>
              <p className={text.caption}>{t("when.once.label")}</p>
              <div className={styles.sentence}>
                <OnceField
                  path={`${path}.schedule_once`}
                  offered={SCHEDULE_ONCE}
                  value={when.schedule_once}
                  set={(part) => set({ schedule_once: { ...when.schedule_once, ...part } })}
                />
              </div>
            </div>
          )}
          <NextRuns schedule={typedSchedule(when.schedule)} />
        </>
      ) : null}
      {when.by === "trigger" ? (
        <>
          <TriggerForm path={`${path}.trigger`} trigger={when.trigger} set={(trigger) => set({ trigger })} />
          <TriggerExample trigger={when.trigger} />
        </>
      ) : null}
    </>
  );
}
