import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { api, client as calls } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { useMayExport } from "../../shell/use-may.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { formatCount, formatDate } from "../../ui/format.ts";
import styles from "./CustomerRequests.module.css";
import type { CustomerDetail } from "./customers.api.ts";

/** What a guest may ask for: a file of what is kept, and to be forgotten. */
export function CustomerRequests({ customer }: { customer: CustomerDetail }) {
  const { t } = useTranslation("customers");
  const mayExport = useMayExport("customers");
  const [erasing, setErasing] = useState(false);
  const save = async () => {
    try {
      const data = await calls.customers.data({ id: customer.id });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }));
      link.download = `${t("requests.file")}-${customer.id}.json`;
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return (
    <>
      {mayExport ? <Button onClick={() => void save()}>{t("requests.data")}</Button> : null}
      {customer.page_actions.includes("delete") ? (
        <Button onClick={() => setErasing(true)}>{t("requests.erase")}</Button>
      ) : null}
      {erasing ? <EraseDialog customer={customer} onClose={() => setErasing(false)} /> : null}
    </>
  );
}

/** What stays by law or by decision (docs/adr/0365), as the dialog says before anything is erased. */
const RETAINED = ["ledgers", "bookings", "consents", "cards", "others", "companions", "hashes", "backups"] as const;

function EraseDialog({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const { t } = useTranslation("customers");
  const go = useGo();
  const { data } = useQuery(api.customers.erasure.queryOptions({ input: { id: customer.id }, staleTime: 0 }));
  const erase = async () => {
    if (data === undefined) return;
    try {
      await calls.customers.erase({ id: customer.id, version: data.version });
    } catch (error) {
      notify("error", toAppError(error).message);
      return;
    }
    notify("success", t("requests.erased", { name: customer.name }));
    await go("/customers");
    void queryClient.invalidateQueries({ queryKey: api.customers.list.key() });
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("requests.eraseTitle", { name: customer.name })}
      confirm={t("requests.eraseConfirm")}
      danger
      size="lg"
      ready={data !== undefined}
      onConfirm={erase}
    >
      {data ? (
        <div className={styles.erasure}>
          <p>{t("requests.goes")}</p>
          <p>{t("requests.words")}</p>
          <p>
            {data.register_until === null
              ? t("requests.nothingStays")
              : t("requests.stays", { date: formatDate(data.register_until) })}
          </p>
          <p>{t("requests.retainedTitle")}</p>
          <ul>
            {RETAINED.map((what) => (
              <li key={what}>{t(`requests.retained.${what}`)}</li>
            ))}
          </ul>
          {data.point_balance > 0 ? (
            <p>{t("requests.points", { points: formatCount(data.point_balance, "points") })}</p>
          ) : null}
          {data.upcoming_reservations > 0 ? (
            <p>{t("requests.upcoming", { count: data.upcoming_reservations })}</p>
          ) : null}
        </div>
      ) : null}
    </ConfirmDialog>
  );
}
