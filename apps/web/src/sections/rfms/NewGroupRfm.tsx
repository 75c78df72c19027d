import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { api } from "../../api/client.ts";
import { useGo } from "../../shell/navigation.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { afterRfmChange, rfmCandidatesQuery } from "./rfms.api.ts";
import styles from "./rfms.module.css";

/** Makes an RFM that an account group shares, and goes on to its thresholds. */
export function NewGroupRfm() {
  const { t } = useTranslation(["rfms", "ui"]);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t("share.new")}
      </Button>
      {opened ? <Chooser onClose={() => setOpened(false)} /> : null}
    </>
  );
}

function Chooser({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["rfms", "ui"]);
  const go = useGo();
  const cache = useQueryClient();
  const candidates = useQuery(rfmCandidatesQuery());
  const [chosen, setChosen] = useState<string>("");
  const [problem, setProblem] = useState<string>();
  const create = useMutation(api.rfms.create.mutationOptions());
  const items = candidates.data?.items ?? [];
  const free = items.filter((item) => item.refusal === null);
  const make = async () => {
    if (chosen === "") return setProblem(t("share.choose"));
    try {
      const made = await create.mutateAsync({ group_id: Number(chosen) });
      await afterRfmChange(cache);
      await go(`/rfms/${made.id}/edit`);
    } catch (error) {
      const appError = toAppError(error);
      setProblem(appError.fields.group_id ?? appError.message);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t("share.new")}
      actions={
        <>
          <Button onClick={onClose}>{t("ui:dialog.cancel")}</Button>
          {free.length > 0 ? (
            <Button variant="filled" loading={create.isPending} onClick={() => void make()}>
              {t("share.make")}
            </Button>
          ) : null}
        </>
      }
    >
      <p className={styles.lead}>{t("share.lead")}</p>
      {candidates.isError ? (
        <ErrorState message={candidates.error.message} onRetry={() => void candidates.refetch()} />
      ) : candidates.isPending ? (
        <p role="status">{t("ui:table.loading")}</p>
      ) : items.length === 0 ? (
        <EmptyState sentence={t("share.none")} />
      ) : null}
      {free.length > 0 ? (
        <ChoiceField
          id="rfm-share-group"
          as="open"
          label={t("share.group")}
          value={chosen}
          error={problem}
          choices={free.map((item) => ({
            value: String(item.group_id),
            label: item.name,
            note: item.accounts.join(t("share.and")),
          }))}
          onChange={(next) => {
            setChosen(next);
            setProblem(undefined);
          }}
        />
      ) : null}
      {items.length > free.length ? (
        <ul className={styles.refused}>
          {items.map(({ group_id, name, refusal }) =>
            refusal === null ? null : (
              <li key={group_id}>
                <strong>{name}</strong>
                <span>{refusal}</span>
              </li>
            ),
          )}
        </ul>
      ) : null}
    </Dialog>
  );
}
