import { judgedIn } from "@okaeri/domain/campaigns/triggers/occasions";
import { EditNotices } from "../../../parts/edited-document/EditNotices.tsx";
import { useGo } from "../../../shell/navigation.ts";
import { UnsavedGuard } from "../../../shell/UnsavedGuard.tsx";
import { WhatCard } from "../actions/WhatCard.tsx";
import { ConditionsContext } from "../audience/conditions-around.ts";
import { WhoCard } from "../audience/WhoCard.tsx";
import type { CampaignDetail } from "../campaigns.api.ts";
import type { EditorCard } from "../campaigns.search.ts";
import { PreviewPane } from "../review/PreviewPane.tsx";
import { ReviewCard } from "../review/ReviewCard.tsx";
import { WhenCard } from "../schedule/WhenCard.tsx";
import styles from "./CampaignEditor.module.css";
import { campaignDocumentOf } from "./draft.ts";
import { EditorHeader } from "./EditorHeader.tsx";
import { EditorContext } from "./editor-context.ts";
import { Outline } from "./Outline.tsx";
import { useCampaignEditor } from "./use-campaign-editor.ts";

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
