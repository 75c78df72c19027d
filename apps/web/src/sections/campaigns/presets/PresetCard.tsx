import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { isMatchedByTargets } from "@okaeri/domain/campaigns/triggers/occasions";
import { IconAlertTriangle, IconClock, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { useTranslation } from "react-i18next";
import type { useMaking } from "../../../parts/campaigns/use-making.ts";
import { AppLink } from "../../../shell/AppLink.tsx";
import { isForbidden } from "../../../shell/navigation.ts";
import { useSession } from "../../../shell/session.ts";
import { formatCount } from "../../../ui/format.ts";
import type { T } from "../actions/kind.ts";
import { audienceQuestion } from "../audience/audience-question.ts";
import { audienceQuery, type OfferedPreset } from "../campaigns.api.ts";
import { timesOf } from "../schedule/when-text.ts";
import { editFor } from "./documents.ts";
import styles from "./new.module.css";

type PresetCardProps = {
  preset: OfferedPreset;
  target: ConditionInput | undefined;
  /** The guests who were brought along can be asked for in campaigns of this type. */
  fits: boolean;
  work: ReturnType<typeof useMaking>;
  /** Its place among those that are counted one after the other. */
  place: number;
  queue: CountQueue;
};

/** How many are counted already; the next one is asked for then. */
export type CountQueue = { counted: number; onCounted: (place: number) => void };

/** A preset: one press makes the draft. What lacks something says what, and where that is set up. */
export function PresetCard({ preset, target, fits, work, place, queue }: PresetCardProps) {
  const { t } = useTranslation("campaigns");
  const { preset_type: key, name, text, edit, lacks } = preset;
  const id = useId();
  if (edit === null)
    return (
      <article className={styles.card} data-lacks aria-labelledby={id}>
        <h3 id={id} className={styles.name}>
          {name}
        </h3>
        <p className={styles.text}>{text}</p>
        <ul className={styles.lacks} aria-label={t("begin.lacks")}>
          {lacks.map((lack) => (
            <LackLine key={lack.code} lack={lack} />
          ))}
        </ul>
      </article>
    );
  const making = work.making === key;
  return (
    <article className={styles.card} data-press={fits}>
      <h3 className={styles.name}>
        <button
          type="button"
          className={styles.press}
          disabled={!fits}
          aria-busy={making}
          aria-describedby={id}
          onClick={() => void work.make(key, editFor(edit, target))}
        >
          {name}
        </button>
      </h3>
      <div id={id} className={styles.more}>
        <p className={styles.text}>{text}</p>
        <span className={styles.count}>
          <IconClock size={14} aria-hidden />
          {timesOf(t as T, edit).join(t("condition.separator"))}
        </span>
        {making ? (
          <span className={styles.count}>{t("begin.making")}</span>
        ) : target === undefined && isMatchedByTargets(edit) ? (
          <MatchedToday edit={edit} place={place} queue={queue} />
        ) : null}
      </div>
    </article>
  );
}

type MatchedTodayProps = { edit: CampaignEdit } & Pick<PresetCardProps, "place" | "queue">;

/** Whom it means today; an always-on one whose last stay it would have paid. */
function MatchedToday({ edit: { type, segments }, place, queue }: MatchedTodayProps) {
  const { t } = useTranslation("campaigns");
  const { data, isFetched, isError } = useQuery(
    audienceQuery(place <= queue.counted ? audienceQuestion(type, segments) : undefined),
  );
  useEffect(() => {
    if (isFetched) queue.onCounted(place);
  }, [isFetched, queue.onCounted, place]);
  const words =
    data === undefined
      ? t(isError ? "begin.uncounted" : "begin.counting")
      : t(type === "basic" ? "begin.lastStays" : "begin.today", { n: formatCount(data.all.matched, "people") });
  return (
    <span className={styles.count} data-waiting={data === undefined && !isError ? true : undefined}>
      <IconUsers size={14} aria-hidden />
      {words}
    </span>
  );
}

function LackLine({ lack: { message, path } }: { lack: OfferedPreset["lacks"][number] }) {
  const { t } = useTranslation("campaigns");
  const session = useSession();
  const leads = path !== null && !isForbidden({ pathname: path, searchStr: "" }, session);
  return (
    <li>
      <IconAlertTriangle size={14} aria-hidden />
      <span>
        {message}
        {leads ? (
          <>
            {" "}
            <AppLink to={path}>{t("begin.setUp")}</AppLink>
          </>
        ) : null}
      </span>
    </li>
  );
}
