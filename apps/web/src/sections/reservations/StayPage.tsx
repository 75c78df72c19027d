import { Button, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { notify } from "../../shell/toasts.tsx";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Fact } from "../../ui/fields/Fact.tsx";
import { weekdayName } from "../../ui/format.ts";
import { CountText, DateText, YenText } from "../../ui/values.tsx";
import { customerKey, type StayDetail, stayQuery } from "./reservations.api.ts";
import { StayTables } from "./StayTables.tsx";

/** One reservation of a guest: what was booked, who came, what was paid, and what the stay caused. */
export function StayPage({ id, reservationId }: { id: number; reservationId: number }) {
  const query = useQuery(stayQuery(id, reservationId));
  if (query.data === undefined)
    return query.isError ? <ErrorState message={query.error.message} onRetry={() => void query.refetch()} /> : null;
  return (
    <Stack gap="md">
      <ReservationCard stay={query.data} />
      <StayCard stay={query.data} />
      <StayTables stay={query.data} />
    </Stack>
  );
}

function ReservationCard({ stay: one }: { stay: StayDetail }) {
  const { t } = useTranslation("reservations");
  return (
    <Card title={t("title", { code: one.original_reservation_code })} aside={<Exclusion stay={one} />}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Fact label={t("facility")}>{one.facility_name}</Fact>
        <Fact label={t("reservation")}>{t(`states.${one.state}`)}</Fact>
        <Fact label={t("status")}>{t(`statuses.${one.reservation_status}`)}</Fact>
        <Fact label={t("grant")}>{t(`grants.${one.grant_status}`)}</Fact>
        <Fact label={t("reservedDate")}>
          <DateText value={one.reserved_date} />
        </Fact>
        <Fact label={t("checkIn")}>
          <WeekdayDate date={one.check_in_date} weekday={one.check_in_day} />
        </Fact>
        <Fact label={t("checkOut")}>
          <WeekdayDate date={one.check_out_date} weekday={one.check_out_day} />
        </Fact>
        <Fact label={t("nights")}>
          <CountText value={one.stay_days} unit="nights" />
        </Fact>
        <Fact label={t("reservedPrice")}>
          <YenText value={one.reserved_price} />
        </Fact>
        <Fact label={t("reservedPaymentPrice")}>
          <YenText value={one.reserved_payment_price} />
        </Fact>
        <Fact label={t("plan")}>{one.plan_code}</Fact>
        <Fact label={t("roomsNeeded")}>
          <CountText value={one.reserved_min_room_count} />
        </Fact>
        <Fact label={t("system")}>{t(`systems.${one.code_space}`)}</Fact>
        <Fact label={t("site")}>{one.reservation_system_name}</Fact>
        <Fact label={t("siteCode")}>{one.reservation_system_code}</Fact>
        <Fact label={t("via")}>{one.reservation_system_virtual}</Fact>
        <Fact label={t("channel")}>{one.booking_channel_name}</Fact>
        <Fact label={t("linked")}>
          {one.linkages.map((link) => `${t(`systems.${link.feed_channel}`)} ${link.reservation_code}`).join("、")}
        </Fact>
        <Fact label={t("tel")}>{one.tel}</Fact>
        <Fact label={t("group")}>{t(`groups.${one.group_type}`)}</Fact>
        <Fact label={t("language")}>{t(`languages.${one.language_code}`)}</Fact>
        <Fact label={t("cancelDate")}>
          <DateText value={one.cancel_date} />
        </Fact>
        <Fact label={t("sourceUpdated")}>
          <DateText value={one.source_updated_at} withTime />
        </Fact>
      </SimpleGrid>
    </Card>
  );
}

function WeekdayDate({ date, weekday }: { date: string; weekday: number }) {
  const { t } = useTranslation("reservations");
  return (
    <>
      <DateText value={date} />
      {t("weekday", { weekday: weekdayName(weekday) })}
    </>
  );
}

function StayCard({ stay: { stay, is_reported_elsewhere } }: { stay: StayDetail }) {
  const { t } = useTranslation("reservations");
  const used = (flag: boolean) => (flag ? t("yes") : t("no"));
  return (
    <Card title={t("stay")}>
      {stay === null ? (
        <p>{t(is_reported_elsewhere ? "reportedElsewhere" : "noStay")}</p>
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          <Fact label={t("transaction")}>{stay.transaction_code}</Fact>
          <Fact label={t("confirmed")}>
            <DateText value={stay.confirmed_date} />
          </Fact>
          <Fact label={t("usePrice")}>
            <YenText value={stay.use_price} />
          </Fact>
          <Fact label={t("paymentPrice")}>
            <YenText value={stay.payment_price} />
          </Fact>
          <Fact label={t("checkIn")}>
            <WeekdayDate date={stay.check_in_date} weekday={stay.check_in_day} />
          </Fact>
          <Fact label={t("checkOut")}>
            <WeekdayDate date={stay.check_out_date} weekday={stay.check_out_day} />
          </Fact>
          <Fact label={t("nights")}>
            <CountText value={stay.stay_days} unit="nights" />
          </Fact>
          <Fact label={t("onlineIn")}>{used(stay.is_online_check_in)}</Fact>
          <Fact label={t("onlineOut")}>{used(stay.is_online_check_out)}</Fact>
        </SimpleGrid>
      )}
    </Card>
  );
}

/** Takes the stay out of what earns points, or back in. */
function Exclusion({ stay: one }: { stay: StayDetail }) {
  const { t } = useTranslation("reservations");
  const [asking, setAsking] = useState(false);
  if (!one.page_actions.includes("edit")) return null;
  const excluded = one.grant_status !== "excluded";
  const verb = t(excluded ? "exclude" : "include");
  const change = async () => {
    const { customer_id: id, id: reservation_id, version } = one;
    try {
      const answer = await client.stays.setExcluded({ id, reservation_id, version, excluded });
      queryClient.setQueryData(stayQuery(id, reservation_id).queryKey, answer);
      notify("success", t(excluded ? "excluded" : "included"));
    } catch (error) {
      notify("error", toAppError(error).message);
      await queryClient.invalidateQueries({ queryKey: stayQuery(id, reservation_id).queryKey });
    }
    await queryClient.invalidateQueries({ queryKey: customerKey() });
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {verb}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={verb}
        confirm={verb}
        danger={excluded}
        onConfirm={change}
      >
        {t(excluded ? "excludeText" : "includeText")}
      </ConfirmDialog>
    </>
  );
}
