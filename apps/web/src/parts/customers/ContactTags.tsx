import { useTranslation } from "react-i18next";
import type { client } from "../../api/client.ts";
import type { ItemOf } from "../../api/records.ts";
import { Tag } from "../../ui/Tag.tsx";
import styles from "./ContactTags.module.css";

const MAIL_KINDS = {
  reachable: "success",
  bounced: "danger",
  opted_out: "warning",
  no_consent: "neutral",
  none: "neutral",
} as const;
const LINE_KINDS = { ...MAIL_KINDS, blocked: "danger" } as const;

type Reached = Pick<ItemOf<typeof client.customers.list>, "mail_state" | "line_state">;

/** Whether mail and LINE reach the guest. */
export function ContactTags({ customer }: { customer: Reached }) {
  const { t } = useTranslation("customers");
  return (
    <span className={styles.tags}>
      <Tag kind={MAIL_KINDS[customer.mail_state]}>{t(`contact.mail.${customer.mail_state}`)}</Tag>
      <Tag kind={LINE_KINDS[customer.line_state]}>{t(`contact.line.${customer.line_state}`)}</Tag>
    </span>
  );
}
