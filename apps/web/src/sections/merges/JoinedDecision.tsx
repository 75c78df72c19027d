import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { GuestLine } from "../../parts/customers/GuestLine.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { useNoRight } from "../../shell/no-right.ts";
import { Card } from "../../ui/Card.tsx";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { GuestFacts } from "./GuestFacts.tsx";
import type { CandidateDetail } from "./merges.api.ts";
import styles from "./merges.module.css";

type JoinedProps = { candidate: CandidateDetail; answer: (work: () => Promise<string>) => Promise<void> };

/** A booking that an agency's mail address gave to a customer: it stays, becomes a new customer's, or its guest waits. */
export function JoinedDecision({ candidate, answer }: JoinedProps) {
  const { t } = useTranslation("merges");
  const noRight = useNoRight();
  const { id, guest, customer, details, page_actions } = candidate;
  if (guest === null || customer === null) return null;
  const { name } = customer;
  const reason = page_actions.includes("edit") ? undefined : noRight;
  const keep = async () => {
    await client.merges.join({ id, customer_id: customer.id });
    return t("joined.remains", { name });
  };
  const create = async () => {
    await client.merges.createCustomer({ id });
    return t("joined.created");
  };
  const separate = async () => {
    await client.merges.markSeparate({ id });
    return t("joined.separateDone");
  };
  return (
    <>
      <p className={styles.lead}>{t("joined.lead", { customer: name })}</p>
      <GuestFacts guest={guest} details={details} />
      <Card title={t("joined.customer")}>
        <AppLink to={`/customers/${customer.id}`}>{name}</AppLink>
        <span className={styles.typed}>
          <GuestLine guest={customer} />
        </span>
      </Card>
      <Card>
        <p className={styles.lead}>{t("joined.effect", { customer: name })}</p>
        <div className={styles.buttons}>
          <ReasonedButton reason={reason} onClick={() => void answer(create)}>
            {t("joined.create")}
          </ReasonedButton>
          <ReasonedButton reason={reason} onClick={() => void answer(keep)}>
            {t("joined.keep")}
          </ReasonedButton>
          <ReasonedButton reason={reason} onClick={() => void answer(separate)}>
            {t("joined.different")}
          </ReasonedButton>
        </div>
      </Card>
    </>
  );
}
