import { Button, Group } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import type { PageSearch } from "../../api/records.ts";
import { Lines } from "../../parts/customers/history-cells.tsx";
import { ReasonDialog } from "../../parts/records/ReasonDialog.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { notify } from "../../shell/toasts.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Facts } from "../../ui/fields/Facts.tsx";
import { formatDate, formatDateTime, formatNumber } from "../../ui/format.ts";
import { ListTable, type Rows } from "../../ui/ListTable.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import type { Column } from "../../ui/table-props.ts";
import { CountText } from "../../ui/values.tsx";
import { type GrantRequest, grantRequestsQuery, pointsChanged } from "./points.api.ts";
import styles from "./points.module.css";

const STATES = { waiting: "warning", approved: "success", rejected: "neutral", lapsed: "neutral" } as const;

/** Requests of one guest; nothing where there was none. */
export function GuestGrantRequests({ id }: { id: number }) {
  const [search, setSearch] = useState<PageSearch>({});
  const rows = useQuery(grantRequestsQuery(id, search));
  if (rows.data === undefined || rows.data.total === 0) return null;
  return (
    <div className={styles.requests}>
      <GrantRequestTable rows={rows} search={search} onShow={setSearch} ofOneGuest />
    </div>
  );
}

type GrantRequestTableProps = {
  rows: Rows<GrantRequest>;
  search: PageSearch;
  onShow: (change: PageSearch) => void;
  /** Whose they are is clear from the page. */
  ofOneGuest?: boolean;
};

/** Grants that wait for a second person, and what was decided about them. */
export function GrantRequestTable({ rows, search, onShow, ofOneGuest = false }: GrantRequestTableProps) {
  const { t } = useTranslation(["points", "ui"]);
  const [asking, setAsking] = useState<{ act: "approve" | "reject"; request: GrantRequest }>();
  const close = () => setAsking(undefined);
  const approve = async ({ customer_id: id, id: request_id }: GrantRequest) => {
    try {
      await client.points.approveRequest({ id, request_id }, { context: { idempotencyKey: `approve-${request_id}` } });
      notify("success", t("request.approved"));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
    await pointsChanged();
  };
  const columns: Column<GrantRequest>[] = [
    {
      key: "requested",
      title: t("request.requested"),
      width: 168,
      render: (one) => <Stacked main={formatDateTime(one.requested_at)} sub={one.requested_by} />,
    },
    ...(ofOneGuest
      ? []
      : [
          {
            key: "guest",
            title: t("confirm.guest"),
            width: 128,
            render: (one: GrantRequest) => (
              <AppLink to={`/customers/${one.customer_id}/grant-points`}>
                {t("confirm.name", { name: one.customer_name })}
              </AppLink>
            ),
          },
        ]),
    {
      key: "points",
      title: t("history.points"),
      align: "right",
      render: (one) => (
        <strong>
          <CountText value={one.grant_point} />
        </strong>
      ),
    },
    { key: "expiry", title: t("history.expiry"), width: 128, render: (one) => expiryWords(one, t) },
    {
      key: "remarks",
      title: t("field.remarks"),
      render: (one) => <Lines of={[one.remarks, one.facility_name]} none={t("ui:none")} />,
    },
    {
      key: "state",
      title: t("request.state"),
      width: 160,
      render: (one) => (
        <Stacked
          main={<Tag kind={STATES[one.state]}>{t(`request.states.${one.state}`)}</Tag>}
          sub={
            one.state === "waiting" ? (
              t("request.until", { date: formatDate(one.last_day) })
            ) : (
              <Lines of={[one.decided_by, one.decision_remarks]} none="" />
            )
          }
        />
      ),
    },
    {
      key: "act",
      title: t("request.decide"),
      render: (request) => {
        if (request.page_actions.includes("edit"))
          return (
            <Group gap="xs" wrap="nowrap">
              <Button
                size="compact-sm"
                variant="filled"
                aria-label={t("request.approveOf", named(request))}
                onClick={() => setAsking({ act: "approve", request })}
              >
                {t("request.approve")}
              </Button>
              <Button
                size="compact-sm"
                aria-label={t("request.rejectOf", named(request))}
                onClick={() => setAsking({ act: "reject", request })}
              >
                {t("request.reject")}
              </Button>
            </Group>
          );
        return request.own && request.state === "waiting" ? t("request.own") : t("ui:none");
      },
    },
  ];
  const request = asking?.request;
  return (
    <>
      <ListTable
        caption={t("request.title")}
        {...(ofOneGuest ? { title: t("request.title") } : {})}
        rows={rows}
        columns={columns}
        rowKey={(one) => one.id}
        search={search}
        unit="items"
        onShow={(change) => onShow({ ...search, ...change })}
        minWidth={900}
        skeletonRows={3}
        aside={ofOneGuest ? <AppLink to="/customers/point-requests">{t("request.all")}</AppLink> : undefined}
        empty={<EmptyState sentence={t("request.none")} icon={<IconHistory size={24} aria-hidden />} />}
      />
      <ConfirmDialog
        opened={asking?.act === "approve"}
        onClose={close}
        title={t("request.approveTitle")}
        confirm={t("request.approve")}
        onConfirm={() => request && approve(request)}
      >
        <p>{t("request.approveText")}</p>
        {request ? <RequestFacts request={request} /> : null}
      </ConfirmDialog>
      {asking?.act === "reject" && request ? (
        <ReasonDialog
          name={`point-grant-requests/${request.id}`}
          call="points.rejectRequest"
          words={{
            title: t("request.rejectTitle"),
            reason: t("field.remarks"),
            help: t("request.rejectHelp"),
            submit: t("request.reject"),
            done: t("request.rejected"),
          }}
          confirmation={t("request.rejectConfirm", named(request))}
          act={(remarks, idempotencyKey) =>
            client.points.rejectRequest(
              { id: request.customer_id, request_id: request.id, remarks },
              { context: { idempotencyKey } },
            )
          }
          changed={pointsChanged}
          onClose={close}
        />
      ) : null}
    </>
  );
}

const named = ({ grant_point, customer_name }: GrantRequest) => ({
  points: formatNumber(grant_point),
  name: customer_name,
});

type Words = ReturnType<typeof useTranslation<["points", "ui"]>>["t"];

function expiryWords(one: GrantRequest, t: Words): string {
  switch (one.expiration_type) {
    case "none":
      return t("summary.never");
    case "date":
      return formatDate(one.expiration_date ?? "");
    case "days_from_grant":
      return t("request.daysFromGrant", { count: one.expiration_days_from_grant ?? 0 });
    case "days_from_last_stay":
      return t("request.daysFromLastStay", { count: one.expiration_days_from_last_stay ?? 0 });
  }
}

function RequestFacts({ request }: { request: GrantRequest }) {
  const { t } = useTranslation(["points", "ui"]);
  return (
    <Facts
      of={[
        [t("confirm.guest"), t("confirm.name", { name: request.customer_name })],
        [t("confirm.points.grant"), t("confirm.amount", { points: formatNumber(request.grant_point) })],
        [t("field.expiration_type"), expiryWords(request, t)],
        [t("field.facility_account_id"), request.facility_name ?? t("ui:none")],
        [t("field.remarks"), request.remarks],
        [t("request.requestedBy"), request.requested_by ?? t("ui:none")],
      ]}
    />
  );
}
