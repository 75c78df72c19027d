import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { RecoveryCodes } from "../../parts/credentials/RecoveryCodes.tsx";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { UnsavedGuard } from "../../shell/UnsavedGuard.tsx";
import styles from "./auth.module.css";

type SignUpCodesProps = { codes: string[]; loginId: string; lead: string; done: string };

/** Registered. The codes are on this screen and nowhere else, so leaving without them asks first. */
export function SignUpCodes({ codes, loginId, lead, done }: SignUpCodesProps) {
  const { t } = useTranslation(["signup", "credentials"]);
  const go = useGo();
  const [noted, setNoted] = useState(false);
  const [error, setError] = useState<string>();
  const finished = useRef(false);
  const finish = async () => {
    setError(noted ? undefined : t("credentials:recovery.notedMissing"));
    if (!noted) return;
    finished.current = true;
    notify("success", done);
    await go("/login", {}, { replace: true });
  };
  return (
    <div className={styles.form}>
      <RecoveryCodes
        codes={codes}
        userId={loginId}
        lead={lead}
        noted={noted}
        onNoted={(next) => {
          setNoted(next);
          setError(undefined);
        }}
        error={error}
      />
      <Button variant="filled" size="md" onClick={() => void finish()}>
        {t("signup.finish")}
      </Button>
      <UnsavedGuard isDirty={() => !finished.current && !noted} changes={[t("credentials:recovery.lost")]} />
    </div>
  );
}
