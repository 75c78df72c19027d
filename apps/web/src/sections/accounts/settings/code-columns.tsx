import { ActionIcon, Tooltip } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconBan, IconPencil, IconRotate } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { Stacked } from "../../../ui/Stacked.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import type { Column } from "../../../ui/table-props.ts";
import { CountText } from "../../../ui/values.tsx";
import type { CodeItem, CodeListName } from "./code-lists.ts";
import styles from "./codes.module.css";

type Words = TFunction<["accountSettings", "ui"]>;

export type CodeActions = {
  /** A move is being written. */
  busy: boolean;
  onEdit: (item: CodeItem) => void;
  onMove: (item: CodeItem, step: 1 | -1) => void;
  onActive: (item: CodeItem) => void;
};

/** The columns of both lists; without `actions` the list is only read. */
export function codeColumns(
  list: CodeListName,
  items: readonly CodeItem[],
  actions: CodeActions | undefined,
  t: Words,
): Column<CodeItem>[] {
  const none = t("ui:none");
  const columns: Column<CodeItem>[] = [
    {
      key: "name",
      title: t("codes.name"),
      render: (item) => (
        <Stacked
          main={<strong className={item.active_status === "active" ? undefined : styles.dimmed}>{item.name}</strong>}
          sub={item.code}
        />
      ),
    },
    {
      key: "linkages",
      title: t("codes.linkages"),
      render: ({ linkages }) =>
        linkages.length === 0 ? (
          none
        ) : (
          <span className={styles.codes}>
            {linkages.map(({ feed_channel, external_code }) => (
              <Tag key={`${feed_channel}/${external_code}`}>
                {t("codes.linkage", { feed: t(`feed.${feed_channel}`), code: external_code })}
              </Tag>
            ))}
          </span>
        ),
    },
  ];
  if (list === "channels") {
    columns.push({
      key: "domains",
      title: t("codes.domains"),
      render: ({ masked_email_domains: domains = [] }) => (domains.length === 0 ? none : domains.join(" ")),
    });
  }
  columns.push(
    {
      key: "used",
      title: t(`codes.${list}.used`),
      align: "right",
      render: (item) => <CountText value={item.used_by} unit={list === "types" ? "people" : "items"} />,
    },
    {
      key: "status",
      title: t("codes.status"),
      render: ({ active_status: status }) => (
        <Tag kind={status === "active" ? "success" : "neutral"}>{t(`status.${status}`)}</Tag>
      ),
    },
  );
  if (actions) {
    columns.push({
      key: "actions",
      title: t("codes.actions"),
      align: "right",
      width: 190,
      render: (item) => (
        <RowActions item={item} place={items.indexOf(item)} last={items.length - 1} {...actions} t={t} />
      ),
    });
  }
  return columns;
}

type RowActionsProps = CodeActions & { item: CodeItem; place: number; last: number; t: Words };

function RowActions({ item, place, last, busy, onEdit, onMove, onActive, t }: RowActionsProps) {
  const { name } = item;
  const active = item.active_status === "active";
  return (
    <span className={styles.rowActions}>
      <IconAction
        id={`code-${item.id}-up`}
        label={t("codes.up", { name })}
        off={busy || place === 0}
        onClick={() => onMove(item, -1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </IconAction>
      <IconAction
        id={`code-${item.id}-down`}
        label={t("codes.down", { name })}
        off={busy || place === last}
        onClick={() => onMove(item, 1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </IconAction>
      <IconAction id={`code-${item.id}-edit`} label={t("codes.edit", { name })} onClick={() => onEdit(item)}>
        <IconPencil size={16} aria-hidden />
      </IconAction>
      <IconAction
        id={`code-${item.id}-active`}
        label={t(active ? "codes.deactivate" : "codes.activate", { name })}
        onClick={() => onActive(item)}
      >
        {active ? <IconBan size={16} aria-hidden /> : <IconRotate size={16} aria-hidden />}
      </IconAction>
    </span>
  );
}

type IconActionProps = { id: string; label: string; off?: boolean; onClick: () => void; children: ReactNode };

function IconAction({ id, label, off = false, onClick, children }: IconActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon id={id} aria-label={label} disabled={off} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
