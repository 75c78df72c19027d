import type { ConditionNode } from "@okaeri/contract/campaigns/condition";
import { IconLock } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useNoRight } from "../../../shell/no-right.ts";
import { useMay } from "../../../shell/use-may.ts";
import { Card } from "../../../ui/Card.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import type { CampaignDetail } from "../campaigns.api.ts";
import type { EditorStep } from "../campaigns.search.ts";
import { CampaignEditor } from "./CampaignEditor.tsx";

type EditProps = { campaign: CampaignDetail; today: string; step: EditorStep };

/** The editor of a saved campaign, unless it is running or the person may only look. */
export function CampaignEditPage({ campaign, today, step }: EditProps) {
  const { t } = useTranslation("campaigns");
  const noRight = useNoRight();
  const may = campaign.page_actions.includes("edit");
  if (campaign.commands.includes("edit") && !campaign.sending) {
    return <CampaignEditor key={campaign.id} saved={campaign} today={today} step={step} />;
  }
  return (
    <Locked
      title={campaign.name || t("edit.unnamed")}
      sentence={may ? t("edit.running") : noRight}
      to={`/campaigns/${campaign.id}`}
      action={t("edit.toCampaign")}
    />
  );
}

/** A campaign from blank, or for guests chosen in the list of customers. */
export function CampaignNewPage({ today, step }: { today: string; step: EditorStep }) {
  const { t } = useTranslation("campaigns");
  const noRight = useNoRight();
  const may = useMay("campaigns/create");
  const target = useLocation({ select: ({ state }) => state.target as ConditionNode | undefined });
  if (may) return <CampaignEditor target={target} today={today} step={step} />;
  return <Locked title={t("edit.newTitle")} sentence={noRight} to="/campaigns" action={t("edit.toList")} />;
}

type LockedProps = { title: string; sentence: string; to: string; action: string };

function Locked({ title, sentence, to, action }: LockedProps) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          sentence={sentence}
          icon={<IconLock size={24} aria-hidden />}
          action={<AppLink to={to}>{action}</AppLink>}
        />
      </Card>
    </>
  );
}
