import { ActionIcon, Button, Checkbox, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Stacked } from "../../../ui/Stacked.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { type ExtraField, MOST_EXTRA_FIELDS, movedTo, newExtraField, withEnglishLabel } from "./extra-fields.ts";
import styles from "./settings.module.css";

type ExtraFieldsProps = {
  fields: readonly ExtraField[];
  /** Those stored: cards name them by their code, which therefore stays. */
  saved: readonly ExtraField[];
  errors: Readonly<Record<string, string>>;
  idOf: (path: string) => string;
  editable: boolean;
  onChange: (fields: ExtraField[]) => void;
};

/** Fields the facility adds to its card, in both languages, in the card's order. */
export function ExtraFields({ fields, saved, errors, idOf, editable, onChange }: ExtraFieldsProps) {
  const { t } = useTranslation("accountSettings");
  const focusNext = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a field came, went or moved
  useEffect(() => {
    if (focusNext.current) document.getElementById(focusNext.current)?.focus();
    focusNext.current = undefined;
  }, [fields]);
  if (!editable) return <ReadExtraFields fields={fields} />;
  const set = (index: number, next: ExtraField) => onChange(fields.map((field, at) => (at === index ? next : field)));
  const pathOf = (index: number, name: keyof ExtraField) => `extra_fields.${index}.${name}`;
  const orderId = (index: number, way: "up" | "down") => `${idOf(`extra_fields.${index}`)}-${way}`;
  const move = (from: number, step: 1 | -1) => {
    const to = from + step;
    const atEnd = to === 0 || to === fields.length - 1;
    focusNext.current = orderId(to, (step === 1) === atEnd ? "up" : "down");
    onChange(movedTo(fields, from, to));
  };
  const addId = idOf("extra_fields");
  return (
    <>
      {fields.length === 0 ? <p className={styles.help}>{t("card.extraNone")}</p> : null}
      <ul className={styles.extras} aria-label={t("card.extra")}>
        {fields.map((field, index) => {
          const input = (name: "label_ja" | "label_en" | "key") => ({
            id: idOf(pathOf(index, name)),
            label: t(`card.field.${name}`),
            value: field[name],
            error: errors[pathOf(index, name)],
            autoComplete: "off",
            className: styles.extraField ?? "",
          });
          const n = index + 1;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a code may be typed anew, and the fields are controlled
            <li key={index}>
              <span className={styles.extraOrder} data-control>
                <ActionIcon
                  id={orderId(index, "up")}
                  aria-label={t("card.up", { n })}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  id={orderId(index, "down")}
                  aria-label={t("card.down", { n })}
                  disabled={index === fields.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
              </span>
              <TextInput
                {...input("label_ja")}
                maxLength={60}
                onChange={(event) => set(index, { ...field, label_ja: event.currentTarget.value })}
              />
              <TextInput
                {...input("label_en")}
                maxLength={60}
                lang="en"
                onChange={(event) =>
                  set(
                    index,
                    saved.some((one) => one.key === field.key)
                      ? { ...field, label_en: event.currentTarget.value }
                      : withEnglishLabel(field, event.currentTarget.value),
                  )
                }
              />
              <TextInput
                {...input("key")}
                maxLength={40}
                onChange={(event) => set(index, { ...field, key: event.currentTarget.value })}
              />
              <Checkbox
                className={styles.extraRequired ?? ""}
                label={t("card.required")}
                aria-label={t("card.requiredOf", { n })}
                checked={field.is_required}
                onChange={(event) => set(index, { ...field, is_required: event.currentTarget.checked })}
              />
              <ActionIcon
                data-control
                color="danger"
                aria-label={t("card.remove", { n })}
                onClick={() => {
                  focusNext.current = addId;
                  onChange(fields.filter((_field, at) => at !== index));
                }}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      <div className={styles.foot}>
        <Button
          id={addId}
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={fields.length >= MOST_EXTRA_FIELDS}
          onClick={() => {
            focusNext.current = idOf(pathOf(fields.length, "label_ja"));
            onChange([...fields, newExtraField()]);
          }}
        >
          {t("card.add")}
        </Button>
        {fields.length >= MOST_EXTRA_FIELDS ? <small>{t("card.full", { n: MOST_EXTRA_FIELDS })}</small> : null}
        <p className={styles.help}>{t("card.keyHelp")}</p>
      </div>
    </>
  );
}

function ReadExtraFields({ fields }: { fields: readonly ExtraField[] }) {
  const { t } = useTranslation("accountSettings");
  if (fields.length === 0) return <EmptyState sentence={t("card.extraNone")} />;
  return (
    <ul className={styles.linkages} aria-label={t("card.extra")}>
      {fields.map((field) => (
        <li key={field.key}>
          <Stacked main={field.label_ja} sub={field.label_en} />
          <span>{field.is_required ? <Tag kind="info">{t("card.required")}</Tag> : null}</span>
        </li>
      ))}
    </ul>
  );
}
