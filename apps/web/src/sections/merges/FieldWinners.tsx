import { countryName } from "@okaeri/domain/customers/country-name";
import { MERGE_FIELDS, type MergeField, type Winner } from "@okaeri/domain/customers/merge-fields";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { formatDate } from "../../ui/format.ts";
import type { MergePreview } from "./merges.api.ts";
import styles from "./merges.module.css";

type FieldWinnersProps = { preview: MergePreview; onChoose: (field: MergeField, winner: Winner) => void };

/** Each field of both, as stored and as typed, and which of them is kept. */
export function FieldWinners({ preview, onChoose }: FieldWinnersProps) {
  const { t } = useTranslation("merges");
  const sides = ["survivor", "source"] as const;
  return (
    <Card title={t("pair.compare")} flush>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("pair.item")}</th>
              {sides.map((side) => (
                <th key={side} scope="col">
                  {t(`pair.${side}`)}
                  <span className={styles.typed}>
                    <AppLink to={`/customers/${preview[side].id}`}>{t("pair.open")}</AppLink>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {MERGE_FIELDS.map((field) => (
              <FieldRow key={field} field={field} preview={preview} onChoose={onChoose} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function FieldRow({ field, preview, onChoose }: FieldWinnersProps & { field: MergeField }) {
  const { t } = useTranslation(["merges", "ui"]);
  const { survivor, source, winners } = preview;
  const mine = survivor.fields[field];
  const theirs = source.fields[field];
  const differs = mine.value !== theirs.value;
  const choice = (winner: Winner, words: string, shown: ReactNode) => (
    <label className={styles.pick}>
      <input
        type="radio"
        name={`winner-${field}`}
        checked={winners[field] === winner}
        onChange={() => onChoose(field, winner)}
        aria-label={words}
      />
      {shown}
    </label>
  );
  const cellOf = (side: "survivor" | "source") => {
    const value = <FieldValue field={field} {...(side === "survivor" ? mine : theirs)} />;
    if (!differs) return value;
    return choice(side, t("pair.choose", { field: t(`field.${field}`), side: t(`pair.${side}`) }), value);
  };
  return (
    <tr>
      <th scope="row">{t(`field.${field}`)}</th>
      {(["survivor", "source"] as const).map((side) => (
        <td key={side} data-side={t(`pair.${side}`)}>
          {cellOf(side)}
          {side === "source" && field === "notes" && mine.value && theirs.value && differs
            ? choice("both", t("pair.both"), t("pair.both"))
            : null}
        </td>
      ))}
    </tr>
  );
}

type FieldValueProps = { field: MergeField; value: string | null; typed: string | null };

function FieldValue({ field, value, typed }: FieldValueProps) {
  const words = useTranslation(["merges", "ui"]);
  const { t } = words;
  return (
    <span>
      {value === null ? t("ui:none") : storedValueText(field, value, words)}
      {typed === null ? null : <span className={styles.typed}>{t("typed", { text: typed })}</span>}
    </span>
  );
}

/** A stored value in words. */
export function storedValueText(
  field: string,
  value: string,
  { t, i18n }: Pick<ReturnType<typeof useTranslation<["merges", "ui"]>>, "t" | "i18n">,
): string {
  if (field === "nationality") return countryName(value, i18n.language);
  if (field === "birthday") return formatDate(value);
  if (field === "gender" || field === "language" || field === "email_consent")
    return t(`value.${value as "male" | "female" | "other" | "ja" | "en" | "true" | "false"}`);
  return value;
}
