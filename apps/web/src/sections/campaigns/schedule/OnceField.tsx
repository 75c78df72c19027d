import { MAX_ONCE_DAYS } from "@okaeri/domain/campaigns/schedule/timing";
import { useTranslation } from "react-i18next";
import { FigureField } from "../../../ui/fields/FigureField.tsx";
import type { FigureInput } from "../../../ui/fields/field-props.ts";
import { campaignFieldId } from "../editor/draft-problems.ts";
import { useEditor } from "../editor/editor-context.ts";
import type { OnceWay } from "./draft-when.ts";
import styles from "./when.module.css";

type OnceFieldProps = {
  path: string;
  offered: readonly OnceWay[];
  value: { once_per: OnceWay; once_days: FigureInput };
  set: (part: { once_per?: OnceWay; once_days?: FigureInput }) => void;
};

/** How often one guest is met at most, as a word of the sentence. */
export function OnceField({ path, offered, value, set }: OnceFieldProps) {
  const { t } = useTranslation("campaigns");
  const { errorAt } = useEditor();
  const days = `${path}.once_days`;
  return (
    <span className={styles.inSentence}>
      {value.once_per === "days" ? (
        <FigureField
          id={campaignFieldId(days)}
          label={t("when.once.daysLabel")}
          hideLabel
          className={styles.days}
          value={value.once_days}
          rule={{ required: true, from: 1, to: MAX_ONCE_DAYS }}
          error={errorAt(days)}
          onChange={(once_days) => set({ once_days })}
        />
      ) : null}
      <select
        id={campaignFieldId(`${path}.once_per`)}
        className={styles.word}
        aria-label={t("when.once.label")}
        value={value.once_per}
        onChange={(event) => set({ once_per: event.currentTarget.value as OnceWay })}
      >
        {offered.map((one) => (
          <option key={one} value={one}>
            {one === "days" && value.once_per === "days" ? t("when.once.inDays") : t(`when.once.${one}`)}
          </option>
        ))}
      </select>
    </span>
  );
}
