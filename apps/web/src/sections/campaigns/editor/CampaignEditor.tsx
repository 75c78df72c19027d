import { Button } from "@mantine/core";
import type { ConditionNode } from "@okaeri/contract/campaigns/condition";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { EditNotices } from "../../../parts/edited-document/EditNotices.tsx";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useGo } from "../../../shell/navigation.ts";
import { notify } from "../../../shell/toasts.tsx";
import { UnsavedGuard } from "../../../shell/UnsavedGuard.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { SaveBar } from "../../../ui/SaveBar.tsx";
import { Steps } from "../../../ui/Steps.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { campaignState, STATE_KINDS } from "../campaign-state.ts";
import type { CampaignDetail } from "../campaigns.api.ts";
import { type EditorStep, STEPS } from "../campaigns.search.ts";
import { stepOf } from "./draft-problems.ts";
import { EditorContext } from "./editor-context.ts";
import { ProblemList } from "./sure/ProblemList.tsx";
import { SureCard, useMissing } from "./sure/SureCard.tsx";
import { useCampaignEditor } from "./use-campaign-editor.ts";
import styles from "./what/buttons.module.css";
import { WhatCard } from "./what/WhatCard.tsx";
import { WhenCard } from "./when/WhenCard.tsx";
import { WhoCard } from "./who/WhoCard.tsx";

type CampaignEditorProps = {
  saved?: CampaignDetail;
  /** Whom a new one is for. */
  target?: ConditionNode | undefined;
  today: string;
  step: EditorStep;
};

/** One campaign in four steps; a draft may be saved on every one of them. */
export function CampaignEditor({ saved, target, today, step }: CampaignEditorProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const go = useGo();
  const place = saved ? `/campaigns/${saved.id}/edit` : "/campaigns/new";
  const work = useCampaignEditor({
    saved,
    target,
    today,
    step,
    goStep: (next) => {
      window.scrollTo({ top: 0 });
      void go(place, { step: next });
    },
  });
  const { editor, changes, refused, saving, stale, record } = work;
  const at = STEPS.indexOf(step);
  const [before, after] = [STEPS[at - 1], STEPS[at + 1]];
  const state = record ? campaignState(record, today) : "draft";
  useEffect(() => {
    if (Object.keys(refused).length > 0) document.getElementById("campaign-refused")?.scrollIntoView();
  }, [refused]);
  const saveDraft = async () => {
    const detail = await work.save();
    if (detail === undefined) return;
    notify("success", t("edit.saved"));
    if (!saved) void go(`/campaigns/${detail.id}/edit`, { step }, { replace: true });
  };
  const missing = useMissing(work);
  const wrong = new Set([...missing.map(({ path }) => path), ...Object.keys(refused)].map(stepOf));
  const title = editor.draft.name.trim() || t(saved ? "edit.unnamed" : "edit.newTitle");
  return (
    <EditorContext value={editor}>
      <PageHeader
        title={title}
        state={<Tag kind={STATE_KINDS[state]}>{t(`state.${state}`)}</Tag>}
        crumbs={[
          <AppLink key="list" to="/campaigns">
            {t("title")}
          </AppLink>,
          <span key="type">{t(`type.${editor.draft.type}.name`)}</span>,
        ]}
      />
      <Steps
        steps={STEPS.map((key) => ({ key, label: t(`step.${key}`), wrong: wrong.has(key) }))}
        current={step}
        onGo={(key) => work.visit(key as EditorStep)}
      />
      <EditNotices form={{ ...work, failure: stale, attempts: stale ? work.attempts : 0, summary: [] }} />
      <div id="campaign-refused">
        <ProblemList
          title={t("edit.refused")}
          problems={Object.entries(refused).map(([path, message]) => ({ path, code: "server", message }))}
        />
      </div>
      {step === "basics" ? <WhenCard /> : null}
      {step === "target" ? <WhoCard /> : null}
      {step === "actions" ? <WhatCard /> : null}
      {step === "review" ? <SureCard work={work} missing={missing} onSaveDraft={saveDraft} /> : null}
      {step === "review" ? null : (
        <div className={styles.stepButtons}>
          {before ? <Button onClick={() => work.visit(before)}>{t("edit.back")}</Button> : null}
          {after ? (
            <Button variant={changes.length > 0 ? "light" : "filled"} onClick={() => work.visit(after)}>
              {t("edit.next", { step: t(`step.${after}`) })}
            </Button>
          ) : null}
        </div>
      )}
      {step === "review" ? null : (
        <SaveBar
          changes={changes}
          onSave={() => void saveDraft()}
          onDiscard={work.discard}
          saving={saving}
          saveLabel={t(state === "draft" ? "edit.saveDraft" : "edit.save")}
        />
      )}
      <UnsavedGuard isDirty={work.isDirty} changes={changes} />
    </EditorContext>
  );
}
