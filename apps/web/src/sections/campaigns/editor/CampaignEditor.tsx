import { judgedIn } from "@okaeri/domain/campaigns/timing/occasions";
import { EditNotices } from "../../../parts/edited-document/EditNotices.tsx";
import { useGo } from "../../../shell/navigation.ts";
import { UnsavedGuard } from "../../../shell/UnsavedGuard.tsx";
import type { CampaignDetail } from "../campaigns.api.ts";
import type { EditorCard } from "../campaigns.search.ts";
import styles from "./CampaignEditor.module.css";
import { ConditionsContext } from "./conditions-around.ts";
import { campaignDocumentOf } from "./draft.ts";
import { EditorContext } from "./editor-context.ts";
import { EditorHeader } from "./header/EditorHeader.tsx";
import { Outline } from "./outline/Outline.tsx";
import { PreviewPane } from "./preview/PreviewPane.tsx";
import { ReviewCard } from "./review/ReviewCard.tsx";
import { useCampaignEditor } from "./use-campaign-editor.ts";
import { WhatCard } from "./what/WhatCard.tsx";
import { WhenCard } from "./when/WhenCard.tsx";
import { WhoCard } from "./who/WhoCard.tsx";

const CARD = { who: WhoCard, what: WhatCard, when: WhenCard, review: ReviewCard } as const;

type CampaignEditorProps = { saved: CampaignDetail; today: string; card: EditorCard };

/** One campaign on one page: the rail of its cards, the open card, and beside it whom it reaches or how it reads. It saves itself. */
export function CampaignEditor({ saved, today, card }: CampaignEditorProps) {
  const go = useGo();
  const open = (next: EditorCard) => void go(`/campaigns/${saved.id}/edit`, { card: next });
  const work = useCampaignEditor({ saved, today, card, open });
  const { editor, stale, failure, state } = work;
  const shownFailure = stale ?? (state === "refused" ? failure : undefined);
  const Open = CARD[card];
  const { draft, errorAt, names } = editor;
  const conditions = { errorAt, names, judged: judgedIn(campaignDocumentOf(draft)) };
  return (
    <EditorContext value={editor}>
      <div onBlurCapture={work.left.onBlur}>
        <EditorHeader work={work} today={today} />
        <EditNotices
          form={{ ...work, failure: shownFailure, attempts: shownFailure ? work.attempts : 0, summary: [], calm: true }}
        />
        <div className={styles.editor}>
          <Outline />
          <div className={styles.card}>
            <ConditionsContext value={conditions}>
              <Open />
            </ConditionsContext>
          </div>
          <PreviewPane />
        </div>
      </div>
      <UnsavedGuard
        isDirty={work.isDirty}
        changes={work.changes}
        saveFirst={work.isStuck() ? undefined : work.flush}
        asksOnClosing={work.isStuck}
      />
    </EditorContext>
  );
}
