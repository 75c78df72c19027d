import { Button } from "@mantine/core";
import { RFM_AXES } from "@okaeri/domain/rfms/score";
import { IconWand } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { EditNotices } from "../../parts/edited-document/EditNotices.tsx";
import { ruleAt, rulesOf } from "../../parts/records/field-rules.ts";
import { RecordPage } from "../../parts/records/RecordPage.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { UnsavedGuard } from "../../shell/UnsavedGuard.tsx";
import { Card } from "../../ui/Card.tsx";
import { FigureField } from "../../ui/fields/FigureField.tsx";
import type { FigureInput } from "../../ui/fields/field-props.ts";
import { SaveBar } from "../../ui/SaveBar.tsx";
import { AxisCard } from "./AxisCard.tsx";
import { GroupsEditor } from "./GroupsEditor.tsx";
import { GuestsNotice } from "./GuestsNotice.tsx";
import styles from "./RfmEditPage.module.css";
import { FREQUENCY_YEARS, MONETARY_YEARS, rfmFieldId } from "./rfm-draft.ts";
import { rfmNameOf } from "./rfm-name.ts";
import { type Rfm, rfmQuery } from "./rfms.api.ts";
import { useFieldProblems } from "./use-field-problems.ts";
import { type RfmCounts, useRfmCounts } from "./use-rfm-counts.ts";
import { useRfmEdit } from "./use-rfm-edit.ts";

const RULES = rulesOf("rfms.update");

/** Thresholds, years and groups with live counts; saving scores everybody anew (product §7). */
export function RfmEditPage({ loaded }: { loaded: Rfm }) {
  const { t } = useTranslation(["rfms", "ui"]);
  const edit = useRfmEdit(loaded);
  const counts = useRfmCounts(edit.base.rfm, edit.draft);
  const { messages, summary } = useFieldProblems(edit.codes, edit.failure);
  const { draft, change, changes } = edit;
  const years = { recency: "", frequency: draft.frequencyYears, monetary: draft.monetaryYears };
  return (
    <RecordPage
      record={useQuery(rfmQuery(loaded.id))}
      head={(rfm) => ({
        title: t("form.title"),
        count: rfmNameOf(rfm, t),
        crumbs: <AppLink to="/rfms">{t("title")}</AppLink>,
        caption: t(rfm.group_id === null ? "form.lead" : "form.leadShared"),
      })}
    >
      <EditNotices form={{ ...edit, summary }} />
      <div className={styles.form}>
        <Card title={t("form.years")}>
          <div className={styles.years}>
            <YearsInput
              path={FREQUENCY_YEARS}
              label={t("form.frequencyYears")}
              value={draft.frequencyYears}
              message={messages[FREQUENCY_YEARS]}
              onChange={(frequencyYears) => change({ frequencyYears })}
            />
            <YearsInput
              path={MONETARY_YEARS}
              label={t("form.monetaryYears")}
              value={draft.monetaryYears}
              message={messages[MONETARY_YEARS]}
              onChange={(monetaryYears) => change({ monetaryYears })}
            />
          </div>
        </Card>
        <div className={styles.sectionHead}>
          <h2>{t("thresholds.title")}</h2>
          <CountState counts={counts} />
          <Button
            leftSection={<IconWand size={16} aria-hidden />}
            title={t("form.suggestNote")}
            loading={edit.suggesting}
            disabled={!edit.maySuggest}
            onClick={() => void edit.suggest()}
          >
            {t("form.suggest")}
          </Button>
        </div>
        <GuestsNotice counts={counts} ties={edit.ties} />
        <div className={styles.axes} aria-busy={counts.state === "counting"}>
          {RFM_AXES.map((axis) => (
            <AxisCard
              key={axis}
              axis={axis}
              years={years[axis]}
              bounds={draft.bounds[axis]}
              messages={messages}
              counts={counts}
              onChange={(bounds) => change({ bounds: { ...draft.bounds, [axis]: bounds } })}
            />
          ))}
        </div>
        <GroupsEditor draft={draft} messages={messages} counts={counts} onChange={(painted) => change({ painted })} />
      </div>
      <SaveBar changes={changes} saving={edit.saving} onSave={() => void edit.save()} onDiscard={edit.discard} />
      <UnsavedGuard isDirty={edit.isDirty} changes={changes} />
    </RecordPage>
  );
}

type YearsInputProps = {
  path: string;
  label: string;
  value: FigureInput;
  message: string | undefined;
  onChange: (value: FigureInput) => void;
};

function YearsInput({ path, label, value, message, onChange }: YearsInputProps) {
  return (
    <FigureField
      id={rfmFieldId(path)}
      label={label}
      value={value}
      rule={{ ...ruleAt(RULES, path), required: true }}
      error={message}
      unit="years"
      onChange={onChange}
    />
  );
}

function CountState({ counts }: { counts: RfmCounts }) {
  const { t } = useTranslation("rfms");
  const words = {
    counting: t("form.counting"),
    invalid: t("form.notCounted"),
    failed: t("form.countFailed", { message: counts.message }),
    ready: t("form.counted"),
  };
  return (
    <span className={styles.countState} role="status" data-state={counts.state}>
      {words[counts.state]}
      {counts.state === "failed" ? (
        <Button size="xs" variant="subtle" onClick={counts.retry}>
          {t("form.retry")}
        </Button>
      ) : null}
    </span>
  );
}
