import { SegmentedControl } from "@mantine/core";
import { parseDate } from "@okaeri/domain/calendar-date";
import { flowCode, placeOf } from "@okaeri/domain/rfms/flow";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { DateField } from "../../ui/fields/DateField.tsx";
import { formatCount, formatDate } from "../../ui/format.ts";
import { FlowPicture } from "./FlowPicture.tsx";
import styles from "./movement.module.css";
import { RfmFile } from "./RfmFile.tsx";
import { type Movement, movementQuery, type Rfm } from "./rfms.api.ts";

type Flow = Movement["flows"][number];

/** Who moved between the groups from one evening to another, as a picture and as a table; each flow opens its guests. */
export function MovementCard({ rfm }: { rfm: Rfm }) {
  const { t } = useTranslation(["rfms", "ui"]);
  const id = useId();
  const [view, setView] = useState("flow");
  const [typed, setTyped] = useState<{ from?: string; to?: string }>({});
  const usable = Object.values(typed).every((day) => parseDate(day) !== undefined);
  const asked = useQuery({ ...movementQuery(rfm.id, typed), enabled: usable, placeholderData: keepPreviousData });
  const { data } = asked;
  const problem = asked.isError ? toAppError(asked.error) : undefined;
  const fields = problem?.fields ?? {};
  const day = (side: "from" | "to") => ({
    id: `${id}${side}`,
    label: t(`movement.${side}`),
    value: typed[side] ?? data?.[side] ?? "",
    error: fields[side],
    // Both are asked for from now on, so that the other one stays what it says.
    onChange: (value: string) =>
      setTyped((was) => ({ ...(data ? { from: data.from, to: data.to } : {}), ...was, [side]: value })),
  });
  return (
    <Card
      title={t("movement.title")}
      aside={
        <>
          <RfmFile
            rfm={rfm}
            file="movement"
            title={t("movement.title")}
            query={data ? { from: data.from, to: data.to } : {}}
          />
          <SegmentedControl
            size="xs"
            aria-label={t("movement.view")}
            value={view}
            onChange={setView}
            data={[
              { value: "flow", label: t("movement.asFlow") },
              { value: "table", label: t("movement.asTable") },
            ]}
          />
        </>
      }
    >
      <div className={styles.body} aria-busy={asked.isFetching}>
        <div className={styles.days}>
          <DateField {...day("from")} />
          <DateField {...day("to")} />
        </div>
        {problem && !fields.from && !fields.to ? (
          <ErrorState message={problem.message} onRetry={() => void asked.refetch()} />
        ) : data && !problem ? (
          <Moved rfm={rfm} movement={data} view={view} />
        ) : null}
      </div>
    </Card>
  );
}

function Moved({ rfm, movement, view }: { rfm: Rfm; movement: Movement; view: string }) {
  const { t } = useTranslation(["rfms", "ui"]);
  const go = useGo();
  const href = useHref();
  const mayOpen = useMay("customers/read");
  const { groups, flows, changed_on } = movement;
  const [from, to] = [formatDate(movement.from), formatDate(movement.to)];
  const order = [...groups.map(({ id }) => String(id)), "none", "unscored", "new"];
  const nameOf = (place: string): string => {
    const at = placeOf(place);
    if (typeof at !== "number") return t(`movement.${at}`);
    const group = groups.find(({ id }) => id === at);
    return group?.gone ? t("movement.gone", { name: group.name }) : (group?.name ?? t("ui:none"));
  };
  const says = ({ was, is, count }: Flow) =>
    t("movement.flow", { was: nameOf(was), is: nameOf(is), n: formatCount(count, "people") });
  const guestsOf = ({ was, is }: Flow) => {
    const days = { from: parseDate(movement.from), to: parseDate(movement.to) };
    if (!days.from || !days.to) return {};
    const flow = { rfmId: rfm.id, from: days.from, to: days.to, was: placeOf(was), is: placeOf(is) };
    return { rfm_flow: flowCode(flow) };
  };
  const link = {
    href: (flow: Flow) => href("/customers", guestsOf(flow)),
    open: (flow: Flow) => void go("/customers", guestsOf(flow)),
  };
  const opening = mayOpen ? link : undefined;
  const stayed = flows.filter(({ was, is }) => was === is).reduce((sum, { count }) => sum + count, 0);
  const moved = flows.reduce((sum, { count }) => sum + count, 0) - stayed;
  const title = t("movement.caption", { from, to });
  const columns: Column<Flow>[] = [
    { key: "was", title: t("movement.was", { day: from }), render: ({ was }) => nameOf(was) },
    { key: "is", title: t("movement.is", { day: to }), render: ({ is }) => nameOf(is) },
    {
      key: "guests",
      title: t("movement.guests"),
      align: "right",
      render: ({ count }) => formatCount(count, "people"),
    },
  ];
  return (
    <>
      {flows.length === 0 ? (
        <EmptyState sentence={t("movement.noFlows")} />
      ) : (
        <>
          <p className={styles.note} role="status">
            {t("movement.moved", { moved: formatCount(moved, "people"), stayed: formatCount(stayed, "people") })}
          </p>
          {view === "flow" ? (
            <FlowPicture
              title={title}
              columns={[t("movement.was", { day: from }), t("movement.is", { day: to })]}
              flows={flows}
              order={order}
              nameOf={nameOf}
              says={says}
              {...(opening ? { link: opening } : {})}
            />
          ) : (
            <DataTable
              caption={title}
              columns={columns}
              rows={[...flows].sort((a, b) => Number(a.was === a.is) - Number(b.was === b.is) || b.count - a.count)}
              rowKey={({ was, is }) => `${was}/${is}`}
              {...(opening ? { row: opening } : {})}
              empty={null}
            />
          )}
        </>
      )}
      <p className={styles.note}>{t("movement.rule")}</p>
      {changed_on.length > 0 ? (
        <p className={styles.note}>
          {t("movement.changed", { days: changed_on.map(formatDate).join(t("movement.and")) })}
        </p>
      ) : null}
    </>
  );
}
