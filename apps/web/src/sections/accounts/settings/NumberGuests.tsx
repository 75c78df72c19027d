import { Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { api, client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Card } from "../../../ui/Card.tsx";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { ReasonedButton } from "../../../ui/ReasonedButton.tsx";
import { isBusy, WorkNotice } from "../../../ui/WorkNotice.tsx";
import { type MembersAnswer, membersQuery } from "./settings.api.ts";
import styles from "./settings.module.css";

/** How many guests have no member number, and numbers for all of them at once. `at`: when the server said so. */
export function NumberGuests({ id, answer, at }: { id: number; answer: MembersAnswer; at: number }) {
  const { t } = useTranslation("accountSettings");
  const [asking, setAsking] = useState(false);
  const { without, left, work } = answer.numbering;
  if (answer.member_number_issue === "off" && !isBusy(work)) return null;
  const short = left < without ? t("members.short", { left, count: without }) : undefined;
  const reason = isBusy(work) ? t("members.numbering") : without === 0 ? t("members.nobody") : short;
  const start = async () => {
    try {
      queryClient.setQueryData(membersQuery(id).queryKey, await client.accountSettings.numberMembers({ id }));
      setAsking(false);
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return (
    <Card title={t("members.withoutTitle")}>
      <Stack gap="sm" align="flex-start">
        <p className={styles.lead}>{t("members.without", { count: without })}</p>
        <WorkNotice
          work={work}
          at={at}
          words={{
            waiting: () => t("members.waiting"),
            running: () => t("members.running", { count: without }),
            failed: (time) => t("members.failed", { time }),
            night: "",
            done: t("members.done"),
          }}
          mayStart
          onDone={() => void queryClient.invalidateQueries({ queryKey: api.customers.key() })}
        />
        <ReasonedButton reason={reason} onClick={() => setAsking(true)}>
          {t("members.number")}
        </ReasonedButton>
      </Stack>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("members.confirmTitle", { count: without })}
        confirm={t("members.number")}
        onConfirm={start}
      >
        {t("members.confirm", { count: without })}
      </ConfirmDialog>
    </Card>
  );
}
