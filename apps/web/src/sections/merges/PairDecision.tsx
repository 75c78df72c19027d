import { LIKELY } from "@okaeri/domain/customers/likeness";
import type { Winners } from "@okaeri/domain/customers/merge-fields";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { useNoRight } from "../../shell/no-right.ts";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { FieldWinners } from "./FieldWinners.tsx";
import { MergeEffects } from "./MergeEffects.tsx";
import { type CandidateDetail, type MergePreview, mergePreviewQuery } from "./merges.api.ts";
import styles from "./merges.module.css";

type PairProps = { candidate: CandidateDetail; answer: (work: () => Promise<string>) => Promise<void> };

/** Two customers side by side: what is kept of whom, and what becomes of everything else. */
export function PairDecision({ candidate, answer }: PairProps) {
  const { t } = useTranslation("merges");
  const noRight = useNoRight();
  const { customer, other } = candidate;
  const [survivorId, setSurvivor] = useState<number>();
  const [fields, setFields] = useState<Partial<Winners>>({});
  const [asking, setAsking] = useState(false);
  const mayEdit = candidate.page_actions.includes("edit");
  const first = survivorId ?? customer?.id ?? 0;
  const second = first === customer?.id ? (other?.id ?? 0) : (customer?.id ?? 0);
  const preview = useQuery({ ...mergePreviewQuery(first, second, fields), enabled: mayEdit });
  const shown = preview.data;
  // The better one to keep is known with the first answer.
  if (survivorId === undefined && shown && shown.proposed_survivor_id !== first)
    setSurvivor(shown.proposed_survivor_id);
  const reason = mayEdit ? undefined : noRight;
  const merge = async () => {
    if (shown) await client.merges.merge(orderOf(shown));
    return t("pair.done", { name: shown?.survivor.detail.name });
  };
  const separate = async () => {
    await client.merges.markSeparate({ id: candidate.id });
    return t("pair.separateDone");
  };
  return (
    <>
      <p className={styles.lead}>{t("pair.lead")}</p>
      {preview.isError ? (
        <ErrorState message={toAppError(preview.error).message} onRetry={() => void preview.refetch()} />
      ) : null}
      {shown ? (
        <>
          <FieldWinners preview={shown} onChoose={(field, winner) => setFields({ ...fields, [field]: winner })} />
          <MergeEffects preview={shown} />
        </>
      ) : null}
      <Card>
        <div className={styles.buttons}>
          <ReasonedButton
            {...(candidate.score >= LIKELY ? { variant: "filled" as const } : {})}
            reason={reason}
            onClick={() => setAsking(shown !== undefined)}
          >
            {t("pair.merge")}
          </ReasonedButton>
          <ReasonedButton reason={reason} onClick={() => void answer(separate)}>
            {t("pair.different")}
          </ReasonedButton>
          <ReasonedButton
            reason={reason}
            onClick={() => {
              setSurvivor(second);
              setFields({});
            }}
          >
            {t("pair.swap")}
          </ReasonedButton>
        </div>
      </Card>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("pair.confirmTitle", { name: shown?.survivor.detail.name })}
        confirm={t("pair.merge")}
        onConfirm={() => answer(merge)}
      >
        {shown?.is_final
          ? t("pair.final")
          : t("pair.confirm", { source: shown?.source.detail.name, survivor: shown?.survivor.detail.name })}
      </ConfirmDialog>
    </>
  );
}

function orderOf({ survivor, source, winners }: MergePreview) {
  return {
    survivor_id: survivor.id,
    survivor_version: survivor.version,
    source_id: source.id,
    source_version: source.version,
    fields: winners,
  };
}
