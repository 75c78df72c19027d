import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ChoiceField } from "../../../../ui/fields/ChoiceField.tsx";
import { FigureField } from "../../../../ui/fields/FigureField.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import { CouponEnd, END_FIELDS } from "./CouponEnd.tsx";
import styles from "./CouponTicket.module.css";
import { type DraftCoupon, sentCoupon, wayOf } from "./coupon-draft.ts";
import { type CouponProps, couponFieldProps } from "./coupon-fields.ts";
import { endWords, firstEndWords } from "./coupon-words.ts";

/** Yen or percent, the coupon's own figure or the booked plan's. */
const DISCOUNTS = {
  yen: { discount_type: "absolute", absolute_type: "action" },
  percent: { discount_type: "rate", rate_type: "action" },
  planYen: { discount_type: "absolute", absolute_type: "plan" },
  planPercent: { discount_type: "rate", rate_type: "plan" },
} as const satisfies Record<string, Partial<DraftCoupon>>;
type Discount = keyof typeof DISCOUNTS;

function discountOf({ discount_type, absolute_type, rate_type }: DraftCoupon): Discount {
  if (discount_type === "absolute") return absolute_type === "plan" ? "planYen" : "yen";
  return rate_type === "plan" ? "planPercent" : "percent";
}

/** What the guest will hold, written on directly: its name, what it takes off, and until when. */
export function CouponTicket(props: CouponProps) {
  const { detail: coupon, set, field, rule, firstRunOn } = props;
  const { t } = useTranslation(["campaigns", "ui"]);
  const { figure, wrong } = couponFieldProps(props);
  const [opened, setOpened] = useState(false);
  const discount = discountOf(coupon);
  const sent = sentCoupon(coupon);
  const ends = endWords(t, sent);
  const firstEnd = firstEndWords(t, sent, firstRunOn);
  const endIsWrong = wrong(END_FIELDS) !== undefined;
  if (endIsWrong && !opened) setOpened(true);
  return (
    <>
      <div className={styles.ticket}>
        <div className={styles.face}>
          <span className={styles.caption}>{t("ticket.caption")}</span>
          <TextField
            {...field("name")}
            hideLabel
            className={styles.name}
            placeholder={t("ticket.name")}
            value={coupon.name}
            rule={{ ...rule("name"), required: true }}
            onChange={(name) => set({ name })}
          />
          <div className={styles.sum}>
            {discount === "yen" ? (
              <FigureField {...figure("discount_absolute", true)} hideLabel className={styles.amount} />
            ) : null}
            {discount === "percent" ? (
              <FigureField {...figure("discount_rate", true)} hideLabel decimals={3} className={styles.amount} />
            ) : null}
            <div className={styles.way}>
              <ChoiceField
                {...field("discount_type")}
                hideLabel
                as="short"
                error={wrong(["discount_type", "absolute_type", "rate_type"])}
                value={discount}
                choices={(Object.keys(DISCOUNTS) as Discount[]).map((value) => ({
                  value,
                  label: t(`ticket.discount.${value}`),
                }))}
                onChange={(next) => set(DISCOUNTS[next])}
              />
            </div>
          </div>
        </div>
        <dl className={styles.stub}>
          <div>
            <dt>{t("ticket.until")}</dt>
            <dd>
              <button
                type="button"
                id={field("without_end").id}
                aria-expanded={opened}
                className={styles.inPlace}
                data-missing={ends === undefined}
                onClick={() => setOpened(!opened)}
              >
                {(ends ?? [t("ticket.end.choose")]).map((one) => (
                  <span key={one}>{one}</span>
                ))}
              </button>
              {firstEnd === undefined ? null : <span>{firstEnd}</span>}
            </dd>
          </div>
          <div>
            <dt>{t("ticket.who")}</dt>
            <dd>{t(`ticket.whoOf.${wayOf(coupon)}`)}</dd>
          </div>
          <div>
            <dt>{t("ticket.where")}</dt>
            <dd>{t("ticket.everywhere")}</dd>
          </div>
        </dl>
      </div>
      {discount === "planYen" || discount === "planPercent" ? (
        <p className={styles.note}>{t("coupon.figure.planNote")}</p>
      ) : null}
      {opened ? <CouponEnd {...props} onDone={() => setOpened(false)} /> : null}
      <div className={styles.below}>
        {coupon.discount_type === "rate" ? (
          <FigureField {...figure("discount_limit")} unit="yen" help={t("coupon.help.discount_limit")} />
        ) : null}
        <TextField
          {...field("description")}
          value={coupon.description}
          rule={rule("description")}
          lines={1}
          maxLines={6}
          placeholder={t("ticket.description")}
          onChange={(description) => set({ description })}
        />
      </div>
    </>
  );
}
