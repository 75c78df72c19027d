import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../../api/app-error.ts";
import { api, client } from "../../../../api/client.ts";
import { queryClient } from "../../../../api/query-client.ts";
import { ExportMenu } from "../../../../parts/lists/ExportMenu.tsx";
import { ruleAt, rulesOf } from "../../../../parts/records/field-rules.ts";
import { useNoRight } from "../../../../shell/no-right.ts";
import { notify } from "../../../../shell/toasts.tsx";
import { useMay } from "../../../../shell/use-may.ts";
import { ConfirmDialog } from "../../../../ui/Dialog.tsx";
import { FigureField } from "../../../../ui/fields/FigureField.tsx";
import type { FigureInput } from "../../../../ui/fields/field-props.ts";
import { formatCount } from "../../../../ui/format.ts";
import { ReasonedButton } from "../../../../ui/ReasonedButton.tsx";
import { SummaryStrip } from "../../../../ui/SummaryStrip.tsx";
import form from "../../form.module.css";
import { AddCodesDialog } from "./AddCodesDialog.tsx";
import styles from "./coupon.module.css";
import { LackingCodes } from "./LackingCodes.tsx";

export type PooledCoupon = {
  id: number;
  name: string;
  state: "draft" | "issued" | "ended";
  pool: { left: number; given: number; alarm_at: number | null };
};
type CodePoolProps = {
  campaignId: number;
  coupon: PooledCoupon;
  /** Guests who are to get one, where that is known. */
  wanted?: number | undefined;
};

/** Codes of which each guest gets one: how many are left, and what staff do about it. */
export function CodePool({ campaignId, coupon, wanted }: CodePoolProps) {
  const { t } = useTranslation("campaigns");
  const noRight = useNoRight();
  const may = useMay("campaigns/edit");
  const [open, setOpen] = useState<"add" | "make" | "remove">();
  const { left, given, alarm_at } = coupon.pool;
  const ids = { id: campaignId, coupon_id: coupon.id };
  const reason = may ? (coupon.state === "ended" ? t("coupon.pool.ended") : undefined) : noRight;
  // Whether the campaign can be sent hangs on it too.
  const changed = () =>
    Promise.all(
      [
        api.coupons.ofCampaign.key(),
        api.couponCodes.runningLow.key(),
        api.campaigns.get.key(),
        api.campaigns.audience.key(),
      ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  const run = async (work: () => Promise<string>) => {
    try {
      const successText = await work();
      notify("success", successText);
    } catch (error) {
      notify("error", toAppError(error).message);
    }
    await changed();
  };
  const make = (count: number) =>
    run(async () => {
      await client.couponCodes.make({ ...ids, count, known: left + given });
      return t("coupon.pool.made", { n: formatCount(count, "codes") });
    });
  const low = alarm_at !== null && left <= alarm_at && coupon.state === "issued";
  return (
    <section className={styles.pool} aria-label={t("coupon.pool.title")}>
      {wanted === undefined ? null : <LackingCodes left={left} wanted={wanted} reason={reason} make={make} />}
      <SummaryStrip
        items={[
          {
            label: t("coupon.pool.left"),
            value: formatCount(left, "codes"),
            ...(low ? { note: t("coupon.pool.low") } : {}),
          },
          { label: t("coupon.pool.given"), value: formatCount(given, "codes") },
        ]}
      />
      <div className={styles.poolButtons}>
        <ReasonedButton reason={reason} onClick={() => setOpen("add")}>
          {t("coupon.pool.add")}
        </ReasonedButton>
        <ReasonedButton reason={reason} onClick={() => setOpen("make")}>
          {t("coupon.pool.make")}
        </ReasonedButton>
        {left > 0 ? (
          <>
            <ExportMenu
              path={`/api/campaigns/${campaignId}/coupons/${coupon.id}/codes.csv`}
              query={{}}
              people="campaigns"
              title={t("coupon.pool.unused")}
            />
            <ReasonedButton reason={may ? undefined : noRight} onClick={() => setOpen("remove")}>
              {t("coupon.pool.remove")}
            </ReasonedButton>
          </>
        ) : null}
      </div>
      <Alarm
        key={alarm_at}
        id={coupon.id}
        at={alarm_at}
        reason={reason}
        save={(to) =>
          run(async () => {
            await client.couponCodes.setAlarm({ ...ids, alarm_at: to });
            return t("coupon.pool.alarmSaved");
          })
        }
      />
      {open === "add" ? <AddCodesDialog ids={ids} changed={changed} onClose={() => setOpen(undefined)} /> : null}
      {open === "make" ? <MakeDialog onClose={() => setOpen(undefined)} make={make} /> : null}
      <ConfirmDialog
        opened={open === "remove"}
        onClose={() => setOpen(undefined)}
        title={t("coupon.pool.remove")}
        confirm={t("coupon.pool.remove")}
        danger
        onConfirm={() =>
          run(async () => {
            const { removed } = await client.couponCodes.remove(ids);
            return t("coupon.pool.removed", { n: formatCount(removed, "codes") });
          })
        }
      >
        {t("coupon.pool.removeLoss", { n: formatCount(left, "codes") })}
      </ConfirmDialog>
    </section>
  );
}

const MOST_MADE = ruleAt(rulesOf("couponCodes.make"), "count") ?? {};
const ALARM = ruleAt(rulesOf("couponCodes.setAlarm"), "alarm_at") ?? {};
const within = (typed: FigureInput, { from = 0, to = Number.MAX_SAFE_INTEGER }: { from?: number; to?: number }) =>
  typeof typed === "number" && typed >= from && typed <= to;

type MakeDialogProps = { make: (count: number) => Promise<void>; onClose: () => void };

function MakeDialog({ make, onClose }: MakeDialogProps) {
  const { t } = useTranslation("campaigns");
  const [count, setCount] = useState<FigureInput>("");
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("coupon.pool.make")}
      confirm={t("coupon.pool.makeSubmit")}
      ready={within(count, MOST_MADE)}
      onConfirm={() => make(count as number)}
    >
      <FigureField
        id="codes-count"
        label={t("coupon.pool.count")}
        help={t("coupon.pool.makeHelp")}
        rule={{ ...MOST_MADE, required: true }}
        unit="codes"
        value={count}
        onChange={setCount}
      />
    </ConfirmDialog>
  );
}

type AlarmProps = {
  id: number;
  at: number | null;
  reason: string | undefined;
  save: (to: number | null) => Promise<void>;
};

function Alarm({ id, at, reason, save }: AlarmProps) {
  const { t } = useTranslation("campaigns");
  const [typed, setTyped] = useState<FigureInput>(at ?? "");
  const [busy, setBusy] = useState(false);
  const store = async () => {
    setBusy(true);
    await save(typed === "" ? null : (typed as number));
    setBusy(false);
  };
  const sound = typed === "" || within(typed, ALARM);
  return (
    <div className={form.inlineFields}>
      <FigureField
        id={`codes-alarm-${id}`}
        label={t("coupon.pool.alarm")}
        help={t("coupon.pool.alarmHelp")}
        rule={ALARM}
        unit="codes"
        reading={reason !== undefined}
        value={typed}
        onChange={setTyped}
      />
      {reason === undefined && typed !== (at ?? "") ? (
        <Button loading={busy} disabled={!sound} onClick={() => void store()}>
          {t("coupon.pool.alarmSave")}
        </Button>
      ) : null}
    </div>
  );
}
