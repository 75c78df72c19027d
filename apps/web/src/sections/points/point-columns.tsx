import type { TFunction } from "i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import type { Column } from "../../ui/DataTable.tsx";
import { formatDate, formatNumber } from "../../ui/format.ts";
import { actColumn, Lines, remarksColumn, stateOfUseColumn } from "../../ui/history-cells.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { CountText, DateText } from "../../ui/values.tsx";
import type { Grant, Use } from "./points.api.ts";

type Words = TFunction<["points", "ui", "fields"]>;

const bold = (value: number) => (
  <strong>
    <CountText value={value} />
  </strong>
);

/** What became of a grant; nothing that is 0 but what is left. */
function became(one: Grant, t: Words): string[] {
  if (one.remaining === null) return [];
  const parts = [
    ["history.used", one.used],
    ["history.expired", one.expired],
    ["history.takenBack", one.taken_back],
    ["history.debtPaid", one.debt_paid],
  ] as const;
  const rest = parts.flatMap(([word, n]) => (n === null || n === 0 ? [] : [t(word, { n: formatNumber(n) })]));
  return [t("history.left", { n: formatNumber(one.remaining) }), ...rest];
}

/** Which grant a reversal takes back. */
function reversed({ reverses_grant_date: date, reverses_grant_point: n }: Grant, t: Words): string | null {
  if (date === null || n === null) return null;
  return t("history.reverses", { date: formatDate(date), n: formatNumber(n) });
}

const KIND = { granted: "success", deducted: "warning", reversed: "warning" } as const;

export function grantColumns(t: Words, takeBack: (one: Grant) => void): Column<Grant>[] {
  const none = t("ui:none");
  return [
    { key: "date", title: t("history.date"), render: (one) => <DateText value={one.grant_date} /> },
    {
      key: "kind",
      title: t("history.kind"),
      render: (one) => <Tag kind={KIND[one.kind]}>{t(`history.kinds.${one.kind}`)}</Tag>,
    },
    { key: "points", title: t("history.points"), align: "right", render: (one) => bold(one.grant_point) },
    {
      key: "after",
      title: t("history.after"),
      align: "right",
      render: (one) => <CountText value={one.balance_after} />,
    },
    { key: "became", title: t("history.became"), render: (one) => <Lines of={became(one, t)} none={none} /> },
    {
      key: "expiry",
      title: t("history.expiry"),
      render: (one) => {
        if (one.kind !== "granted") return none;
        return one.expiration_date === null ? t("standing.never") : <DateText value={one.expiration_date} />;
      },
    },
    {
      key: "origin",
      title: t("history.origin"),
      render: (one) => (
        <Stacked
          main={
            one.campaign_id ? (
              <AppLink to={`/campaigns/${one.campaign_id}`}>{one.campaign_name}</AppLink>
            ) : (
              t("history.byHand")
            )
          }
          sub={<Lines of={[reversed(one, t), one.facility_name, one.original_reservation_code]} none="" />}
        />
      ),
    },
    remarksColumn(t("fields:history.remarks")),
    actColumn(
      { title: t("fields:history.act"), act: t("act.takeBack"), none },
      (one) => t("act.takeBackOf", { date: formatDate(one.grant_date) }),
      takeBack,
    ),
  ];
}

export function pointUseColumns(t: Words, cancel: (one: Use) => void): Column<Use>[] {
  const none = t("ui:none");
  return [
    { key: "date", title: t("history.date"), render: (one) => <DateText value={one.use_date} /> },
    { key: "points", title: t("history.points"), align: "right", render: (one) => bold(one.use_point) },
    {
      key: "after",
      title: t("history.afterUse"),
      align: "right",
      render: (one) => <CountText value={one.balance_after} />,
    },
    {
      key: "parts",
      title: t("history.paidBy"),
      render: (one) => (
        <Lines
          of={one.parts.map((part) =>
            t("history.part", { date: formatDate(part.grant_date), n: formatNumber(part.use_point) }),
          )}
          none={none}
        />
      ),
    },
    stateOfUseColumn(t("fields:history.state")),
    {
      key: "origin",
      title: t("history.place"),
      render: (one) => <Lines of={[one.facility_name, one.original_reservation_code]} none={none} />,
    },
    remarksColumn(t("fields:history.remarks")),
    actColumn(
      { title: t("fields:history.act"), act: t("act.cancelUse"), none },
      (one) => t("act.cancelUseOf", { date: formatDate(one.use_date) }),
      cancel,
    ),
  ];
}
