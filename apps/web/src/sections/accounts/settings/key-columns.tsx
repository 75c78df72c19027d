import { Button } from "@mantine/core";
import type { TFunction } from "i18next";
import type { Column } from "../../../ui/DataTable.tsx";
import { formatDate, tokyoDay } from "../../../ui/format.ts";
import { Stacked } from "../../../ui/Stacked.tsx";
import { Tag, type TagKind } from "../../../ui/Tag.tsx";
import { DateText } from "../../../ui/values.tsx";
import type { KeyItem } from "./settings.api.ts";

type KeyState = "working" | "expired" | "revoked";
const KINDS = { working: "success", expired: "warning", revoked: "neutral" } as const satisfies Record<
  KeyState,
  TagKind
>;

function stateOf(key: KeyItem): KeyState {
  if (key.revoked_at !== null) return "revoked";
  return key.expires_at !== null && Date.parse(key.expires_at) <= Date.now() ? "expired" : "working";
}

/** The key stops at the midnight after the day that was chosen. */
function lastDay(expiresAt: string): string {
  return tokyoDay(new Date(Date.parse(expiresAt) - 1).toISOString());
}

export function keyColumns(
  onRevoke: ((key: KeyItem) => void) | undefined,
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
              : key.scopes?.map((scope) => t(`keys.scope.${scope}`)).join(t("keys.and"))
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
      render: (key) =>
        key.expires_at ? t("keys.until", { day: formatDate(lastDay(key.expires_at)) }) : t("keys.noExpiry"),
    },
    {
      key: "used",
      title: t("keys.lastUsed"),
      render: (key) => (key.last_used_at ? <DateText value={key.last_used_at} withTime /> : t("keys.neverUsed")),
    },
    { key: "created", title: t("keys.created"), render: (key) => <DateText value={key.created_at} withTime /> },
  ];
  if (onRevoke) {
    columns.push({
      key: "revoke",
      title: t("keys.actions"),
      align: "right",
      render: (key) =>
        stateOf(key) === "revoked" ? null : (
          <Button
            size="xs"
            color="danger"
            aria-label={t("keys.revokeOf", { name: key.name })}
            onClick={() => onRevoke(key)}
          >
            {t("keys.revoke")}
          </Button>
        ),
    });
  }
  return columns;
}
