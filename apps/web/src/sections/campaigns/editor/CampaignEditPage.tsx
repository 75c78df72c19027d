import { IconLock } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useGo } from "../../../shell/navigation.ts";
import { useNoRight } from "../../../shell/no-right.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Card } from "../../../ui/Card.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { isEditable } from "../campaign-state.ts";
import type { CampaignDetail } from "../campaigns.api.ts";
import type { EditorCard } from "../campaigns.search.ts";
import { CampaignEditor } from "./CampaignEditor.tsx";

type EditProps = { campaign: CampaignDetail; today: string; card: EditorCard };

/** The editor of a campaign, unless it is running or the person may only look. */
export function CampaignEditPage({ campaign, today, card }: EditProps) {
  const { t } = useTranslation("campaigns");
  const noRight = useNoRight();
  const may = campaign.page_actions.includes("edit");
  if (isEditable(campaign)) {
    return <CampaignEditor key={campaign.id} saved={campaign} today={today} card={card} />;
  }
  if (may) return <ToItsPage id={campaign.id} />;
  return (
    <>
      <PageHeader title={campaign.name || t("edit.unnamed")} />
      <Card>
        <EmptyState
          sentence={noRight}
          icon={<IconLock size={24} aria-hidden />}
          action={<AppLink to={`/campaigns/${campaign.id}`}>{t("edit.toCampaign")}</AppLink>}
        />
      </Card>
    </>
  );
}

/** What is running or went out is looked at on its own page, where it can be stopped or used again. */
function ToItsPage({ id }: { id: number }) {
  const { t } = useTranslation("campaigns");
  const go = useGo();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the address was opened
  useEffect(() => {
    notify("info", t("edit.lookOnly"));
    void go(`/campaigns/${id}`, {}, { replace: true });
  }, [id]);
  return null;
}
