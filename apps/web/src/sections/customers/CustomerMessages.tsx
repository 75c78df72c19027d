import { Stack } from "@mantine/core";
import { REACTIONS } from "@okaeri/domain/pushes/reactions";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { MailBody } from "../../parts/mails/MailBody.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo, useHref } from "../../shell/navigation.ts";
import { Card } from "../../ui/Card.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Fact } from "../../ui/fields/Fact.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import type { Column } from "../../ui/table-props.ts";
import { DateText } from "../../ui/values.tsx";
import styles from "./CustomerMessages.module.css";
import { type DetailSearch, historyQueries, type Message, messageQuery } from "./customers.api.ts";
import customers from "./customers.module.css";
import { HistoryTable } from "./HistoryTable.tsx";

type Words = TFunction<["customers", "ui"]>;

const STATUS_KINDS = { sent: "success", failed: "danger", unknown: "warning" } as const;

/** What was sent to the guest: all of it, or one message as it was sent. */
export function CustomerMessages({ id, search }: { id: number; search: DetailSearch }) {
  return search.message === undefined ? (
    <MessageTable id={id} search={search} />
  ) : (
    <MessagePage id={id} messageId={search.message} />
  );
}

function MessageTable({ id, search }: { id: number; search: DetailSearch }) {
  const { t } = useTranslation(["customers", "ui"]);
  const go = useGo();
  const href = useHref();
  const columns = useMemo(() => messageColumns(t), [t]);
  const path = `/customers/${id}`;
  const at = (one: Message) => ({ ...search, tab: "messages", message: one.id });
  return (
    <HistoryTable
      title={t("tab.messages")}
      empty={t("none.messages")}
      query={historyQueries.messages(id, search)}
      columns={columns}
      search={search}
      onSearch={(shown) => void go(path, { tab: "messages", ...shown })}
      row={{ href: (one) => href(path, at(one)), open: (one) => void go(path, at(one)) }}
      minWidth={880}
    />
  );
}

function messageColumns(t: Words): Column<Message>[] {
  return [
    { key: "subject", title: t("messages.subject"), render: (one) => <strong>{one.subject || t("ui:none")}</strong> },
    { key: "sent_at", title: t("messages.sentAt"), render: (one) => <DateText value={one.sent_at} withTime /> },
    {
      key: "status",
      title: t("messages.status"),
      render: (one) => <Stacked main={<StatusTag {...one} />} sub={one.reason} />,
    },
    {
      key: "became",
      title: t("messages.became"),
      render: (one) => <Reactions message={one} />,
    },
    { key: "campaign", title: t("messages.campaign"), render: (one) => one.campaign_name ?? t("ui:none") },
  ];
}

function StatusTag({ status }: Pick<Message, "status">) {
  const { t } = useTranslation("customers");
  return <Tag kind={STATUS_KINDS[status]}>{t(`messages.statuses.${status}`)}</Tag>;
}

function Reactions({ message }: { message: Message }) {
  const { t } = useTranslation("customers");
  const ownReactions = REACTIONS.flatMap((what) => {
    const at = message[`${what}_at`];
    return at === null ? [] : [`${t(`messages.reactions.${what}`)} ${formatDateTime(at)}`];
  });
  if (ownReactions.length === 0) return <>{t("messages.nothing")}</>;
  return (
    <span className={styles.reactions}>
      {ownReactions.map((one) => (
        <span key={one}>{one}</span>
      ))}
    </span>
  );
}

/** The picture that tells of an open: whoever looks a mail up later has opened nothing. */
const PIXEL = /<img src="[^"]*\/o\/-"[^>]*>/g;

function MessagePage({ id, messageId }: { id: number; messageId: number }) {
  const { t } = useTranslation(["customers", "ui"]);
  const { data: message, isError, error, refetch } = useQuery(messageQuery(id, messageId));
  return (
    <Stack gap="md">
      <div>
        <AppLink to={`/customers/${id}`} search={{ tab: "messages" }}>
          {t("messages.back")}
        </AppLink>
      </div>
      {message === undefined ? (
        isError ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : (
          <p className={customers.quiet} role="status">
            {t("messages.loading")}
          </p>
        )
      ) : (
        <Card title={message.subject || t("ui:none")}>
          <div className={styles.facts}>
            <Fact label={t("messages.status")}>
              <StatusTag {...message} />
            </Fact>
            {message.reason === null ? null : <Fact label={t("messages.reason")}>{message.reason}</Fact>}
            <Fact label={t("messages.sentAt")}>
              <DateText value={message.sent_at} withTime />
            </Fact>
            <Fact label={t("messages.became")}>
              <Reactions message={message} />
            </Fact>
            <Fact label={t("messages.campaign")}>
              {message.campaign_id === null ? (
                t("ui:none")
              ) : (
                <AppLink to={`/campaigns/${message.campaign_id}`}>{message.campaign_name}</AppLink>
              )}
            </Fact>
          </div>
          {message.html === null || message.text === null ? (
            <p>{t("messages.erased")}</p>
          ) : (
            <>
              <p className={customers.quiet}>{t("messages.asSent")}</p>
              <div className={styles.mail}>
                <MailBody html={message.html.replaceAll(PIXEL, "")} text={message.text} />
              </div>
            </>
          )}
        </Card>
      )}
    </Stack>
  );
}
