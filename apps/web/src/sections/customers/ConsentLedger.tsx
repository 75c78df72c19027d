import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client as calls } from "../../api/client.ts";
import { RecordForm } from "../../parts/records/RecordForm.tsx";
import { useRecordForm } from "../../parts/records/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { DateField } from "../../ui/fields/DateField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { formatDate } from "../../ui/format.ts";
import { Tag } from "../../ui/Tag.tsx";
import { DateText } from "../../ui/values.tsx";
import { consentsChanged, consentsQuery, customerSiteQuery } from "./customers.api.ts";
import styles from "./customers.module.css";
import notes from "./notes.module.css";

const CHANNELS = ["mail", "line", "post"] as const;
const PURPOSES = ["marketing", "service", "news", "birthday", "around_stays"] as const;

/** Every word of the guest on being written to, with its proof; a line is added and never changed. */
export function ConsentLedger({ id, mayEdit }: { id: number; mayEdit: boolean }) {
  const { t } = useTranslation("customers");
  const { data } = useQuery(consentsQuery(id));
  const [adding, setAdding] = useState(false);
  const lines = data?.items ?? [];
  return (
    <Card
      title={t("consents.title")}
      aside={
        mayEdit ? (
          <Button size="xs" onClick={() => setAdding(true)}>
            {t("consents.add")}
          </Button>
        ) : undefined
      }
    >
      {lines.length === 0 ? <p className={styles.quiet}>{t("consents.none")}</p> : null}
      <ul className={notes.notes}>
        {lines.map((line) => (
          <li key={line.id}>
            <p>
              <strong>{t(`consents.channel.${line.channel}`)}</strong>{" "}
              <Tag kind={line.state === "given" ? "success" : "warning"}>{t(`consents.${line.state}`)}</Tag>{" "}
              <DateText value={line.happened_at} withTime />
            </p>
            <p className={styles.quiet}>
              {t("consents.line", {
                purpose: t(`consents.purpose.${line.purpose}`),
                source: t(`consents.source.${line.source as "staff"}`),
              })}{" "}
              {[
                line.ends_on === null ? "" : t("consents.until", { day: formatDate(line.ends_on) }),
                line.text_version,
                line.entered_by,
                line.remarks,
              ]
                .filter(Boolean)
                .join(" / ")}
            </p>
          </li>
        ))}
      </ul>
      <Dialog opened={adding} onClose={() => setAdding(false)} title={t("consents.addTitle")}>
        <ConsentForm id={id} onDone={() => setAdding(false)} />
      </Dialog>
    </Card>
  );
}

type Values = {
  channel: (typeof CHANNELS)[number];
  purpose: (typeof PURPOSES)[number];
  state: "given" | "withdrawn";
  happened_on: string;
  text_version: string;
  remarks: string;
};

function ConsentForm({ id, onDone }: { id: number; onDone: () => void }) {
  const { t } = useTranslation("customers");
  const { data: site } = useQuery(customerSiteQuery());
  const values: Values = {
    channel: "mail",
    purpose: "marketing",
    state: "given",
    text_version: "",
    remarks: "",
    happened_on: site?.today ?? "",
  };
  const form = useRecordForm<Values>({
    name: `customers/${id}/consents`,
    call: "customers.addConsent",
    loaded: { version: 0, values },
    labels: {
      channel: t("consents.channelLabel"),
      purpose: t("consents.purposeLabel"),
      state: t("consents.stateLabel"),
      happened_on: t("consents.dayLabel"),
      text_version: t("consents.versionLabel"),
      remarks: t("consents.remarksLabel"),
    },
    save: async ({ values: entry }) => {
      const saved = await calls.customers.addConsent({ id, ...entry });
      consentsChanged(id, saved);
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
            {t("consents.submit")}
          </Button>
        </>
      }
    >
      <ChoiceField
        {...form.field("channel")}
        choices={CHANNELS.map((value) => ({ value, label: t(`consents.channel.${value}`) }))}
      />
      <ChoiceField
        {...form.field("purpose")}
        choices={PURPOSES.map((value) => ({ value, label: t(`consents.purpose.${value}`) }))}
      />
      <ChoiceField
        as="open"
        {...form.field("state")}
        choices={(["given", "withdrawn"] as const).map((value) => ({ value, label: t(`consents.${value}`) }))}
      />
      <DateField {...form.field("happened_on")} />
      <TextField {...form.field("text_version")} help={t("consents.versionHint")} />
      <TextField {...form.field("remarks")} help={t("consents.remarksHint")} />
    </RecordForm>
  );
}
