import { useTranslation } from "react-i18next";
import { rankKind } from "../../parts/ranks/rank-kind.ts";
import { Tag } from "../../ui/Tag.tsx";
import type { Customer } from "./customers.api.ts";
import styles from "./customers.module.css";

const mailKinds = {
  reachable: "success",
  bounced: "danger",
  opted_out: "warning",
  no_consent: "neutral",
  none: "neutral",
} as const;
const lineKinds = { ...mailKinds, blocked: "danger" } as const;

/** Whether mail and LINE reach the guest. */
export function ContactTags({ customer }: { customer: Pick<Customer, "mail_state" | "line_state"> }) {
  const { t } = useTranslation("customers");
  return (
    <span className={styles.tags}>
      <Tag kind={mailKinds[customer.mail_state]}>{t(`contact.mail.${customer.mail_state}`)}</Tag>
      <Tag kind={lineKinds[customer.line_state]}>{t(`contact.line.${customer.line_state}`)}</Tag>
    </span>
  );
}

export function RankTag({ rank }: { rank: NonNullable<Customer["rank"]> }) {
  return <Tag kind={rankKind(rank)}>{rank.name}</Tag>;
}
