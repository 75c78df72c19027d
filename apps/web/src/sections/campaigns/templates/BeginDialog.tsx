import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Tag } from "../../../ui/Tag.tsx";
import { useSearchWords } from "../../../ui/use-search-words.ts";
import { MailTextView } from "../actions/mail/MailTextView.tsx";
import { MailView } from "../actions/mail/MailView.tsx";
import { TargetWords } from "../audience/ConditionSummary.tsx";
import text from "../text.module.css";
import { type MailTemplate, templateQuery, templatesToBeginQuery } from "./mail-templates.api.ts";
import { mailOf, pick } from "./template-values.ts";
import styles from "./templates.module.css";

type BeginDialogProps = {
  /** There are words that would be replaced. */
  written: boolean;
  onBegin: (template: MailTemplate) => void;
  onClose: () => void;
};

/** Templates by label and words; the chosen one is read before the mail begins from it. */
export function BeginDialog({ written, onBegin, onClose }: BeginDialogProps) {
  const { t } = useTranslation("mailTemplates");
  const [chosen, setChosen] = useState<number>();
  return (
    <Dialog opened onClose={onClose} size="lg" title={t("begin.from")}>
      {/* It keeps what was typed while one is read. */}
      <div hidden={chosen !== undefined}>
        <TemplateChoice onChoose={setChosen} />
      </div>
      {chosen === undefined ? null : (
        <ChosenTemplate id={chosen} written={written} onBegin={onBegin} onBack={() => setChosen(undefined)} />
      )}
    </Dialog>
  );
}

const ALL = "";

function TemplateChoice({ onChoose }: { onChoose: (id: number) => void }) {
  const { t } = useTranslation(["mailTemplates", "ui"]);
  const [label, setLabel] = useState(ALL);
  const [words, setWords] = useState("");
  const { asked: typed, areOld } = useSearchWords(words.trim(), 300);
  const asked = { ...(typed === "" ? {} : { q: typed }), ...(label === ALL ? {} : { label }) };
  const found = useQuery({ ...templatesToBeginQuery(asked), placeholderData: keepPreviousData });
  if (found.isError) return <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) {
    return (
      <p className={text.quiet} role="status">
        {t("begin.loading")}
      </p>
    );
  }
  const { items, labels, total } = found.data;
  const old = areOld(found);
  const narrowed = typed !== "" || label !== ALL;
  if (items.length === 0 && !narrowed) return <p>{t("begin.none")}</p>;
  return (
    <>
      <TextInput
        aria-label={t("search")}
        placeholder={t("search")}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {labels.length > 0 ? (
        <div className={styles.labels}>
          <SegmentedControl
            size="xs"
            aria-label={t("field.label")}
            value={label}
            onChange={setLabel}
            data={[{ value: ALL, label: t("begin.all") }, ...labels.map((one) => ({ value: one, label: one }))]}
          />
        </div>
      ) : null}
      {items.length === 0 ? <p role="status">{t(old ? "ui:list.searching" : "ui:list.noMatch")}</p> : null}
      <ul className={styles.choice} aria-label={t("begin.list")} aria-busy={old}>
        {items.map((one) => (
          <li key={one.id}>
            <button type="button" disabled={old} onClick={() => onChoose(one.id)}>
              <strong>{one.name}</strong> {one.label === "" ? null : <Tag>{one.label}</Tag>}{" "}
              {one.language === "ja" ? null : <Tag>{t(`language.${one.language}`)}</Tag>}
              <small>
                <MailTextView words={one.title} />
              </small>
            </button>
          </li>
        ))}
      </ul>
      {total > items.length ? (
        <p className={text.quiet}>{t("begin.more", { count: formatCount(total - items.length, "items") })}</p>
      ) : null}
    </>
  );
}

type ChosenTemplateProps = Omit<BeginDialogProps, "onClose"> & { id: number; onBack: () => void };

function ChosenTemplate({ id, written, onBegin, onBack }: ChosenTemplateProps) {
  const { t } = useTranslation("mailTemplates");
  const found = useQuery({ ...templateQuery(id), staleTime: 0 });
  const template = found.data;
  return (
    <>
      {found.isError ? (
        <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />
      ) : template === undefined ? (
        <p className={text.quiet} role="status">
          {t("begin.loading")}
        </p>
      ) : (
        <>
          <h3>{template.name}</h3>
          <MailView mail={mailOf(pick(template))} Conditions={TargetWords} />
          {written ? <p role="note">{t("begin.replace")}</p> : null}
        </>
      )}
      <div className={styles.acts}>
        <Button onClick={onBack}>{t("begin.back")}</Button>
        <Button
          variant="filled"
          disabled={template === undefined || found.isError}
          onClick={() => template && onBegin(template)}
        >
          {t("begin.use")}
        </Button>
      </div>
    </>
  );
}
