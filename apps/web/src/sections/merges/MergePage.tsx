import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { useNoRight } from "../../shell/no-right.ts";
import { notify } from "../../shell/toasts.tsx";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { GuestDecision } from "./GuestDecision.tsx";
import { JoinedDecision } from "./JoinedDecision.tsx";
import { type CandidateDetail, candidateQuery, decided } from "./merges.api.ts";
import styles from "./merges.module.css";
import { PairDecision } from "./PairDecision.tsx";
import { Reasons } from "./Reasons.tsx";

/** One question of the queue: two customers side by side, or a guest beside those whom he resembles. */
export function MergePage({ id }: { id: number }) {
  const { t } = useTranslation("merges");
  const go = useGo();
  const { data: candidate } = useQuery(candidateQuery(id));
  if (candidate === undefined) return null;
  const { kind, guest, customer, other, decision } = candidate;
  const title = guest ? guest.name : `${customer?.name} / ${other?.name}`;
  const answer = async (work: () => Promise<string>) => {
    try {
      notify("success", await work());
      decided();
      void go("/customers/merges");
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return (
    <>
      <PageHeader
        title={title}
        state={<Tag kind={decision === "open" ? "info" : "neutral"}>{t(`decision.${decision}`)}</Tag>}
        caption={t(`kind.${kind}`)}
        crumbs={[
          <AppLink key="customers" to="/customers">
            {t("customers")}
          </AppLink>,
          <AppLink key="queue" to="/customers/merges">
            {t("title")}
          </AppLink>,
        ]}
      />
      <div className={styles.stack}>
        <Reasons reasons={candidate.reasons} />
        {decision !== "open" ? (
          <Decided candidate={candidate} answer={answer} />
        ) : kind === "joined" ? (
          <JoinedDecision candidate={candidate} answer={answer} />
        ) : kind === "guest" ? (
          <GuestDecision candidate={candidate} answer={answer} />
        ) : (
          <PairDecision candidate={candidate} answer={answer} />
        )}
      </div>
    </>
  );
}

type DecidedProps = { candidate: CandidateDetail; answer: (work: () => Promise<string>) => Promise<void> };

/** Who decided when, and the way back. */
function Decided({ candidate, answer }: DecidedProps) {
  const { t } = useTranslation("merges");
  const [asking, setAsking] = useState(false);
  const noRight = useNoRight();
  const { decided_at, decided_by_name: name, merge_id, page_actions } = candidate;
  const at = decided_at ? formatDateTime(decided_at) : "";
  const undo = async () => {
    if (merge_id === null) return "";
    await client.merges.undo({ id: merge_id });
    return t("undo.done");
  };
  return (
    <Card>
      <p className={styles.lead}>{name ? t("decidedBy", { name, at }) : t("decidedAt", { at })}</p>
      {merge_id === null ? null : (
        <div className={styles.buttons}>
          <ReasonedButton reason={page_actions.includes("edit") ? undefined : noRight} onClick={() => setAsking(true)}>
            {t("undo.button")}
          </ReasonedButton>
          <ConfirmDialog
            opened={asking}
            onClose={() => setAsking(false)}
            title={t("undo.title")}
            confirm={t("undo.button")}
            danger
            onConfirm={() => answer(undo)}
          >
            {t("undo.text")}
          </ConfirmDialog>
        </div>
      )}
    </Card>
  );
}
