import { Button, SegmentedControl } from "@mantine/core";
import { parseDate } from "@okaeri/domain/calendar-date";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, type client } from "../../api/client.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { DateField } from "../../ui/fields/DateField.tsx";
import { FigureField } from "../../ui/fields/FigureField.tsx";
import type { FigureInput } from "../../ui/fields/field-props.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import { formatDate } from "../../ui/format.ts";
import { GuestField } from "../customers/GuestField.tsx";
import { CouponVerdictText } from "./CouponVerdictText.tsx";
import styles from "./coupons.module.css";

export type TestedCoupon = { id: number; name: string; plan_figure: "yen" | "percent" | null };
type QuoteInput = Parameters<typeof client.coupons.quote>[0];
const EMPTY = {
  guest: "",
  coupon: "",
  reservation: "",
  arrival: "",
  departure: "",
  booked: "",
  plan: "",
  price: "" as FigureInput,
  quantity: 1 as FigureInput,
  planFigure: "" as FigureInput,
};
type Typed = typeof EMPTY;

type CouponTesterProps = {
  coupons: readonly TestedCoupon[];
  /** Left out: the guest is chosen here. */
  guestId?: number;
  onClose: () => void;
};

/** This guest, this stay: yes because, or no because. Nothing is used. */
export function CouponTester({ coupons, guestId, onClose }: CouponTesterProps) {
  const { t } = useTranslation(["coupons", "ui"]);
  const [booked, setBooked] = useState(true);
  const [typed, setTyped] = useState<Typed>({
    ...EMPTY,
    guest: guestId === undefined ? "" : String(guestId),
    coupon: String(coupons.length === 1 ? coupons[0]?.id : ""),
  });
  const field = <K extends keyof Typed>(name: K) => ({
    id: `coupon-test-${name}`,
    label: t(`test.${name}`),
    value: typed[name],
    onChange: (value: Typed[K]) => setTyped((now) => ({ ...now, [name]: value })),
  });
  const coupon = coupons.find(({ id }) => String(id) === typed.coupon);
  const request = coupon && requestOf(typed, coupon, booked);
  const quote = useQuery(
    api.coupons.quote.queryOptions({ input: request ?? skipToken, staleTime: 0, gcTime: 0, retry: false }),
  );
  const about = useQuery(
    api.coupons.choices.queryOptions({
      input: typed.guest === "" ? skipToken : { id: Number(typed.guest) },
      placeholderData: keepPreviousData,
    }),
  );
  const reservations = typed.guest === "" || about.isPlaceholderData ? [] : (about.data?.reservations ?? []);
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={t("test.title")}
      actions={<Button onClick={onClose}>{t("ui:dialog.close")}</Button>}
    >
      <div className={styles.fields}>
        <p className={styles.quiet}>{t("test.lead")}</p>
        {guestId === undefined ? (
          <GuestField
            {...field("guest")}
            onChange={(guest) => setTyped((now) => ({ ...now, guest, reservation: "" }))}
          />
        ) : null}
        <ChoiceField
          {...field("coupon")}
          placeholder={t("field.choose")}
          choices={coupons.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <SegmentedControl
          aria-label={t("test.stay")}
          value={booked ? "booked" : "typed"}
          onChange={(value) => setBooked(value === "booked")}
          data={[
            { value: "booked", label: t("test.booked_stay") },
            { value: "typed", label: t("test.typed_stay") },
          ]}
        />
        {booked ? (
          <ChoiceField
            {...field("reservation")}
            placeholder={t("field.choose")}
            help={
              typed.guest !== "" && about.isSuccess && !about.isPlaceholderData && reservations.length === 0
                ? t("test.noReservations")
                : undefined
            }
            choices={reservations.map((one) => ({
              value: String(one.id),
              label: t("field.reservation", {
                code: one.original_reservation_code,
                date: formatDate(one.check_in_date),
              }),
            }))}
          />
        ) : (
          <>
            <div className={styles.pair}>
              <DateField {...field("arrival")} />
              <DateField {...field("departure")} />
            </div>
            <div className={styles.pair}>
              <FigureField {...field("price")} unit="yen" />
              <TextField {...field("plan")} />
            </div>
            <DateField {...field("booked")} help={t("test.bookedHelp")} />
          </>
        )}
        <div className={styles.pair}>
          <FigureField {...field("quantity")} unit="sheets" />
          {coupon?.plan_figure ? (
            <FigureField
              {...field("planFigure")}
              unit={coupon.plan_figure}
              decimals={coupon.plan_figure === "percent" ? 3 : 0}
            />
          ) : null}
        </div>
        <div className={styles.answer} role="status">
          {request === undefined ? t("test.missing") : <CouponVerdictText quote={quote} />}
        </div>
      </div>
    </Dialog>
  );
}

/** What is asked; undefined until all of it is there. */
function requestOf(typed: Typed, coupon: TestedCoupon, booked: boolean): QuoteInput | undefined {
  const { guest, reservation, arrival, departure, price, quantity, planFigure, plan } = typed;
  if (guest === "" || typeof quantity !== "number" || quantity < 1) return undefined;
  const ask = {
    id: Number(guest),
    coupon_id: coupon.id,
    quantity,
    ...(coupon.plan_figure && typeof planFigure === "number" ? { plan_figure: planFigure } : {}),
  };
  if (booked) return reservation === "" ? undefined : { ...ask, stay_reservation_id: Number(reservation) };
  const [from, to, day] = [arrival, departure, typed.booked].map(parseDate);
  if (from === undefined || to === undefined || typeof price !== "number") return undefined;
  return {
    ...ask,
    check_in_date: from,
    check_out_date: to,
    price,
    ...(plan.trim() === "" ? {} : { plan_code: plan.trim() }),
    ...(day === undefined ? {} : { reserved_date: day }),
  };
}
