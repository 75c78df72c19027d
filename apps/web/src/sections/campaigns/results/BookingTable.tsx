import { Button } from "@mantine/core";
import { bookingList } from "@okaeri/contract/lists/bookings";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { listColumns } from "../../../parts/lists/list-columns.ts";
import { listFilters } from "../../../parts/lists/list-filters.tsx";
import { useRowLink } from "../../../shell/navigation.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FilterChips } from "../../../ui/FilterChips.tsx";
import { ListTable } from "../../../ui/ListTable.tsx";
import { Stacked } from "../../../ui/Stacked.tsx";
import { CountText, DateText } from "../../../ui/values.tsx";
import { type AttributedBooking, bookingsQuery } from "../campaigns.api.ts";
import type { CampaignSearchParams } from "../campaigns.search.ts";
import styles from "../delivery/send.module.css";

type BookingTableProps = {
  id: number;
  search: CampaignSearchParams;
  onShow: (change: CampaignSearchParams) => void;
};

/** Booking by booking: which guest came of the campaign, and what tells so. */
export function BookingTable({ id, search, onShow }: BookingTableProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { t: words } = useTranslation("ui");
  const rowLink = useRowLink();
  const { touch, page, size } = search;
  const list = useQuery(bookingsQuery(id, { touch, page, size }));
  /** What of several it came of: the coupon by its name and letter, the text by its letter. */
  const subOf = ({ coupon_name: coupon, variant }: AttributedBooking) => {
    if (coupon === null) return variant === null ? undefined : t("mail.variantWords.name", { variant });
    return variant === null ? coupon : t("compare.called", { name: coupon, variant });
  };
  const columns = listColumns<typeof bookingList, AttributedBooking>(bookingList, {
    name: { title: t("attributed.column.name"), render: (one) => <strong>{one.customer_name}</strong> },
    facility: { title: t("attributed.column.facility"), render: (one) => one.facility_name },
    touch: {
      title: t("attributed.column.touch"),
      render: (one) => <Stacked main={t(`attributed.touch.${one.touch}`)} sub={subOf(one)} />,
    },
    touched: {
      title: t("attributed.column.touched"),
      render: (one) => <DateText value={one.touched_at} withTime={one.touch !== "use"} />,
    },
    reserved: {
      title: t("attributed.column.reserved"),
      render: (one) => (one.reserved_on === null ? t("attributed.cancelled") : <DateText value={one.reserved_on} />),
    },
    reserved_price: {
      title: t("attributed.reserved_price"),
      render: (one) => <CountText value={one.reserved_on === null ? null : one.reserved_price} unit="yen" />,
    },
    transacted: { title: t("attributed.column.transacted"), render: (one) => <DateText value={one.transacted_on} /> },
    use_price: {
      title: t("attributed.use_price"),
      render: (one) => <CountText value={one.transacted_on === null ? null : one.use_price} unit="yen" />,
    },
  });
  const filters = {
    touch: {
      label: t("attributed.column.touch"),
      pinned: true,
      word: (one: AttributedBooking["touch"]) => t(`attributed.touch.${one}`),
    },
  };
  return (
    <>
      <p className={styles.note}>{t("attributed.lead")}</p>
      <FilterChips filters={listFilters(bookingList, search, filters, onShow, words)} />
      <ListTable
        caption={t("detail.tab.bookings")}
        rows={list}
        columns={columns}
        rowKey={(one) => one.reservation_id}
        row={rowLink((one: AttributedBooking) => `/customers/${one.customer_id}/reservations/${one.reservation_id}`)}
        search={search}
        unit="items"
        onShow={({ page: next, size: of }) => onShow({ page: next, size: of })}
        minWidth={1000}
        empty={
          touch ? (
            <EmptyState
              sentence={t("attributed.emptyFiltered")}
              action={<Button onClick={() => onShow({ touch: undefined })}>{t("ui:filter.clear")}</Button>}
            />
          ) : (
            <EmptyState sentence={t("attributed.empty")} />
          )
        }
      />
    </>
  );
}
