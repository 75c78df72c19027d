import { IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useNoRight } from "../../../shell/no-right.ts";
import { Card } from "../../../ui/Card.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import type { CampaignDetail } from "../campaigns.api.ts";
import type { EditorCard } from "../campaigns.search.ts";
import { CampaignEditor } from "./CampaignEditor.tsx";

type EditProps = { campaign: CampaignDetail; today: string; card: EditorCard };

/** The editor of a campaign, unless it is running or the person may only look. */
export function CampaignEditPage({ campaign, today, card }: EditProps) {
  const { t } = useTranslation("campaigns");
  const noRight = useNoRight();
  const may = campaign.page_actions.includes("edit");
  if (campaign.commands.includes("edit") && !campaign.sending) {
    return <CampaignEditor key={campaign.id} saved={campaign} today={today} card={card} />;
  }
  return (
    <>
      <PageHeader title={campaign.name || t("edit.unnamed")} />
      <Card>
        <EmptyState
          sentence={may ? t("edit.running") : noRight}
          icon={<IconLock size={24} aria-hidden />}
          action={<AppLink to={`/campaigns/${campaign.id}`}>{t("edit.toCampaign")}</AppLink>}
        />
      </Card>
    </>
  );
}
