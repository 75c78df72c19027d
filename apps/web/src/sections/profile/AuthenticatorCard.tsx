import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { AuthenticatorKey } from "../../parts/credentials/AuthenticatorKey.tsx";
import { notify } from "../../shell/toasts.tsx";
import { Card } from "../../ui/Card.tsx";
import { CodeStep } from "./CodeStep.tsx";
import { NewCodes } from "./NewCodes.tsx";
import { profileQuery, sessionsQuery } from "./profile.api.ts";
import styles from "./profile.module.css";

type Stage = { name: "start" } | { name: "key"; secret: string; url: string } | { name: "codes"; codes: string[] };

/** A new device in two steps: a code of the old one (or a recovery code), then one of the new. New recovery codes follow. */
export function AuthenticatorCard({ userId }: { userId: string }) {
  const { t } = useTranslation("profile");
  const cache = useQueryClient();
  const [stage, setStage] = useState<Stage>({ name: "start" });

  const begin = async (code: string) => {
    const made = await client.auth.startTfaChange({ code });
    setStage({ name: "key", secret: made.tfa_secret, url: made.otpauth_url });
  };
  const finish = async (code: string) => {
    const { recovery_codes } = await client.auth.finishTfaChange({ code });
    notify("success", t("tfa.done"));
    setStage({ name: "codes", codes: recovery_codes });
    await Promise.all([
      cache.invalidateQueries({ queryKey: profileQuery().queryKey }),
      cache.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
    ]);
  };

  return (
    <Card title={t("tfa.title")}>
      {stage.name === "start" ? (
        <CodeStep
          key="old"
          lead={t("tfa.lead")}
          label={t("tfa.oldCode")}
          hint={t("password.codeHint")}
          submit={t("tfa.start")}
          onCode={begin}
          orRecovery
        />
      ) : null}
      {stage.name === "key" ? (
        <div className={styles.form}>
          <p className={styles.lead}>{t("tfa.newLead")}</p>
          <AuthenticatorKey secret={stage.secret} url={stage.url} />
          <CodeStep
            key="new"
            label={t("tfa.newCode")}
            submit={t("tfa.finish")}
            onCode={finish}
            onCancel={() => setStage({ name: "start" })}
            focused
          />
        </div>
      ) : null}
      {stage.name === "codes" ? (
        <NewCodes codes={stage.codes} userId={userId} onClose={() => setStage({ name: "start" })} />
      ) : null}
    </Card>
  );
}
