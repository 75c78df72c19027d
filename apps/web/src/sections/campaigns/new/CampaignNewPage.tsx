import { Button } from "@mantine/core";
import type { ConditionNode } from "@okaeri/contract/campaigns/condition";
import { IconLock, IconPlus } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { api, client } from "../../../api/client.ts";
import { askAgain } from "../../../api/records.ts";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useGo } from "../../../shell/navigation.ts";
import { useNoRight } from "../../../shell/no-right.ts";
import { notify } from "../../../shell/toasts.tsx";
import { useMay } from "../../../shell/use-may.ts";
import { Card } from "../../../ui/Card.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { editOf, newDraft } from "../editor/draft.ts";
import { TargetSummary } from "../TargetSummary.tsx";

/** A campaign begins as a saved draft, from blank or for guests chosen elsewhere. */
export function CampaignNewPage() {
  const { t } = useTranslation("campaigns");
  const go = useGo();
  const noRight = useNoRight();
  const may = useMay("campaigns/create");
  const target = useLocation({ select: ({ state }) => state.target as ConditionNode | undefined });
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      const { id } = await client.campaigns.create(editOf(newDraft(target)));
      void askAgain(api.campaigns.list.key());
      await go(`/campaigns/${id}/edit`, {}, { replace: true });
    } catch (error) {
      notify("error", toAppError(error).message);
      setBusy(false);
    }
  };
  return (
    <>
      <PageHeader title={t("edit.newTitle")} />
      <Card {...(target && { title: t("review.who") })}>
        {target ? <TargetSummary target={target} /> : null}
        <EmptyState
          sentence={may ? t("new.blankDoes") : noRight}
          icon={may ? <IconPlus size={24} aria-hidden /> : <IconLock size={24} aria-hidden />}
          action={
            may ? (
              <Button variant="filled" loading={busy} onClick={() => void start()}>
                {t("new.blank")}
              </Button>
            ) : (
              <AppLink to="/campaigns">{t("edit.toList")}</AppLink>
            )
          }
        />
      </Card>
    </>
  );
}
