import type { TFunction } from "i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import { formatCount, formatDate } from "../../ui/format.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import type { Column } from "../../ui/table-props.ts";
import { CountText, DateText, YenText } from "../../ui/values.tsx";
import type { Reservation, Stay } from "./customers.api.ts";
import styles from "./customers.module.css";

type Words = TFunction<["customers", "ui"]>;

const stateKinds = {
  reserved: "info",
  in_house: "kaki",
  checked_out: "neutral",
  cancelled: "warning",
  no_show: "danger",
} as const;

function nightsText(nights: number, t: Words): string {
  return nights === 0 ? t("history.dayUse") : formatCount(nights, "nights");
}

/** Null: neither number was reported. */
function peopleText(adults: number | null, children: number | null, t: Words): string | null {
  const words = [
    ...(adults === null ? [] : [t("history.adults", { count: adults })]),
    ...(children ? [t("history.children", { count: children })] : []),
  ];
  return words.length === 0 ? null : words.join(t("history.peopleSeparator"));
}

export function reservationColumns(t: Words, customerId: number): Column<Reservation>[] {
  const none = t("ui:none");
  return [
    {
      key: "period",
      title: t("history.period"),
      render: (one) => (
        <Stacked
          main={<strong>{t("history.from", { date: formatDate(one.check_in_date) })}</strong>}
          sub={nightsText(one.nights, t)}
        />
      ),
    },
    {
      key: "state",
      title: t("history.state"),
      render: (one) => (
        <Stacked
          main={
            <span className={styles.tags}>
              <Tag kind={stateKinds[one.state]}>{t(`states.${one.state}`)}</Tag>
              {one.reservation_status === "go_show" ? <Tag>{t("history.walkIn")}</Tag> : null}
              {one.group_type === "group" ? <Tag>{t("history.group")}</Tag> : null}
            </span>
          }
          sub={one.cancel_date ? t("history.cancelled", { date: formatDate(one.cancel_date) }) : undefined}
        />
      ),
    },
    {
      key: "facility",
      title: t("history.facility"),
      render: (one) => (
        <Stacked
          main={one.facility_name}
          sub={
            <AppLink to={`/customers/${customerId}/reservations/${one.id}`}>{one.original_reservation_code}</AppLink>
          }
        />
      ),
    },
    {
      key: "room",
      title: t("history.room"),
      render: (one) => <Stacked main={one.room_type ?? none} sub={peopleText(one.adult_count, one.child_count, t)} />,
    },
    { key: "plan", title: t("history.plan"), render: (one) => one.plan_code ?? none },
    { key: "reserved", title: t("history.reservedDate"), render: (one) => <DateText value={one.reserved_date} /> },
    { key: "grant", title: t("history.grant"), render: (one) => t(`history.grantStatus.${one.grant_status}`) },
    {
      key: "price",
      title: t("history.reservedPrice"),
      align: "right",
      render: (one) => <YenText value={one.reserved_price} />,
    },
  ];
}

export function stayColumns(t: Words, customerId: number): Column<Stay>[] {
  return [
    {
      key: "period",
      title: t("history.period"),
      render: (one) => (
        <Stacked
          main={<strong>{t("history.from", { date: formatDate(one.check_in_date) })}</strong>}
          sub={nightsText(one.nights, t)}
        />
      ),
    },
    { key: "facility", title: t("history.facility"), render: (one) => one.facility_name },
    {
      key: "transaction",
      title: t("history.transaction"),
      render: (one) => <span className="tnum">{one.transaction_code}</span>,
    },
    {
      key: "code",
      title: t("history.code"),
      // The booking's page shows what the stay caused.
      render: (one) => (
        <AppLink to={`/customers/${customerId}/reservations/${one.stay_reservation_id}`}>
          {one.original_reservation_code ?? one.transaction_code}
        </AppLink>
      ),
    },
    { key: "confirmed", title: t("history.confirmedDate"), render: (one) => <DateText value={one.confirmed_date} /> },
    { key: "online", title: t("history.online"), render: (one) => onlineText(one, t) },
    {
      key: "points",
      title: t("history.granted"),
      align: "right",
      render: (one) => <CountText value={one.granted_points} />,
    },
    {
      key: "paid",
      title: t("history.paidPrice"),
      align: "right",
      render: (one) => <YenText value={one.payment_price} />,
    },
    { key: "price", title: t("history.usePrice"), align: "right", render: (one) => <YenText value={one.use_price} /> },
  ];
}

function onlineText(stay: Stay, t: Words): string {
  const words = [
    ...(stay.is_online_check_in ? [t("history.onlineIn")] : []),
    ...(stay.is_online_check_out ? [t("history.onlineOut")] : []),
  ];
  return words.length === 0 ? t("ui:none") : words.join(t("history.peopleSeparator"));
}
