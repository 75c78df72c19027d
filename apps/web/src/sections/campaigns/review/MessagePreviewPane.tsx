import type { SegmentTarget } from "@okaeri/contract/campaigns/audience/condition";
import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import { NEW_CAMPAIGN } from "@okaeri/domain/campaigns/delivery/purpose";
import { type Occasion, occasionsOf } from "@okaeri/domain/campaigns/triggers/occasions";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { parseTarget } from "@okaeri/domain/segments/target";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import type { EditorPreviewProps } from "../actions/kind.ts";
import { kindOf } from "../actions/kinds.ts";
import { useAudience } from "../audience/use-audience.ts";
import { previewSamplesQuery } from "../campaigns.api.ts";
import { campaignDocumentOf } from "../editor/draft.ts";
import { useEditor } from "../editor/editor-context.ts";
import text from "../text.module.css";
import { SampleSwitcher, type Turn } from "./SampleSwitcher.tsx";
import { TestSend } from "./TestSend.tsx";

/** The message of the segment one works on, as guests in turn read it; of the first that has one where this one has none. */
export function MessagePreviewPane() {
  const { t } = useTranslation("campaigns");
  const { draft, current } = useEditor();
  const edit = campaignDocumentOf(draft);
  const edits = edit.segments;
  const previewOf = (index: number) =>
    edits[index]?.actions.flatMap(({ type }) => kindOf(type).preview?.Editor ?? [])[0];
  const shown = previewOf(current) ? current : edits.findIndex((_, index) => previewOf(index));
  const [Preview, segment] = [previewOf(shown), edits[shown]];
  if (!Preview || !segment) {
    return (
      <Card title={t("preview.title")}>
        <p className={text.quiet}>{t("previewPane.noMessage")}</p>
      </Card>
    );
  }
  const occasions = [...occasionsOf(edit, segment)];
  return <InTurn key={draft.segments[shown]?.key} Preview={Preview} index={shown} occasions={occasions} {...segment} />;
}

type InTurnProps = {
  Preview: ComponentType<EditorPreviewProps>;
  index: number;
  target: SegmentTarget;
  actions: readonly CampaignAction[];
  occasions: Occasion[];
};

/** The message for one guest after the other, and the way to try it on oneself. */
function InTurn({ Preview, index, target, actions, occasions }: InTurnProps) {
  const { draft, variantKeyOf } = useEditor();
  const { query } = useAudience(draft);
  const edit = campaignDocumentOf(draft);
  const samples = useQuery(previewSamplesQuery(parseTarget(target).ok ? target : undefined, occasions));
  const [searched, setSearched] = useState<number>();
  const [at, setAt] = useState(0);
  const found = samples.data?.items ?? [];
  const turns: Turn[] = [
    ...found,
    ...(searched === undefined ? [] : [{ as: "searched" as const, customer_id: searched }]),
  ];
  const turn = turns[at % Math.max(1, turns.length)];
  const pick = (id: number | null) => {
    setSearched(id ?? undefined);
    setAt(id === null ? 0 : found.length);
  };
  const guest = turn?.customer_id ?? null;
  return (
    <>
      <SampleSwitcher
        turn={turn}
        several={turns.length > 1}
        onTurn={(by) => setAt((now) => (now + by + turns.length) % turns.length)}
      />
      <Preview
        target={target}
        actions={actions}
        occasions={occasions}
        purpose={edit.purpose ?? NEW_CAMPAIGN.purpose}
        period={edit}
        examples={query.data?.segments[index]?.examples ?? []}
        variantKeyOf={variantKeyOf}
        guest={guest}
        onGuest={pick}
      />
      <TestSend segment={index} action={actions.findIndex(({ type }) => isMessage(type))} guest={guest} />
    </>
  );
}
