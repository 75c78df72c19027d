import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client as calls } from "../../api/client.ts";
import { RecordForm } from "../../parts/records/RecordForm.tsx";
import { useRecordForm } from "../../parts/records/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { DateText } from "../../ui/values.tsx";
import { suppressionLifted, suppressionsQuery } from "./customers.api.ts";
import styles from "./customers.module.css";
import notes from "./notes.module.css";

const KINDS = { hard: "danger", soft: "warning", complaint: "danger", refusal: "warning", lift: "success" } as const;

/** Why mail does not go to the guest, and what came back; where a bounce stopped it, staff may lift it. Nothing where nothing came back. */
export function SuppressionCard({ id, mayEdit }: { id: number; mayEdit: boolean }) {
  const { t } = useTranslation("customers");
  const { data } = useQuery(suppressionsQuery(id));
  const [lifting, setLifting] = useState(false);
  if (data === undefined || (data.current === null && data.items.length === 0)) return null;
  const { current, items } = data;
  return (
    <Card
      title={t("suppressions.title")}
      aside={
        mayEdit && current?.can_lift ? (
          <Button size="xs" onClick={() => setLifting(true)}>
            {t("suppressions.lift")}
          </Button>
        ) : undefined
      }
    >
      <p>{current === null ? t("suppressions.goes") : t(`suppressions.now.${current.reason}`)}</p>
      {current === null || current.can_lift ? null : <p className={styles.quiet}>{t("suppressions.stays")}</p>}
      <ul className={notes.notes}>
        {items.map((line) => (
          <li key={line.id}>
            <p>
              <Tag kind={KINDS[line.kind]}>{t(`suppressions.kind.${line.kind}`)}</Tag>{" "}
              <DateText value={line.happened_at} withTime />
            </p>
            <p className={`${styles.quiet} ${notes.note}`}>
              {[
                line.address,
                t(`suppressions.source.${line.source}`),
                line.status_code,
                line.detail,
                line.entered_by,
                line.remarks,
              ]
                .filter(Boolean)
                .join(" / ")}
            </p>
          </li>
        ))}
      </ul>
      <Dialog opened={lifting} onClose={() => setLifting(false)} title={t("suppressions.liftTitle")}>
        <LiftForm id={id} onDone={() => setLifting(false)} />
      </Dialog>
    </Card>
  );
}

function LiftForm({ id, onDone }: { id: number; onDone: () => void }) {
  const { t } = useTranslation("customers");
  const values = { reason: "" };
  const form = useRecordForm({
    name: `customers/${id}/mail-suppression/lift`,
    call: "customers.liftSuppression",
    loaded: { version: 0, values },
    labels: { reason: t("suppressions.reason") },
    secret: ["reason"],
    save: async ({ values: entry }) => {
      suppressionLifted(id, await calls.customers.liftSuppression({ id, ...entry }));
      return { version: 0, values };
    },
  });
  return (
    <RecordForm
      form={form}
      onSubmit={async () => {
        if ((await form.save()) !== undefined) onDone();
      }}
      foot={
        <>
          <Button onClick={onDone}>{t("form.cancel")}</Button>
          <Button type="submit" variant="filled" loading={form.saving}>
            {t("suppressions.submit")}
          </Button>
        </>
      }
    >
      <p>{t("suppressions.liftText")}</p>
      <TextField {...form.field("reason")} help={t("suppressions.reasonHint")} />
    </RecordForm>
  );
}
