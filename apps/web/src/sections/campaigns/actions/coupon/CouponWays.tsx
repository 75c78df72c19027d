import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../../api/client.ts";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import text from "../../text.module.css";
import { CodePool } from "./CodePool.tsx";
import styles from "./coupon.module.css";
import { newCouponCode } from "./coupon-code.ts";
import { COUPON_WAYS, type CouponWay, wayOf } from "./coupon-draft.ts";
import type { CouponProps } from "./coupon-fields.ts";

/** How guests get it: three whole choices, and beneath them what the chosen one needs. */
export function CouponWays({ detail: coupon, set, field, rule, saved, counted }: CouponProps) {
  const { t } = useTranslation("campaigns");
  const { id, label, error } = field("type");
  const way = wayOf(coupon);
  const typed = useRef<string>(undefined);
  const choose = (next: CouponWay) => {
    if (coupon.code) typed.current = coupon.code;
    if (next === "member" || next === "taken") set({ type: "acquire", taken_by_guest: next === "taken" });
    if (next === "shared") set({ type: "code", code: typed.current ?? newCouponCode() });
    if (next === "own") set({ type: "code", code: null });
  };
  return (
    <>
      <fieldset id={id} tabIndex={-1} className={styles.ways} aria-invalid={error !== undefined}>
        <legend>{label}</legend>
        {COUPON_WAYS.map((one) => (
          <label key={one}>
            <input type="radio" name={id} checked={way === one} onChange={() => choose(one)} />
            {t(`way.${one}.name`)}
            <small>{t(`way.${one}.does`)}</small>
          </label>
        ))}
      </fieldset>
      {error ? (
        <p className={text.error} role="alert">
          {error}
        </p>
      ) : null}
      {way === "shared" ? (
        <div className={styles.code}>
          <TextField
            {...field("code")}
            value={coupon.code ?? ""}
            rule={{ ...rule("code"), required: true }}
            help={t("way.shared.help")}
            onChange={(code) => set({ code })}
          />
          <Button onClick={() => set({ code: newCouponCode() })}>{t("way.shared.another")}</Button>
        </div>
      ) : null}
      {way === "own" ? (
        <PoolOfAction saved={saved} coupon={coupon} counted={counted} error={field("code").error} />
      ) : null}
    </>
  );
}

type PoolOfActionProps = Pick<CouponProps, "saved" | "counted"> & {
  coupon: Pick<CouponProps["detail"], "variant" | "share">;
  error: string | undefined;
};

/** The codes of a saved coupon; of one that is not saved yet there is nothing they could belong to. */
function PoolOfAction({ saved, coupon: { variant, share }, counted, error }: PoolOfActionProps) {
  const { t } = useTranslation("campaigns");
  const input = { id: saved?.campaignId ?? 0 };
  const { data } = useQuery(api.coupons.ofCampaign.queryOptions({ input, enabled: saved !== null }));
  const coupon = data?.items.find((one) => one.campaign_action_id === saved?.actionId && one.variant === variant);
  const wanted = counted && Math.ceil((counted.benefits_for * (share ?? 100)) / 100);
  return (
    <>
      {error ? (
        <p className={text.error} role="alert">
          {error}
        </p>
      ) : null}
      {saved === null || !coupon?.pool ? (
        <p className={text.quiet}>{t("coupon.pool.saveFirst")}</p>
      ) : (
        <>
          <CodePool campaignId={saved.campaignId} coupon={{ ...coupon, pool: coupon.pool }} wanted={wanted} />
          {share === null ? null : <p className={text.quiet}>{t("coupon.variantWords.spare")}</p>}
        </>
      )}
    </>
  );
}
