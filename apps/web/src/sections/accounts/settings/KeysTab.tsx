import { Button } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Card } from "../../../ui/Card.tsx";
import { DataTable } from "../../../ui/DataTable.tsx";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import { accountQuery } from "../accounts.api.ts";
import { KeyCalls } from "./KeyCalls.tsx";
import { KeyDialog } from "./KeyDialog.tsx";
import { KeyEndDialog } from "./KeyEndDialog.tsx";
import { keyColumns, otherReach } from "./key-columns.tsx";
import keys from "./keys.module.css";
import { ReadOnlyNotice } from "./notices.tsx";
import { type KeyItem, keysQuery } from "./settings.api.ts";
import styles from "./settings.module.css";

/** Whose calls are shown, such as feed-12. */
export type KeySearch = { key?: string | undefined };

function shownKey({ key }: KeySearch): Pick<KeyItem, "kind" | "id"> | undefined {
  const [, kind, id] = /^(feed|partner)-(\d{1,15})$/.exec(key ?? "") ?? [];
  return kind === undefined ? undefined : { kind: kind as KeyItem["kind"], id: Number(id) };
}

/** The keys other systems use to reach this facility: they are listed by their beginning, and shown whole once. */
export function KeysTab({ id, search }: { id: number; search: KeySearch }) {
  const { t } = useTranslation(["accountSettings", "ui"]);
  const query = useQuery(keysQuery(id));
  const { data: account } = useQuery(accountQuery(id));
  const [making, setMaking] = useState(false);
  const [toRevoke, setToRevoke] = useState<KeyItem>();
  const [narrowing, setNarrowing] = useState<KeyItem>();
  const [ending, setEnding] = useState<{ of: KeyItem; act: "replace" | "end" }>();
  const editable = account?.editable_parts.includes("keys") ?? false;
  const items = query.data?.items;
  const narrowable = (query.data?.reaches.length ?? 0) > 1;
  const columns = useMemo(() => {
    const acts = {
      revoke: setToRevoke,
      end: (of: KeyItem, act: "replace" | "end") => setEnding({ of, act }),
      ...(narrowable ? { reach: setNarrowing } : {}),
    };
    return keyColumns(id, editable ? acts : undefined, t);
  }, [id, editable, narrowable, t]);
  const shown = shownKey(search);
  const revoke = async (key: KeyItem) => {
    try {
      const answer = await client.accountSettings.revokeKey({ id, kind: key.kind, key_id: key.id });
      queryClient.setQueryData(keysQuery(id).queryKey, (before) => before && { ...before, ...answer });
      notify("success", t("keys.revoked", { name: key.name }));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  const setReach = async (key: KeyItem) => {
    try {
      const place = { id, kind: key.kind, key_id: key.id };
      const answer = await client.accountSettings.updateKey({ ...place, reach: otherReach(key) });
      queryClient.setQueryData(keysQuery(id).queryKey, (before) => before && { ...before, ...answer });
      notify("success", t("keys.reachSaved", { name: key.name }));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  if (query.isError && items === undefined)
    return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {t("keys.add")}
    </Button>
  );
  return (
    <>
      {account !== undefined && !editable ? <ReadOnlyNotice id={id} /> : null}
      <p className={styles.lead}>{t("keys.lead")}</p>
      <Card title={t("keys.title")} aside={editable && items?.length ? add : undefined} flush>
        <DataTable
          caption={t("keys.title")}
          columns={columns}
          rows={items}
          rowKey={(key) => `${key.kind}/${key.id}`}
          minWidth={900}
          skeletonRows={3}
          empty={
            <EmptyState
              icon={<IconKey size={24} aria-hidden />}
              sentence={t(editable ? "keys.empty" : "keys.emptyReadOnly")}
              action={editable ? add : undefined}
            />
          }
        />
      </Card>
      {shown ? (
        <div className={keys.calls}>
          <KeyCalls key={search.key} accountId={id} of={shown} />
        </div>
      ) : null}
      {ending ? <KeyEndDialog accountId={id} {...ending} onClose={() => setEnding(undefined)} /> : null}
      {making && query.data ? (
        <KeyDialog
          accountId={id}
          kinds={query.data.kinds}
          reaches={query.data.reaches}
          onClose={() => setMaking(false)}
        />
      ) : null}
      <ConfirmDialog
        opened={narrowing !== undefined}
        onClose={() => setNarrowing(undefined)}
        title={narrowing ? t(`keys.reachTitle.${otherReach(narrowing)}`, { name: narrowing.name }) : ""}
        confirm={t(`keys.reachTo.${narrowing ? otherReach(narrowing) : "facility"}`)}
        onConfirm={() => narrowing && setReach(narrowing)}
      >
        <p>{t(`keys.reachHelp.${narrowing ? otherReach(narrowing) : "facility"}`)}</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={toRevoke !== undefined}
        onClose={() => setToRevoke(undefined)}
        title={toRevoke ? t("keys.revokeTitle", { name: toRevoke.name }) : ""}
        confirm={t("keys.revokeConfirm")}
        danger
        onConfirm={() => toRevoke && revoke(toRevoke)}
      >
        <p>{t("keys.revokeLost")}</p>
        <p>
          {toRevoke?.last_used_at
            ? t("keys.revokeUsed", { at: formatDateTime(toRevoke.last_used_at) })
            : t("keys.revokeUnused")}
        </p>
      </ConfirmDialog>
    </>
  );
}
