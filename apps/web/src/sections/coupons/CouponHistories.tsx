import { acquiredCouponList, usedCouponList } from "@okaeri/contract/lists/coupons";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { CouponTester } from "../../parts/coupons/CouponTester.tsx";
import { GuestHistory } from "../../parts/customers/GuestHistory.tsx";
import { useStateOfUseFilter } from "../../parts/customers/history-cells.tsx";
import { Card } from "../../ui/Card.tsx";
import { formatPrice } from "../../ui/format.ts";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { acquiredColumns, usedColumns } from "./coupon-columns.tsx";
import {
  type Acquired,
  type AcquiredSearch,
  acquiredQuery,
  type Choices,
  type CouponUseItem,
  choicesQuery,
  type UsedSearch,
  usedQuery,
} from "./coupons.api.ts";
import styles from "./coupons.module.css";
import { GiveCouponDialog } from "./GiveCouponDialog.tsx";
import { RemarksDialog } from "./RemarksDialog.tsx";
import { UseCouponDialog } from "./UseCouponDialog.tsx";

/** Coupons of a guest, what became of them, giving one more and taking one back. */
export function AcquiredCoupons({ id, search }: { id: number; search: AcquiredSearch }) {
  const { t } = useTranslation(["coupons", "ui", "fields"]);
  const [toConfirm, setToConfirm] = useState<Acquired>();
  const columns = useMemo(() => acquiredColumns(t, setToConfirm), [t]);
  return (
    <>
      <Acts id={id} />
      <GuestHistory
        list={acquiredCouponList}
        path={`/customers/${id}/acquire-coupons`}
        search={search}
        rows={useQuery(acquiredQuery(id, search))}
        columns={columns}
        title={t("history.acquired")}
        empty={t("history.noneAcquired")}
        filters={{
          state: { label: t("fields:history.state"), pinned: true, word: (state) => t(`history.states.${state}`) },
          acquired_on: { label: t("history.acquiredOn"), pinned: true },
        }}
      />
      {toConfirm ? (
        <RemarksDialog
          act="revoke"
          name={toConfirm.coupon_name}
          confirmation={t("revoke.confirm", { name: toConfirm.coupon_name })}
          run={(remarks, idempotencyKey) =>
            client.coupons.revoke({ id, acquire_coupon_id: toConfirm.id, remarks }, { context: { idempotencyKey } })
          }
          onClose={() => setToConfirm(undefined)}
        />
      ) : null}
    </>
  );
}

/** Uses of coupons by a guest, and cancelling one. */
export function UsedCoupons({ id, search }: { id: number; search: UsedSearch }) {
  const { t } = useTranslation(["coupons", "ui", "fields"]);
  const [toConfirm, setToConfirm] = useState<CouponUseItem>();
  const columns = useMemo(() => usedColumns(t, setToConfirm), [t]);
  return (
    <>
      <Acts id={id} />
      <GuestHistory
        list={usedCouponList}
        path={`/customers/${id}/use-coupons`}
        search={search}
        rows={useQuery(usedQuery(id, search))}
        columns={columns}
        title={t("history.used")}
        empty={t("history.noneUsed")}
        filters={{
          state: useStateOfUseFilter(),
          used_on: { label: t("history.usedOn"), pinned: true },
        }}
      />
      {toConfirm ? (
        <RemarksDialog
          act="cancelUse"
          name={toConfirm.coupon_name}
          confirmation={t("cancelUse.confirm", {
            name: toConfirm.coupon_name,
            discount: formatPrice(toConfirm.discount),
          })}
          run={(remarks, idempotencyKey) =>
            client.coupons.cancelUse({ id, use_coupon_case_id: toConfirm.id, remarks }, { context: { idempotencyKey } })
          }
          onClose={() => setToConfirm(undefined)}
        />
      ) : null}
    </>
  );
}

/** What can be done now, and why not where it cannot. */
function Acts({ id }: { id: number }) {
  const { t } = useTranslation("coupons");
  const { data: choices } = useQuery(choicesQuery(id));
  const [act, setAct] = useState<"give" | "use" | "test">();
  if (choices === undefined || !choices.page_actions.includes("edit")) return null;
  const close = () => setAct(undefined);
  const tested = [...choices.to_use, ...choices.to_give];
  return (
    <Card title={t("act.title")}>
      <div className={styles.acts}>
        <ReasonedButton variant="filled" reason={whyNotUse(choices)} onClick={() => setAct("use")}>
          {t("act.use")}
        </ReasonedButton>
        <ReasonedButton
          reason={choices.to_give.length === 0 ? t("act.nothingToGive") : undefined}
          onClick={() => setAct("give")}
        >
          {t("act.give")}
        </ReasonedButton>
        <ReasonedButton
          reason={tested.length === 0 ? t("act.nothingToTest") : undefined}
          onClick={() => setAct("test")}
        >
          {t("test.open")}
        </ReasonedButton>
      </div>
      {act === "give" ? <GiveCouponDialog id={id} choices={choices} onClose={close} /> : null}
      {act === "test" ? <CouponTester coupons={tested} guestId={id} onClose={close} /> : null}
      {act === "use" ? <UseCouponDialog id={id} choices={choices} onClose={close} /> : null}
    </Card>
  );

  function whyNotUse({ to_use, reservations }: Choices): string | undefined {
    if (to_use.length === 0) return t("act.noneHeld");
    return reservations.length === 0 ? t("act.noReservations") : undefined;
  }
}
