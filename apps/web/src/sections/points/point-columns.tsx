import type { TFunction } from "i18next";
import { actColumn, Lines, remarksColumn, stateOfUseColumn } from "../../parts/customers/history-cells.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { formatDate, formatNumber } from "../../ui/format.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import type { Column } from "../../ui/table-props.ts";
import { CountText, DateText } from "../../ui/values.tsx";
import type { Grant, Use } from "./points.api.ts";
import styles from "./points.module.css";

type Words = TFunction<["points", "ui", "fields"]>;

const bold = (value: number) => (
  <strong>
    <CountText value={value} />
  </strong>
);

/** Which grants gave how much. */
const shares = (parts: readonly { grant_date: string; point: number }[], t: Words): string[] =>
  parts.map(({ grant_date, point }) => t("history.part", { date: formatDate(grant_date), n: formatNumber(point) }));

/** A day in one line, also where the column is narrow. */
const day = (value: string) => (
  <span className={styles.day}>
    <DateText value={value} />
  </span>
);

/** Points less debt: below nothing it is what is owed. */
const after = (value: number, t: Words) =>
  value < 0 ? <span>{t("history.short", { n: formatNumber(-value) })}</span> : <CountText value={value} />;

/** What became of a grant, without figures of 0 except what is left; of an entry that takes points away: from which grants. */
function became(one: Grant, t: Words): string[] {
  if (one.remaining === null) {
    const owed = one.owed ? [t("history.owed", { n: formatNumber(one.owed) })] : [];
    return [...shares(one.taken_from, t), ...owed];
  }
  const parts = [
    ["history.used", one.used],
    ["history.expired", one.expired],
    ["history.revoked", one.revoked],
    ["history.deducted", one.deducted],
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

/** Whose it was before a merge. */
const merged = ({ of_merged: name }: Grant | Use, t: Words) => (name === null ? null : t("history.ofMerged", { name }));

const KIND = { granted: "success", deducted: "warning", reversed: "warning" } as const;

export function grantColumns(t: Words, revoke: (one: Grant) => void): Column<Grant>[] {
  const none = t("ui:none");
  return [
    {
      key: "date",
      title: t("history.date"),
      render: (one) => (
        <Stacked
          main={day(one.grant_date)}
          sub={one.booked_on === null ? null : t("history.bookedOn", { date: formatDate(one.booked_on) })}
        />
      ),
    },
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
      render: (one) => after(one.balance_after, t),
    },
    { key: "became", title: t("history.became"), render: (one) => <Lines of={became(one, t)} none={none} /> },
    {
      key: "expiry",
      title: t("history.expiry"),
      render: (one) => {
        if (one.kind !== "granted") return none;
        return one.expiration_date === null ? t("summary.never") : day(one.expiration_date);
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
          sub={
            <Lines of={[reversed(one, t), one.facility_name, one.original_reservation_code, merged(one, t)]} none="" />
          }
        />
      ),
    },
    remarksColumn(t("fields:history.remarks")),
    actColumn(
      { title: t("fields:history.act"), act: t("act.revoke"), none },
      (one) => t("act.revocationOf", { date: formatDate(one.grant_date) }),
      revoke,
    ),
  ];
}

export function pointUseColumns(t: Words, cancel: (one: Use) => void): Column<Use>[] {
  const none = t("ui:none");
  return [
    { key: "date", title: t("history.date"), render: (one) => day(one.use_date) },
    { key: "points", title: t("history.points"), align: "right", render: (one) => bold(one.use_point) },
    {
      key: "after",
      title: t("history.afterUse"),
      align: "right",
      render: (one) => after(one.balance_after, t),
    },
    {
      key: "parts",
      title: t("history.paidBy"),
      render: (one) => (
        <Lines
          of={shares(
            one.parts.map((part) => ({ ...part, point: part.use_point })),
            t,
          )}
          none={none}
        />
      ),
    },
    stateOfUseColumn(t("fields:history.state"), (one) =>
      one.lapsed === 0 ? null : t("history.lapsed", { n: formatNumber(one.lapsed) }),
    ),
    {
      key: "origin",
      title: t("history.place"),
      render: (one) => <Lines of={[one.facility_name, one.original_reservation_code, merged(one, t)]} none={none} />,
    },
    remarksColumn(t("fields:history.remarks")),
    actColumn(
      { title: t("fields:history.act"), act: t("act.cancelUse"), none },
      (one) => t("act.cancelUseOf", { date: formatDate(one.use_date) }),
      cancel,
    ),
  ];
}
