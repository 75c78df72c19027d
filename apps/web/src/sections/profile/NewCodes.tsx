import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { RecoveryCodes } from "../../parts/credentials/RecoveryCodes.tsx";
import { UnsavedGuard } from "../../shell/UnsavedGuard.tsx";
import styles from "./profile.module.css";

/** New recovery codes, shown this once: they stay until they were kept. */
export function NewCodes({ codes, userId, onClose }: { codes: string[]; userId: string; onClose: () => void }) {
  const { t } = useTranslation(["profile", "credentials"]);
  const [noted, setNoted] = useState(false);
  const [error, setError] = useState<string>();
  return (
    <div className={styles.form}>
      <RecoveryCodes
        codes={codes}
        userId={userId}
        lead={t("tfa.codesLead")}
        noted={noted}
        onNoted={(next) => {
          setNoted(next);
          setError(undefined);
        }}
        error={error}
      />
      <div className={styles.submit}>
        <Button onClick={() => (noted ? onClose() : setError(t("credentials:recovery.notedMissing")))}>
          {t("tfa.close")}
        </Button>
      </div>
      <UnsavedGuard isDirty={() => !noted} changes={[t("credentials:recovery.lost")]} />
    </div>
  );
}
