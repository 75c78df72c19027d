import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useGo } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import type { ImportBatch } from "./imports.api.ts";
import styles from "./imports.module.css";
import { useCancelImport } from "./use-cancel-import.ts";

/** The file is there, or half of it, but nothing has been started: go on with it or throw it away. */
export function Unfinished({ batch }: { batch: ImportBatch }) {
  const { t } = useTranslation("imports");
  const go = useGo();
  const mayImport = useMay("customers/create");
  const [asking, setAsking] = useState(false);
  const cancel = useCancelImport(batch.id);
  return (
    <Card>
      <div className={styles.notice}>
        <p>{t(batch.state === "uploading" ? "run.uploading" : "run.waiting")}</p>
        {mayImport ? (
          <div className={styles.buttons}>
            <Button onClick={() => setAsking(true)}>{t("run.throwAway")}</Button>
            <Button variant="filled" onClick={() => void go("/customers/imports/new", { import_id: batch.id })}>
              {t("run.continue")}
            </Button>
          </div>
        ) : null}
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("run.throwAwayAsk")}
        confirm={t("run.throwAway")}
        danger
        onConfirm={() => cancel.mutateAsync({ id: batch.id }).catch(() => undefined)}
      >
        {t("run.throwAwayLost")}
      </ConfirmDialog>
    </Card>
  );
}
