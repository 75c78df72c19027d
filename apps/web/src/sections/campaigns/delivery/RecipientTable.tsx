import { Button } from "@mantine/core";
import { recipientList } from "@okaeri/contract/lists/recipients";
import type { KindWithVariants } from "@okaeri/domain/campaigns/actions/further-details";
import type { Reaction } from "@okaeri/domain/pushes/reactions";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { listColumns } from "../../../parts/lists/list-columns.ts";
import { listFilters } from "../../../parts/lists/list-filters.tsx";
import { SavedViews, SaveView } from "../../../parts/lists/SavedViews.tsx";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useRowLink } from "../../../shell/navigation.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FilterChips } from "../../../ui/FilterChips.tsx";
import { ListTable } from "../../../ui/ListTable.tsx";
import { Stacked } from "../../../ui/Stacked.tsx";
import { Tag, type TagKind } from "../../../ui/Tag.tsx";
import { DateText } from "../../../ui/values.tsx";
import { sentKind } from "../actions/kinds.ts";
import {
  type CampaignDetail,
  type CampaignRecipient,
  type RecipientOutcome,
  recipientsQuery,
} from "../campaigns.api.ts";
import type { CampaignSearchParams } from "../campaigns.search.ts";
import { UnknownMessages } from "./UnknownMessages.tsx";

const OUTCOME_KINDS: Record<RecipientOutcome, TagKind> = {
  waiting: "neutral",
  sending: "info",
  sent: "success",
  skipped: "neutral",
  failed: "danger",
  unknown: "warning",
};

const keyOf = (one: CampaignRecipient) => `${one.push_action_id}-${one.customer_id}`;

function MessageLink({ customer_id, customer_name, guest_message_id: message }: CampaignRecipient) {
  const { t } = useTranslation("campaigns");
  if (message === null) return null;
  return (
    <AppLink
      to={`/customers/${customer_id}`}
      search={{ tab: "messages", message }}
      aria-label={t("recipient.messageOf", { name: customer_name })}
    >
      {t("recipient.message")}
    </AppLink>
  );
}

type RecipientTableProps = {
  campaign: CampaignDetail;
  search: CampaignSearchParams;
  onShow: (change: CampaignSearchParams) => void;
};

/** Guest by guest: who got it, who did not, and why. */
export function RecipientTable({ campaign, search, onShow }: RecipientTableProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { t: words } = useTranslation("ui");
  const rowLink = useRowLink();
  const list = useQuery(recipientsQuery(campaign.id, search, campaign.sending));
  const { outcome, reaction } = search;
  const [chosen, setChosen] = useState<readonly CampaignRecipient[]>([]);
  const decides = outcome === "unknown" && campaign.commands.includes("decide_unknown");
  const select = {
    isOn: (one: CampaignRecipient) => chosen.some((other) => keyOf(other) === keyOf(one)),
    label: (one: CampaignRecipient) => t("unknown.chooseRow", { name: one.customer_name }),
    pageLabel: t("unknown.chooseAll"),
    onChange: (rows: CampaignRecipient[], on: boolean) =>
      setChosen((before) => [
        ...before.filter((one) => !rows.some((row) => keyOf(row) === keyOf(one))),
        ...(on ? rows : []),
      ]),
  };
  const clear = () => onShow({ outcome: undefined, reaction: undefined });
  const columns = listColumns<typeof recipientList, CampaignRecipient>(recipientList, {
    name: { title: t("recipient.name"), render: (one) => <strong>{one.customer_name}</strong> },
    type: {
      title: t("result.action"),
      // Japanese breaks anywhere: a narrow column would break メール in two.
      width: 88,
      render: (one) => (
        <Stacked
          main={t(`action.${one.type}.short`)}
          sub={
            one.variant === null
              ? undefined
              : t(`${one.type as KindWithVariants}.variantWords.name`, { variant: one.variant })
          }
        />
      ),
    },
    outcome: {
      title: t("recipient.outcome"),
      render: (one) => (
        <Tag kind={OUTCOME_KINDS[one.outcome]}>
          {t(`outcome.${sentKind(one.type)?.delivery?.outcome?.(one.outcome) ?? one.outcome}`)}
        </Tag>
      ),
    },
    reactions: {
      title: t("recipient.reactions"),
      render: (one) =>
        one.reactions.length === 0
          ? t("ui:none")
          : one.reactions.map((name) => t(`figure.${name}`)).join(t("ui:save.separator")),
    },
    reason: {
      title: t("recipient.reason"),
      render: (one) => (
        <Stacked
          main={one.reason ?? t("ui:none")}
          sub={one.message_id === null ? undefined : t("unknown.messageId", { id: one.message_id })}
        />
      ),
    },
    address: { title: t("recipient.address"), render: (one) => one.address ?? t("ui:none") },
    at: {
      title: t("recipient.at"),
      render: (one) => <Stacked main={<DateText value={one.at} withTime />} sub={<MessageLink {...one} />} />,
    },
  });
  const filters = {
    outcome: { label: t("recipient.outcome"), pinned: true, word: (one: RecipientOutcome) => t(`outcome.${one}`) },
    reaction: { label: t("recipient.reactions"), pinned: true, word: (one: Reaction) => t(`figure.${one}`) },
  };
  const views = { list: recipientList, search, onOpen: onShow };
  return (
    <>
      <SavedViews {...views} filters={filters} />
      <FilterChips
        filters={listFilters(recipientList, search, filters, onShow, words)}
        aside={<SaveView {...views} />}
      />
      {decides ? <UnknownMessages campaign={campaign} chosen={chosen} onDone={() => setChosen([])} /> : null}
      {list.data && list.data.omitted_ended > 0 ? (
        <p>{t("recipient.omittedEnded", { count: list.data.omitted_ended })}</p>
      ) : null}
      <ListTable
        caption={t("detail.tab.recipients")}
        rows={list}
        columns={columns}
        rowKey={keyOf}
        select={decides ? select : undefined}
        row={rowLink((one: CampaignRecipient) => `/customers/${one.customer_id}`)}
        search={search}
        unit="items"
        onShow={({ page, size }) => onShow({ page, size })}
        minWidth={1000}
        empty={
          outcome || reaction ? (
            <EmptyState
              sentence={t("recipient.emptyFiltered")}
              action={<Button onClick={clear}>{t("ui:filter.clear")}</Button>}
            />
          ) : (
            <EmptyState sentence={t("recipient.empty")} />
          )
        }
      />
    </>
  );
}
