import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { api, client } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { GuestField } from "../../parts/customers/GuestField.tsx";
import { useGo } from "../../shell/navigation.ts";
import { Dialog } from "../../ui/Dialog.tsx";

type SameGuestDialogProps = { id: number; opened: boolean; onClose: () => void };

/** Somebody knows that two customers are one guest, whom nothing suggested: leads to the two side by side, where it is decided. */
export function SameGuestDialog({ id, opened, onClose }: SameGuestDialogProps) {
  const { t } = useTranslation(["customers", "ui"]);
  const go = useGo();
  const [other, setOther] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const compare = async () => {
    if (other === "") return setError(t("same.missing"));
    setBusy(true);
    try {
      const pair = await client.merges.propose({ customer_id: id, other_customer_id: Number(other) });
      void queryClient.invalidateQueries({ queryKey: api.merges.key() });
      await go(`/customers/merges/${pair.id}`);
    } catch (refused) {
      const { fields, message } = toAppError(refused);
      setError(fields.other_customer_id ?? message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t("same.title")}
      actions={
        <>
          <Button onClick={onClose}>{t("ui:dialog.cancel")}</Button>
          <Button variant="filled" loading={busy} onClick={() => void compare()}>
            {t("same.compare")}
          </Button>
        </>
      }
    >
      <p>{t("same.text")}</p>
      <GuestField
        id={`customers/${id}/same`}
        label={t("same.guest")}
        value={other}
        error={error}
        onChange={(guest) => {
          setOther(guest);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}
