import { Button, Group } from "@mantine/core";
import type { KeyReach } from "@okaeri/domain/accounts/partner-scopes";
import type { TFunction } from "i18next";
import { AppLink } from "../../../shell/AppLink.tsx";
import { formatDate, formatDateTime, tokyoDay } from "../../../ui/format.ts";
import { Stacked } from "../../../ui/Stacked.tsx";
import { Tag, type TagKind } from "../../../ui/Tag.tsx";
import type { Column } from "../../../ui/table-props.ts";
import { DateText } from "../../../ui/values.tsx";
import type { KeyItem } from "./settings.api.ts";

type KeyState = "working" | "replaced" | "expired" | "revoked";
const KINDS = {
  working: "success",
  replaced: "info",
  expired: "warning",
  revoked: "neutral",
} as const satisfies Record<KeyState, TagKind>;

function stateOf(key: KeyItem): KeyState {
  if (key.revoked_at !== null) return "revoked";
  if (key.expires_at !== null && Date.parse(key.expires_at) <= Date.now()) return "expired";
  return key.is_replaced ? "replaced" : "working";
}

/** The last day of a key that stops at a midnight, else the hour. */
function endOf(expiresAt: string): string {
  const last = new Date(Date.parse(expiresAt) - 1).toISOString();
  return tokyoDay(last) === tokyoDay(expiresAt) ? formatDateTime(expiresAt) : formatDate(tokyoDay(last));
}

type Acts = {
  revoke: (key: KeyItem) => void;
  end: (key: KeyItem, act: "replace" | "end") => void;
  /** Where there are other facilities' guests, too. */
  reach?: (key: KeyItem) => void;
};

export function keyColumns(
  accountId: number,
  acts: Acts | undefined,
  t: TFunction<["accountSettings", "ui"]>,
): Column<KeyItem>[] {
  const columns: Column<KeyItem>[] = [
    {
      key: "name",
      title: t("keys.name"),
      render: (key) => <Stacked main={<strong>{key.name}</strong>} sub={t("keys.hint", { hint: key.key_hint })} />,
    },
    {
      key: "kind",
      title: t("keys.kind"),
      render: (key) => (
        <Stacked
          main={t(`keys.kinds.${key.kind}`)}
          sub={
            key.kind === "feed"
              ? t(`feed.${key.feed_channel ?? "json"}`)
              : [...(key.scopes ?? []).map((scope) => t(`keys.scope.${scope}`)), ...narrowed(key, t)].join(
                  t("keys.and"),
                )
          }
        />
      ),
    },
    {
      key: "state",
      title: t("keys.state"),
      render: (key) => <Tag kind={KINDS[stateOf(key)]}>{t(`keys.states.${stateOf(key)}`)}</Tag>,
    },
    {
      key: "expires",
      title: t("keys.expires"),
      render: (key) => (key.expires_at ? t("keys.until", { day: endOf(key.expires_at) }) : t("keys.noExpiry")),
    },
    {
      key: "used",
      title: t("keys.lastUsed"),
      render: (key) => (
        <Stacked
          main={key.last_used_at ? <DateText value={key.last_used_at} withTime /> : t("keys.neverUsed")}
          sub={
            <AppLink
              to={`/accounts/${accountId}/keys`}
              search={{ key: `${key.kind}-${key.id}` }}
              aria-label={t("keys.calls.of", { name: key.name })}
            >
              {t("keys.calls.show")}
            </AppLink>
          }
        />
      ),
    },
    { key: "created", title: t("keys.created"), render: (key) => <DateText value={key.created_at} withTime /> },
  ];
  if (acts)
    columns.push({
      key: "acts",
      title: t("keys.actions"),
      align: "right",
      render: (key) => <KeyActs of={key} acts={acts} t={t} />,
    });
  return columns;
}

/** What a key's reach can be made. */
export const otherReach = ({ reach }: KeyItem): KeyReach => (reach === "facility" ? "programme" : "facility");

const narrowed = ({ reach }: KeyItem, t: TFunction<["accountSettings", "ui"]>) =>
  reach === "facility" ? [t("keys.reaches.facility")] : [];

function KeyActs({ of, acts, t }: { of: KeyItem; acts: Acts; t: TFunction<["accountSettings", "ui"]> }) {
  const state = stateOf(of);
  if (state === "revoked") return null;
  const { name } = of;
  const act = state === "working" ? "replace" : "end";
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {acts.reach && of.kind === "partner" && state !== "expired" ? (
        <Button size="xs" aria-label={t(`keys.reachOf.${otherReach(of)}`, { name })} onClick={() => acts.reach?.(of)}>
          {t(`keys.reachTo.${otherReach(of)}`)}
        </Button>
      ) : null}
      {state === "expired" ? null : (
        <Button size="xs" aria-label={t(`keys.${act}Of`, { name })} onClick={() => acts.end(of, act)}>
          {t(`keys.${act}`)}
        </Button>
      )}
      <Button size="xs" color="danger" aria-label={t("keys.revokeOf", { name })} onClick={() => acts.revoke(of)}>
        {t("keys.revoke")}
      </Button>
    </Group>
  );
}
