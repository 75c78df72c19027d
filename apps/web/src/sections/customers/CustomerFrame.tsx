import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFacilityOnly, useProgrammeLabel } from "../../parts/accounts/use-programme-label.ts";
import { ContactTags } from "../../parts/customers/ContactTags.tsx";
import { RankTag } from "../../parts/ranks/RankTag.tsx";
import { RecordPage } from "../../parts/records/RecordPage.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { formatDate, formatNumber, formatPrice } from "../../ui/format.ts";
import { type SummaryItem, SummaryStrip } from "../../ui/SummaryStrip.tsx";
import { CountText, DateText, YenText } from "../../ui/values.tsx";
import { CustomerRequests } from "./CustomerRequests.tsx";
import { type CustomerDetail, customerDetailQuery, type DetailSearch } from "./customers.api.ts";

// specification §2: the four histories are pages of their own; what came since is a view of the detail, as reservations and stays are.
const TABS = [
  "overview",
  "timeline",
  "reservations",
  "stays",
  "messages",
  "campaigns",
  "grant-points",
  "use-points",
  "acquire-coupons",
  "use-coupons",
] as const;
type TabKey = (typeof TABS)[number];

const VIEWS = ["timeline", "reservations", "stays", "messages", "campaigns"] as const;
const isView = (tab: TabKey): tab is (typeof VIEWS)[number] => VIEWS.some((view) => view === tab);

function addressOf(id: number, tab: TabKey): [path: string, search: DetailSearch] {
  const path = `/customers/${id}`;
  if (tab === "overview") return [path, {}];
  return isView(tab) ? [path, { tab }] : [`${path}/${tab}`, {}];
}

type CustomerFrameProps = { id: number; tab: DetailSearch["tab"]; children: ReactNode };

/** One customer: who, the figures one looks for first, and the tabs around what is shown below. */
export function CustomerFrame({ id, tab, children }: CustomerFrameProps) {
  const { t } = useTranslation("customers");
  // The counts are the whole programme's, the tabs show this facility's rows.
  const facilityOnly = useFacilityOnly();
  const mayReadCampaigns = useMay("campaigns/read");
  return (
    <RecordPage
      record={useQuery(customerDetailQuery(id))}
      head={(customer, path) => ({
        title: customer.name,
        caption: customer.name_kana,
        state: <ContactTags customer={customer} />,
        crumbs: <AppLink to="/customers">{t("crumb")}</AppLink>,
        actions: <CustomerActions customer={customer} editing={path === `/customers/${id}/edit`} />,
      })}
      above={(customer) => <CustomerSummary customer={customer} />}
      tabs={(customer) => ({
        label: t("tab.label"),
        tabs: TABS.filter((key) => key !== "campaigns" || mayReadCampaigns).map((key) => {
          const [path, search] = addressOf(id, key);
          const count = facilityOnly ? undefined : countOf(key, customer);
          return { key, label: t(`tab.${key}`), path, search, count };
        }),
        // Reservations and stays are views of the detail's own address.
        ...(tab === undefined ? {} : { current: tab }),
      })}
    >
      {children}
    </RecordPage>
  );
}

function countOf(tab: TabKey, customer: CustomerDetail): number | undefined {
  if (tab === "reservations") return customer.reservation_count;
  return tab === "stays" ? customer.stay_count : undefined;
}

function CustomerSummary({ customer }: { customer: CustomerDetail }) {
  const { t } = useTranslation(["customers", "ui"]);
  const named = useProgrammeLabel();
  const { rfm, rank, stay_count: stays, use_price_total: total } = customer;
  const items: SummaryItem[] = [
    {
      label: named(t("summary.stays")),
      value: <CountText value={stays} unit="stays" />,
      note: t("summary.reservations", { count: customer.reservation_count }),
    },
    {
      label: named(t("summary.total")),
      value: <YenText value={total} />,
      note: stays > 0 ? t("summary.average", { yen: formatPrice(Math.floor(total / stays)) }) : undefined,
    },
    {
      label: named(t("summary.lastStay")),
      value: <DateText value={customer.last_stay_on} />,
      note: customer.last_stay_on === null ? t("summary.neverStayed") : (customer.last_facility_name ?? undefined),
    },
    {
      label: named(t("summary.points")),
      value: <CountText value={customer.point_balance} />,
      note: pointsNote(customer, t),
    },
    {
      label: named(t("summary.rfm")),
      value: customer.rfm_group?.name ?? t("ui:none"),
      note: rfm
        ? t("summary.scores", { r: rfm.recency_score, f: rfm.frequency_score, m: rfm.monetary_score })
        : t("summary.notScored"),
    },
    {
      label: named(t("summary.rank")),
      value: rank ? <RankTag rank={rank} /> : t("ui:none"),
      note: rank === null ? t("summary.noRank") : <RankUntil customer={customer} />,
    },
  ];
  return <SummaryStrip items={items} />;
}

function RankUntil({ customer }: { customer: CustomerDetail }) {
  const { t } = useTranslation("customers");
  const { rank_expiration_date: until } = customer;
  return until ? t("summary.rankUntil", { date: formatDate(until) }) : t("summary.rankOpen");
}

function CustomerActions({ customer, editing }: { customer: CustomerDetail; editing: boolean }) {
  const { t } = useTranslation("customers");
  const go = useGo();
  const { id } = customer;
  if (editing) return <Button onClick={() => void go(`/customers/${id}`)}>{t("form.cancelEdit")}</Button>;
  return (
    <>
      <CustomerRequests customer={customer} />
      {customer.page_actions.includes("edit") ? (
        <Button variant="filled" onClick={() => void go(`/customers/${id}/edit`)}>
          {t("form.edit")}
        </Button>
      ) : null}
    </>
  );
}

/** What a clerk must know beside the balance: what the next grant pays first, or how much of it ends when. */
function pointsNote(customer: CustomerDetail, t: ReturnType<typeof useTranslation<["customers", "ui"]>>["t"]): string {
  const { point_balance: balance, point_debt: debt, expiring_points: lots } = customer;
  if (debt > 0) return t("summary.debt", { n: formatNumber(debt) });
  const next = lots.find((lot) => lot.expires_on !== null);
  if (!next?.expires_on) return t("summary.noExpiry");
  const date = formatDate(next.expires_on);
  return next.remaining < balance
    ? t("summary.someExpire", { date, n: formatNumber(next.remaining) })
    : t("summary.nextExpiry", { date });
}
