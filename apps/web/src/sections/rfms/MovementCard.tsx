import { parseDate } from "@okaeri/domain/calendar-date";
import { flowCode, flowPosition } from "@okaeri/domain/rfms/flow";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { DateField } from "../../ui/fields/DateField.tsx";
import { formatCount, formatDate } from "../../ui/format.ts";
import type { Column } from "../../ui/table-props.ts";
import { ViewSwitch } from "../../ui/ViewSwitch.tsx";
import { drawFlow, FlowPicture, type FlowWords } from "./FlowPicture.tsx";
import styles from "./movement.module.css";
import { RfmFile } from "./RfmFile.tsx";
import { type Movement, movementQuery, type Rfm } from "./rfms.api.ts";

type Flow = Movement["flows"][number];

/** Who moved between the groups from one evening to another, as a picture and as a table; each flow opens its guests. */
export function MovementCard({ rfm }: { rfm: Rfm }) {
  const { t } = useTranslation(["rfms", "ui"]);
  const id = useId();
  const [view, setView] = useState<"flow" | "table">("flow");
  const [typed, setTyped] = useState<{ from?: string; to?: string }>({});
  const usable = Object.values(typed).every((day) => parseDate(day) !== undefined);
  const movements = useQuery({ ...movementQuery(rfm.id, typed), enabled: usable, placeholderData: keepPreviousData });
  const { data } = movements;
  const words = useFlowWords(data);
  const problem = movements.isError ? toAppError(movements.error) : undefined;
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
            {...(words && data
              ? {
                  when: t("movement.days", { from: formatDate(data.from), to: formatDate(data.to) }),
                  draw: (colour) => drawFlow(words, colour),
                }
              : {})}
          />
          <ViewSwitch
            label={t("movement.view")}
            value={view}
            onChange={setView}
            views={[
              { value: "flow", label: t("movement.asFlow") },
              { value: "table", label: t("movement.asTable") },
            ]}
          />
        </>
      }
    >
      <div className={styles.body} aria-busy={movements.isFetching}>
        <div className={styles.days}>
          <DateField {...day("from")} />
          <DateField {...day("to")} />
        </div>
        {problem && !fields.from && !fields.to ? (
          <ErrorState message={problem.message} onRetry={() => void movements.refetch()} />
        ) : data && words && !problem ? (
          <Moved rfm={rfm} movement={data} words={words} view={view} />
        ) : null}
      </div>
    </Card>
  );
}

/** The movement as the picture takes it, on the page and in a file. */
function useFlowWords(movement: Movement | undefined): FlowWords | undefined {
  const { t } = useTranslation(["rfms", "ui"]);
  if (!movement) return undefined;
  const { groups, flows } = movement;
  const order = [...groups.map(({ id }) => String(id)), "none", "unscored", "new"];
  const nameOf = (place: string): string => {
    const at = flowPosition(place);
    if (typeof at !== "number") return t(`movement.${at}`);
    const group = groups.find(({ id }) => id === at);
    return group?.gone ? t("movement.gone", { name: group.name }) : (group?.name ?? t("ui:none"));
  };
  const says = ({ was, is, count }: Flow) =>
    t("movement.flow", { was: nameOf(was), is: nameOf(is), n: formatCount(count, "people") });
  const columns: FlowWords["columns"] = [
    t("movement.was", { day: formatDate(movement.from) }),
    t("movement.is", { day: formatDate(movement.to) }),
  ];
  return { columns, flows, order, nameOf, says };
}

type MovedProps = { rfm: Rfm; movement: Movement; words: FlowWords; view: "flow" | "table" };

function Moved({ rfm, movement, words, view }: MovedProps) {
  const { t } = useTranslation(["rfms", "ui"]);
  const go = useGo();
  const href = useHref();
  const mayOpen = useMay("customers/read");
  const { flows, changed_on } = movement;
  const { nameOf } = words;
  const [from, to] = [formatDate(movement.from), formatDate(movement.to)];
  const guestsOf = ({ was, is }: Flow) => {
    const days = { from: parseDate(movement.from), to: parseDate(movement.to) };
    if (!days.from || !days.to) return {};
    const flow = { rfmId: rfm.id, from: days.from, to: days.to, was: flowPosition(was), is: flowPosition(is) };
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
    { key: "was", title: words.columns[0], render: ({ was }) => nameOf(was) },
    { key: "is", title: words.columns[1], render: ({ is }) => nameOf(is) },
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
            <FlowPicture title={title} {...words} {...(opening ? { link: opening } : {})} />
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
