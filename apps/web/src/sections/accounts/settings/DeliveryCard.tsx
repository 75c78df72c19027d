import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { Fact } from "../../../ui/fields/Fact.tsx";
import { FieldGrid } from "../../../ui/fields/FieldGrid.tsx";
import { formatCount } from "../../../ui/format.ts";
import { DeliveryDialog } from "./DeliveryDialog.tsx";
import { WhenLoaded } from "./notices.tsx";
import { type DeliveryAnswer, deliveryQuery } from "./settings.api.ts";
import styles from "./settings.module.css";

/** How mails leave, and how fast. */
export function DeliveryCard({ id }: { id: number }) {
  const query = useQuery(deliveryQuery(id));
  return <WhenLoaded query={query}>{(answer) => <Delivery id={id} answer={answer} />}</WhenLoaded>;
}

function Delivery({ id, answer }: { id: number; answer: DeliveryAnswer }) {
  const { t } = useTranslation("accountSettings");
  const [changing, setChanging] = useState(false);
  const { editable } = answer.owner;
  const rate = (value: number | null) => (value === null ? t("delivery.unlimited") : formatCount(value, "mails"));
  return (
    <Card
      title={t("delivery.title")}
      aside={
        editable ? (
          <Button onClick={() => setChanging(true)} aria-haspopup="dialog">
            {t("delivery.change")}
          </Button>
        ) : undefined
      }
    >
      <FieldGrid>
        <Fact label={t("delivery.label.via")} help={t(`delivery.note.${answer.via}`)}>
          {t(`delivery.via.${answer.via}`)}
        </Fact>
        <Fact label={t("delivery.label.sendgrid_api_key")}>
          {t(answer.sendgrid_api_key_set ? "line.set" : "line.notSet")}
        </Fact>
        <Fact label={t("delivery.label.mails_per_minute")}>{rate(answer.mails_per_minute)}</Fact>
        <Fact label={t("delivery.label.domain_mails_per_minute")}>{rate(answer.domain_mails_per_minute)}</Fact>
      </FieldGrid>
      {editable && answer.via === "sendgrid" && answer.webhook_url !== null ? (
        <>
          <p className={styles.lead}>{t("delivery.webhookLead")}</p>
          <CopyText value={answer.webhook_url} label={t("delivery.copyWebhook")} />
          {answer.sendgrid_webhook_public_key === "" ? (
            <p className={styles.warning}>{t("delivery.webhookKeyMissing")}</p>
          ) : null}
        </>
      ) : null}
      {changing ? <DeliveryDialog id={id} answer={answer} onClose={() => setChanging(false)} /> : null}
    </Card>
  );
}
