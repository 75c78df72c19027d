import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { api, client } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { useNoRight } from "../../shell/no-right.ts";
import { notify } from "../../shell/toasts.tsx";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { formatDate, tokyoDay } from "../../ui/format.ts";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { type CustomerDetail, mergedQuery } from "./customers.api.ts";
import styles from "./customers.module.css";
import { SameGuestDialog } from "./SameGuestDialog.tsx";

/** Who was merged into the customer, the way back, and the way to merge another. Nothing for a reader where nobody was. */
export function MergedCustomers({ customer }: { customer: CustomerDetail }) {
  const { t } = useTranslation("customers");
  const noRight = useNoRight();
  const { data } = useQuery(mergedQuery(customer.id));
  const [toConfirm, setToConfirm] = useState<{ id: number; name: string }>();
  const [asking, setAsking] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const mayEdit = customer.page_actions.includes("edit");
  if (!data || (data.items.length === 0 && !mayEdit)) return null;
  const undo = async () => {
    try {
      if (toConfirm) await client.merges.undo({ id: toConfirm.id });
      notify("success", t("merged.undone"));
      for (const queryKey of [api.customers.key(), api.merges.key()]) void queryClient.invalidateQueries({ queryKey });
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return (
    <Card
      title={t("merged.title")}
      aside={
        mayEdit ? (
          <Button size="xs" onClick={() => setChoosing(true)}>
            {t("same.open")}
          </Button>
        ) : undefined
      }
    >
      {data.items.length === 0 ? <p className={styles.quiet}>{t("merged.none")}</p> : null}
      {data.items.map(({ id, source, merged_at }) => (
        <p key={id}>
          {t("merged.line", { name: source.name, date: formatDate(tokyoDay(merged_at)) })}{" "}
          <ReasonedButton
            size="xs"
            reason={mayEdit ? undefined : noRight}
            onClick={() => {
              setToConfirm({ id, name: source.name });
              setAsking(true);
            }}
          >
            {t("merged.undo")}
          </ReasonedButton>
        </p>
      ))}
      {choosing ? <SameGuestDialog id={customer.id} opened onClose={() => setChoosing(false)} /> : null}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("merged.undoTitle", { name: toConfirm?.name })}
        confirm={t("merged.undo")}
        danger
        onConfirm={undo}
      >
        {t("merged.undoText")}
      </ConfirmDialog>
    </Card>
  );
}
