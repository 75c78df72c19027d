import { proposedAlike } from "@okaeri/domain/customers/likeness";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { GuestLine } from "../../parts/customers/GuestLine.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { useNoRight } from "../../shell/no-right.ts";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { GuestFacts } from "./GuestFacts.tsx";
import type { CandidateDetail } from "./merges.api.ts";
import styles from "./merges.module.css";

type GuestProps = { candidate: CandidateDetail; answer: (work: () => Promise<string>) => Promise<void> };

/** A guest whom a reservation names: one of these customers, a new one, or nobody's. */
export function GuestDecision({ candidate, answer }: GuestProps) {
  const { t } = useTranslation("merges");
  const noRight = useNoRight();
  const { id, guest, alike, details, page_actions } = candidate;
  const [chosen, setChosen] = useState(proposedAlike(alike)?.id);
  const [asking, setAsking] = useState(false);
  if (guest === null) return null;
  const reason = page_actions.includes("edit") ? undefined : noRight;
  const customer = alike.find((one) => one.id === chosen);
  const join = async () => {
    if (customer) await client.merges.join({ id, customer_id: customer.id });
    return t("guest.joined", { name: customer?.name });
  };
  return (
    <>
      <p className={styles.lead}>{t("guest.lead")}</p>
      <GuestFacts guest={guest} details={details} />
      <Card title={t("guest.alike")}>
        {alike.length === 0 ? <p className={styles.lead}>{t("guest.none")}</p> : null}
        {alike.length > 0 && !customer ? <p className={styles.lead}>{t("guest.pick")}</p> : null}
        <fieldset className={styles.alike} aria-label={t("guest.alike")}>
          {alike.map((one) => (
            <label key={one.id} className={styles.pick}>
              <input type="radio" name="alike" checked={one.id === chosen} onChange={() => setChosen(one.id)} />
              <span>
                <AppLink to={`/customers/${one.id}`}>{one.name}</AppLink> {t("points", { count: one.score })}
                <span className={styles.typed}>
                  <GuestLine guest={one} />
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      </Card>
      <Card>
        <div className={styles.buttons}>
          {customer ? (
            <ReasonedButton variant="filled" reason={reason} onClick={() => void answer(join)}>
              {t("guest.join")}
            </ReasonedButton>
          ) : null}
          <ReasonedButton
            {...(alike.length === 0 ? { variant: "filled" as const } : {})}
            reason={reason}
            onClick={() => void answer(() => client.merges.createCustomer({ id }).then(() => t("guest.created")))}
          >
            {t("guest.create")}
          </ReasonedButton>
          {customer ? (
            <ReasonedButton
              reason={reason}
              onClick={() =>
                void answer(() =>
                  client.merges.markSeparate({ id: customer.candidate_id }).then(() => t("guest.separateDone")),
                )
              }
            >
              {t("guest.different")}
            </ReasonedButton>
          ) : null}
          <ReasonedButton reason={reason} onClick={() => setAsking(true)}>
            {t("guest.aside")}
          </ReasonedButton>
        </div>
      </Card>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("guest.asideTitle")}
        confirm={t("guest.aside")}
        onConfirm={() => answer(() => client.merges.setAside({ id }).then(() => t("guest.asideDone")))}
      >
        {t("guest.asideText")}
      </ConfirmDialog>
    </>
  );
}
