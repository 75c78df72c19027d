import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import { isMatchedByTargets } from "@okaeri/domain/campaigns/triggers/occasions";
import { CAMPAIGN_TYPES } from "@okaeri/domain/enumerations";
import { parseTarget } from "@okaeri/domain/segments/target";
import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMaking } from "../../../parts/campaigns/use-making.ts";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useNoRight } from "../../../shell/no-right.ts";
import { useMay } from "../../../shell/use-may.ts";
import { Card } from "../../../ui/Card.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { presetsQuery } from "../campaigns.api.ts";
import styles from "./new.module.css";
import type { CountQueue } from "./PresetCard.tsx";
import { PresetGroupSection } from "./PresetGroupSection.tsx";
import { SelectedGuests } from "./SelectedGuests.tsx";

/** A campaign begins as a draft from a preset or from blank, perhaps for guests who were chosen elsewhere. */
export function CampaignNewPage() {
  const { t } = useTranslation("campaigns");
  const noRight = useNoRight();
  const may = useMay("campaigns/create");
  return (
    <>
      <PageHeader
        title={t("edit.newTitle")}
        crumbs={
          <AppLink key="list" to="/campaigns">
            {t("title")}
          </AppLink>
        }
        caption={may ? t("begin.lead") : undefined}
      />
      {may ? (
        <Beginnings />
      ) : (
        <Card>
          <EmptyState
            sentence={noRight}
            icon={<IconLock size={24} aria-hidden />}
            action={<AppLink to="/campaigns">{t("edit.toList")}</AppLink>}
          />
        </Card>
      )}
    </>
  );
}

/** Each figure is asked for once the one before it is there. */
function useCountQueue(): CountQueue {
  const [counted, setCounted] = useState(0);
  const onCounted = useCallback((place: number) => setCounted((before) => Math.max(before, place + 1)), []);
  return { counted, onCounted };
}

function Beginnings() {
  const { t } = useTranslation("campaigns");
  const passedTarget = useLocation({ select: ({ state }) => state.target as ConditionInput | undefined });
  // The browser keeps it with the page: what an earlier version of the product put there may mean nothing any more.
  const target = passedTarget !== undefined && parseTarget(passedTarget).ok ? passedTarget : undefined;
  const presets = useQuery(presetsQuery());
  const queue = useCountQueue();
  const work = useMaking();
  if (presets.isError)
    return (
      <Card>
        <ErrorState message={presets.error.message} onRetry={() => void presets.refetch()} />
      </Card>
    );
  const items = presets.data?.items;
  const ready = items?.filter(({ edit }) => edit !== null && isMatchedByTargets(edit)) ?? [];
  return (
    <div className={styles.page}>
      {target ? <SelectedGuests target={target} /> : null}
      {items === undefined ? (
        <div className={styles.cards} role="status" aria-label={t("begin.loading")}>
          {Array.from({ length: 8 }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bone is nothing but its place
            <span key={place} className={styles.bone} />
          ))}
        </div>
      ) : (
        CAMPAIGN_TYPES.map((type) => (
          <PresetGroupSection
            key={type}
            type={type}
            presets={items.filter((preset) => preset.type === type)}
            target={target}
            work={work}
            ready={ready}
            queue={queue}
          />
        ))
      )}
    </div>
  );
}
