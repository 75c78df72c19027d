import { Button, Chip } from "@mantine/core";
import type { TimelineKind } from "@okaeri/contract/customer-requests";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatCount, formatDate, formatPrice } from "../../ui/format.ts";
import styles from "./CustomerTimeline.module.css";
import { type TimelineEvent, timelineQuery } from "./customers.api.ts";
import customers from "./customers.module.css";

const GROUPS = {
  stays: ["reservation", "cancellation", "stay"],
  points: [
    "points_granted",
    "points_taken",
    "points_deducted",
    "points_used",
    "points_use_cancelled",
    "points_expired",
  ],
  coupons: ["coupon_got", "coupon_revoked", "coupon_used", "coupon_use_cancelled"],
  messages: [
    "message",
    "message_opened",
    "message_clicked",
    "message_unsubscribed",
    "message_bounced",
    "message_complained",
    "consent",
  ],
  rank: ["rank", "rank_given", "rank_given_over"],
  record: ["note", "edit"],
} as const satisfies Record<string, readonly TimelineKind[]>;
type Group = keyof typeof GROUPS;
const ALL = Object.keys(GROUPS) as Group[];
const SIZE = 50;

/** Everything that happened with the guest, the newest first. */
export function CustomerTimeline({ id }: { id: number }) {
  const { t } = useTranslation("customers");
  const [groups, setGroups] = useState<Group[]>([]);
  const [page, setPage] = useState(1);
  const kinds = groups.flatMap((group): readonly TimelineKind[] => GROUPS[group]);
  const found = useQuery(timelineQuery(id, { kinds, page, size: SIZE }));
  const events = found.data?.items ?? [];
  const pages = Math.ceil((found.data?.total ?? 0) / SIZE);
  return (
    <Card title={t("timeline.title")}>
      <Chip.Group
        multiple
        value={groups}
        onChange={(chosen) => {
          setGroups(chosen as Group[]);
          setPage(1);
        }}
      >
        <fieldset className={styles.groups} aria-label={t("timeline.narrow")}>
          {ALL.map((group) => (
            <Chip key={group} value={group} size="xs">
              {t(`timeline.group.${group}`)}
            </Chip>
          ))}
        </fieldset>
      </Chip.Group>
      {found.isError ? <ErrorState message={found.error.message} onRetry={() => void found.refetch()} /> : null}
      {found.data && events.length === 0 ? <p className={customers.quiet}>{t("timeline.none")}</p> : null}
      <ol className={styles.events}>
        {events.map((event) => (
          <li key={event.key}>
            <time dateTime={event.day}>{formatDate(event.day)}</time>
            <span>
              <strong>{t(`timeline.kind.${event.kind}`)}</strong> <span>{wordsOf(event, t)}</span>
            </span>
          </li>
        ))}
      </ol>
      {pages > 1 ? (
        <div className={customers.noteButtons}>
          <Button size="xs" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t("timeline.newer")}
          </Button>
          <Button size="xs" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t("timeline.older")}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

function wordsOf({ kind, title, detail, amount }: TimelineEvent, t: TFunction<"customers">): string {
  const join = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(" ");
  if (kind.startsWith("points_")) return join(formatCount(amount ?? 0, "points"), title, detail);
  if (kind === "consent")
    return join(t(`consents.channel.${title as "mail"}`), t(`consents.${detail as "given" | "withdrawn"}`));
  if (kind === "message") return join(title, t(`consents.channel.${detail as "mail"}`));
  if (kind.startsWith("message_")) return join(title);
  if (kind === "rank")
    return t("timeline.rank", { to: title ?? t("timeline.noRank"), from: detail ?? t("timeline.noRank") });
  if (kind === "rank_given" || kind === "rank_given_over") return join(title ?? t("timeline.noRank"), detail);
  if (kind === "edit") return join(title, detail === "create" ? t("timeline.created") : null);
  return join(title, detail, amount !== null && formatPrice(amount));
}
