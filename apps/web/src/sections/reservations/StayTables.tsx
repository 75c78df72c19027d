import { useTranslation } from "react-i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { formatDate, formatNumber } from "../../ui/format.ts";
import type { Column } from "../../ui/table-props.ts";
import { CountText, DateText, YenText } from "../../ui/values.tsx";
import type { StayDetail } from "./reservations.api.ts";

/** Before the stay: what it will earn, campaign by campaign. */
function ExpectedPoints({ stay: { expected_points: grants, stay, reserved_price } }: { stay: StayDetail }) {
  const { t } = useTranslation("reservations");
  const unpriced = stay === null && reserved_price === null ? <p>{t("expectedUnpriced")}</p> : null;
  if (grants.length === 0)
    return (
      <>
        <p>{t("pointsNone")}</p>
        {unpriced}
      </>
    );
  return (
    <>
      <p>{t("expected", { points: formatNumber(grants.reduce((sum, grant) => sum + grant.points, 0)) })}</p>
      <ul>
        {grants.map(({ campaign_name, points, expiration_date }) => (
          <li key={`${campaign_name}/${expiration_date}/${points}`}>
            {t(expiration_date === null ? "expectedForEver" : "expectedUntil", {
              campaign: campaign_name,
              points: formatNumber(points),
              day: expiration_date === null ? "" : formatDate(expiration_date),
            })}
          </li>
        ))}
      </ul>
      <p>{t("expectedNote")}</p>
      {unpriced}
    </>
  );
}

/** By what rank and RFM the points of the day were decided. */
function JudgedBy({ evening, rank, rfm }: NonNullable<StayDetail["judged_by"]>) {
  const { t } = useTranslation("reservations");
  const scored = rfm !== null && rfm.recency_score !== null;
  const facts = [
    rank && (rank.name === null ? t("judged.noRank") : t("judged.rank", { name: rank.name })),
    rfm &&
      (scored
        ? t(rfm.groups.length === 0 ? "judged.noGroup" : "judged.group", {
            names: rfm.groups.join(t("judged.and")),
            r: rfm.recency_score,
            f: rfm.frequency_score,
            m: rfm.monetary_score,
          })
        : t("judged.noScores")),
  ].filter((fact) => fact !== null);
  return <p>{t("judged.by", { day: formatDate(evening), facts: facts.join(t("judged.and")) })}</p>;
}

/** Rooms, guests, the bill, and what the stay caused. */
export function StayTables({ stay: one }: { stay: StayDetail }) {
  const { t } = useTranslation(["reservations", "ui"]);
  const none = t("ui:none");
  const rooms: Column<StayDetail["rooms"][number]>[] = [
    { key: "room", title: t("room"), render: (room) => room.room_code || none },
    { key: "type", title: t("roomType"), render: (room) => room.room_type || none },
    {
      key: "period",
      title: t("period"),
      render: (room) => `${formatDate(room.stay_start_date)} – ${formatDate(room.stay_end_date)}`,
    },
    { key: "adults", title: t("adults"), align: "right", render: (room) => <CountText value={room.adult_count} /> },
    { key: "children", title: t("children"), align: "right", render: (room) => <CountText value={room.child_count} /> },
  ];
  const guests: Column<StayDetail["guests"][number]>[] = [
    {
      key: "name",
      title: t("guest"),
      render: (guest) =>
        guest.customer_id !== null && guest.customer_id !== one.customer_id ? (
          <AppLink to={`/customers/${guest.customer_id}`}>{guest.name}</AppLink>
        ) : (
          guest.name
        ),
    },
    { key: "type", title: t("guestType"), render: (guest) => t(`guestTypes.${guest.guest_type}`) },
    { key: "contact", title: t("contact"), render: (guest) => guest.email ?? guest.tel ?? none },
  ];
  const bill: Column<{ name: string; price: number }>[] = [
    { key: "name", title: t("bill"), render: (line) => line.name },
    { key: "price", title: t("usePrice"), align: "right", render: (line) => <YenText value={line.price} /> },
  ];
  const points: Column<StayDetail["points"][number]>[] = [
    { key: "date", title: t("granted"), render: (entry) => <DateText value={entry.grant_date} /> },
    { key: "campaign", title: t("campaign"), render: (entry) => entry.campaign_name ?? none },
    { key: "point", title: t("point"), align: "right", render: (entry) => <CountText value={entry.grant_point} /> },
    { key: "promised", title: t("promised"), render: (entry) => <DateText value={entry.expiration_date} /> },
    { key: "until", title: t("validUntil"), render: (entry) => <DateText value={entry.expires_on} /> },
  ];
  const lines = one.stay?.use_price_detail ?? [];
  return (
    <>
      <Card title={t("rooms")} flush>
        <DataTable
          empty={none}
          caption={t("rooms")}
          rows={one.rooms}
          columns={rooms}
          rowKey={(room) => room.seq}
          minWidth={600}
        />
      </Card>
      <Card title={t("guests")} flush>
        <DataTable
          empty={none}
          caption={t("guests")}
          rows={one.guests}
          columns={guests}
          rowKey={(guest) => guest.id}
          minWidth={500}
        />
      </Card>
      {lines.length > 0 ? (
        <Card title={t("bill")} flush>
          <DataTable
            empty={none}
            caption={t("bill")}
            rows={lines}
            columns={bill}
            rowKey={(line) => lines.indexOf(line)}
            minWidth={300}
          />
        </Card>
      ) : null}
      <Card title={t("caused")} note={t("points")} flush={one.points.length > 0}>
        {one.points.length === 0 ? (
          <ExpectedPoints stay={one} />
        ) : (
          <DataTable
            empty={none}
            caption={t("points")}
            rows={one.points}
            columns={points}
            rowKey={(entry) => entry.id}
            minWidth={700}
          />
        )}
      </Card>
      {one.judged_by ? (
        <Card title={t("judged.title")}>
          <JudgedBy {...one.judged_by} />
        </Card>
      ) : null}
      <Card title={t("ranks")}>
        <p>
          {one.ranks.length === 0
            ? t("ranksNone")
            : one.ranks.map((rank) => `${rank.name} (${formatDate(rank.happened_on)})`).join("、")}
        </p>
      </Card>
    </>
  );
}
