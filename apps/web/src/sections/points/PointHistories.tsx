import { grantPointList, usePointList } from "@okaeri/contract/lists/points";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { GuestHistory } from "../../parts/customers/GuestHistory.tsx";
import { useStateOfUseFilter } from "../../parts/customers/history-cells.tsx";
import { notify } from "../../shell/toasts.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { formatDate, formatNumber } from "../../ui/format.ts";
import { GrantDialog } from "./GrantDialog.tsx";
import { GuestGrantRequests } from "./GrantRequests.tsx";
import { PointSummaryCard } from "./PointSummaryCard.tsx";
import { grantColumns, pointUseColumns } from "./point-columns.tsx";
import {
  type Grant,
  type GrantSearch,
  grantsQuery,
  pointSummaryQuery,
  pointsChanged,
  type Use,
  type UseSearch,
  usesQuery,
} from "./points.api.ts";

/** Grants of a guest, what became of them, and taking one back. */
export function GrantHistory({ id, search }: { id: number; search: GrantSearch }) {
  const { t } = useTranslation(["points", "ui", "fields"]);
  const [toConfirm, setToConfirm] = useState<Grant>();
  const { data: summary } = useQuery(pointSummaryQuery(id));
  const columns = useMemo(() => grantColumns(t, setToConfirm), [t]);
  return (
    <>
      <PointSummaryCard id={id} />
      <GuestGrantRequests id={id} />
      <GuestHistory
        list={grantPointList}
        path={`/customers/${id}/grant-points`}
        search={search}
        rows={useQuery(grantsQuery(id, search))}
        columns={columns}
        title={t("history.grants")}
        empty={t("history.noGrants")}
        filters={{
          kind: { label: t("history.kind"), pinned: true, word: (kind) => t(`history.kinds.${kind}`) },
          left: { label: t("history.leftOver"), pinned: true, word: (left) => t(`history.leftOvers.${left}`) },
          granted_on: { label: t("history.grantedOn"), pinned: true },
        }}
      />
      {toConfirm && summary ? (
        <GrantDialog id={id} summary={summary} act={toConfirm} onClose={() => setToConfirm(undefined)} />
      ) : null}
    </>
  );
}

/** Uses of a guest, which grants paid them, and cancelling one. */
export function UseHistory({ id, search }: { id: number; search: UseSearch }) {
  const { t } = useTranslation(["points", "ui", "fields"]);
  const [toConfirm, setToConfirm] = useState<Use>();
  const columns = useMemo(() => pointUseColumns(t, setToConfirm), [t]);
  const cancel = async (use: Use) => {
    try {
      await client.points.cancelUse({ id, use_point_case_id: use.id });
      notify("success", t("cancelDialog.done"));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
    await pointsChanged();
  };
  return (
    <>
      <PointSummaryCard id={id} />
      <GuestHistory
        list={usePointList}
        path={`/customers/${id}/use-points`}
        search={search}
        rows={useQuery(usesQuery(id, search))}
        columns={columns}
        title={t("history.uses")}
        empty={t("history.noUses")}
        filters={{
          state: useStateOfUseFilter(),
          used_on: { label: t("history.usedOn"), pinned: true },
        }}
      />
      <ConfirmDialog
        opened={toConfirm !== undefined}
        onClose={() => setToConfirm(undefined)}
        title={t("cancelDialog.title")}
        confirm={t("cancelDialog.submit")}
        danger
        onConfirm={() => toConfirm && cancel(toConfirm)}
      >
        {toConfirm
          ? t("cancelDialog.text", { date: formatDate(toConfirm.use_date), points: formatNumber(toConfirm.use_point) })
          : null}
      </ConfirmDialog>
    </>
  );
}
