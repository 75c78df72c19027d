import { inboxList } from "@okaeri/contract/lists/inbox";
import { IconInbox } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ListPage } from "../../parts/lists/ListPage.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { CountText, DateText } from "../../ui/values.tsx";
import { facilitiesQuery, type InboxBatch, type InboxSearch, inboxQuery } from "./inbox.api.ts";
import { SourceValues } from "./SourceValues.tsx";

const stateKinds = { waiting: "info", doing: "info", done: "success" } as const;

/** What hotel systems sent, newest first. */
export function InboxListPage({ search }: { search: InboxSearch }) {
  const { t } = useTranslation("inbox");
  const rows = useQuery(inboxQuery(search));
  const { data: options } = useQuery(facilitiesQuery());
  return (
    <ListPage<typeof inboxList, InboxBatch>
      list={inboxList}
      around={(content) => (
        <>
          <SourceValues />
          {content}
        </>
      )}
      search={search}
      rows={rows}
      title={t("title")}
      empty={t("empty")}
      caption={t("lead")}
      crumbs={<AppLink to="/customers/imports">{t("imports")}</AppLink>}
      unit="items"
      filters={{
        held: { label: t("column.held"), pinned: true, word: () => t("heldOnly") },
        state: { label: t("column.state"), pinned: true, word: (state) => t(`state.${state}`) },
        channel: { label: t("column.channel"), pinned: true, word: (channel) => t(`channel.${channel}`) },
        kind: { label: t("column.kind"), word: (kind) => t(`kind.${kind}`) },
        facility_account_id: {
          label: t("column.facility"),
          choices: options?.facilities,
          unknown: t("unknownFacility"),
        },
        received: { label: t("column.received"), pinned: true },
      }}
      columns={{
        created_at: {
          title: t("column.created_at"),
          render: (one) => <DateText value={one.created_at} withTime />,
        },
        state: { title: t("column.state"), render: (one) => <InboxStateTag state={one.state} /> },
        channel: {
          title: t("column.channel"),
          render: (one) => (
            <Stacked main={<strong>{t(`channel.${one.channel}`)}</strong>} sub={t(`kind.${one.kind}`)} />
          ),
        },
        facility: { title: t("column.facility"), render: (one) => one.facility_name },
        rows: { title: t("column.rows"), render: (one) => <CountText value={one.rows} unit="rows" /> },
        taken: {
          title: t("column.taken"),
          render: (one) => <CountText value={one.rows_new + one.rows_changed + one.rows_unchanged} unit="rows" />,
        },
        held: { title: t("column.held"), render: (one) => <CountText value={one.rows_held} unit="rows" /> },
      }}
      minWidth={() => 980}
      icon={<IconInbox size={24} aria-hidden />}
    />
  );
}

export function InboxStateTag({ state }: { state: InboxBatch["state"] }) {
  const { t } = useTranslation("inbox");
  return <Tag kind={stateKinds[state]}>{t(`state.${state}`)}</Tag>;
}
