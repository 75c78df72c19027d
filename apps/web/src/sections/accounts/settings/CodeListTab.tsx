import { Button } from "@mantine/core";
import { IconPlus, IconTags } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Card } from "../../../ui/Card.tsx";
import { DataTable } from "../../../ui/DataTable.tsx";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { CodeDialog } from "./CodeDialog.tsx";
import { codeColumns } from "./code-columns.tsx";
import {
  type CodeItem,
  type CodeListName,
  codeEditOf,
  codeListQuery,
  codesChanged,
  saveCodeItem,
} from "./code-lists.ts";
import { placeAtEnd, rowsToMove } from "./code-order.ts";
import codes from "./codes.module.css";
import { OwnerNotice } from "./notices.tsx";
import type { Owner } from "./settings.api.ts";
import styles from "./settings.module.css";

type ListAnswer = { owner: Owner; items: CodeItem[] };

/** Customer types, or booking channels, of an account: what they are called here and in the systems that feed it. */
export function CodeListTab({ list, id }: { list: CodeListName; id: number }) {
  const { t } = useTranslation(["accountSettings", "ui"]);
  const query = useQuery<ListAnswer>(codeListQuery(list, id) as never);
  const [editing, setEditing] = useState<CodeItem | "new">();
  const [toConfirm, setToConfirm] = useState<CodeItem>();
  const move = useMove(list, id, query.data?.items);
  const items = query.data?.items;
  const editable = query.data?.owner.editable ?? false;

  const setActive = async (item: CodeItem, active_status: CodeItem["active_status"]) => {
    try {
      await saveCodeItem(list, id, item, { ...codeEditOf(item), active_status });
      notify("success", t(active_status === "active" ? "codes.activated" : "codes.deactivated", { name: item.name }));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
    await codesChanged(list, id);
  };
  const actions = {
    busy: move.busy,
    onEdit: setEditing,
    onMove: (item: CodeItem, step: 1 | -1) => void move.run(item, step),
    onActive: (item: CodeItem) =>
      item.active_status === "active" ? setToConfirm(item) : void setActive(item, "active"),
  };
  const columns = codeColumns(list, items ?? [], editable ? actions : undefined, t);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing("new")}>
      {t(`codes.${list}.add`)}
    </Button>
  );
  if (query.isError && items === undefined)
    return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
  return (
    <>
      {query.data ? <OwnerNotice owner={query.data.owner} id={id} tab={list} /> : null}
      <p className={styles.lead}>{t(`codes.${list}.lead`)}</p>
      <span className={codes.unseen} role="status">
        {move.announcement}
      </span>
      <Card
        title={t(`codes.${list}.title`)}
        note={items ? t("codes.count", { n: formatNumber(items.length) }) : undefined}
        aside={editable && items?.length ? add : undefined}
        flush
      >
        <DataTable
          caption={t(`codes.${list}.title`)}
          columns={columns}
          rows={items}
          rowKey={(item) => item.id}
          minWidth={760}
          skeletonRows={4}
          empty={
            <EmptyState
              icon={<IconTags size={24} aria-hidden />}
              sentence={t(editable ? `codes.${list}.empty` : "codes.emptyReadOnly")}
              action={editable ? add : undefined}
            />
          }
        />
      </Card>
      {editing === undefined ? null : (
        <CodeDialog
          list={list}
          accountId={id}
          item={editing === "new" ? undefined : editing}
          atEnd={placeAtEnd(items ?? [])}
          onClose={() => setEditing(undefined)}
        />
      )}
      <ConfirmDialog
        opened={toConfirm !== undefined}
        onClose={() => setToConfirm(undefined)}
        title={toConfirm ? t("codes.deactivateTitle", { name: toConfirm.name }) : ""}
        confirm={t("codes.deactivateConfirm")}
        danger
        onConfirm={() => toConfirm && setActive(toConfirm, "inactive")}
      >
        {toConfirm ? t(`codes.${list}.deactivateLost`, { n: formatNumber(toConfirm.used_by) }) : null}
      </ConfirmDialog>
    </>
  );
}

/** Moving a row writes its place at once; the focus stays with the button that was pressed. */
function useMove(list: CodeListName, id: number, items: CodeItem[] | undefined) {
  const { t } = useTranslation("accountSettings");
  const [busy, setBusy] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const focusNext = useRef<string>(undefined);
  // Rows change places in the document and buttons were switched off, both of which drop the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the rows, whatever changed
  useEffect(() => {
    if (busy || focusNext.current === undefined) return;
    document.getElementById(focusNext.current)?.focus();
    focusNext.current = undefined;
  }, [items, busy]);
  const run = async (item: CodeItem, step: 1 | -1) => {
    if (items === undefined || busy) return;
    const from = items.indexOf(item);
    const to = from + step;
    setBusy(true);
    try {
      for (const row of rowsToMove(items, from, step)) await saveCodeItem(list, id, row, codeEditOf(row));
      const atEnd = to === 0 || to === items.length - 1;
      focusNext.current = `code-${item.id}-${(step === 1) === atEnd ? "up" : "down"}`;
      setAnnouncement(t("codes.moved", { name: item.name, n: to + 1 }));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
    await codesChanged(list, id);
    setBusy(false);
  };
  return { run, busy, announcement };
}
