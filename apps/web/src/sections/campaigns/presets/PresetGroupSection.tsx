import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import type { CampaignType } from "@okaeri/domain/enumerations";
import { IconPlus } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { useMaking } from "../../../parts/campaigns/use-making.ts";
import type { OfferedPreset } from "../campaigns.api.ts";
import { acceptsTarget, blankEdit } from "./documents.ts";
import styles from "./new.module.css";
import { type CountQueue, PresetCard } from "./PresetCard.tsx";

type PresetGroupProps = {
  type: CampaignType;
  presets: readonly OfferedPreset[];
  /** Guests who were brought along. */
  target: ConditionInput | undefined;
  work: ReturnType<typeof useMaking>;
  /** The presets of all types that are counted, in the order in which they are. */
  ready: readonly OfferedPreset[];
  queue: CountQueue;
};

/** The presets of one type, and blank where campaigns of the type can be made. */
export function PresetGroupSection({ type, presets, target, work, ready, queue }: PresetGroupProps) {
  const { t } = useTranslation("campaigns");
  const id = useId();
  const fits = acceptsTarget(type, target);
  const blank = `blank/${type}`;
  return (
    <section aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{t(`begin.group.${type}`)}</h2>
        <span className={styles.quiet}>{t(`type.${type}.name`)}</span>
      </header>
      {fits ? null : <p className={styles.quiet}>{t("begin.otherGuests")}</p>}
      <div className={styles.cards}>
        {presets.map((preset) => (
          <PresetCard
            key={preset.preset_type}
            preset={preset}
            target={target}
            fits={fits}
            work={work}
            place={ready.indexOf(preset)}
            queue={queue}
          />
        ))}
        <article className={styles.card} data-press={fits} data-blank>
          <h3 className={styles.name}>
            <IconPlus size={16} aria-hidden />
            <button
              type="button"
              className={styles.press}
              aria-label={t("begin.blankOf", { type: t(`type.${type}.name`) })}
              disabled={!fits}
              aria-busy={work.making === blank}
              onClick={() => void work.make(blank, blankEdit(type, target))}
            >
              {t("begin.blank")}
            </button>
          </h3>
          <p className={styles.text}>{t(work.making === blank ? "begin.making" : `begin.blankText.${type}`)}</p>
        </article>
      </div>
    </section>
  );
}
