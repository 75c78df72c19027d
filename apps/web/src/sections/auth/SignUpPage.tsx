import "../../styles/mantine-rest.css";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Steps } from "../../ui/Steps.tsx";
import type { Invited, Proven } from "./auth.api.ts";
import styles from "./auth.module.css";
import { LinkProblem } from "./LinkProblem.tsx";
import { RegisterAgain } from "./RegisterAgain.tsx";
import { SignUpAuthenticator } from "./SignUpAuthenticator.tsx";
import { SignUpCodes } from "./SignUpCodes.tsx";
import { SignUpId } from "./SignUpId.tsx";
import { SignUpPassword } from "./SignUpPassword.tsx";

/** specification §4, sign-up: token → user id → authenticator → password, then the recovery codes. */
export function SignUpPage({ proven }: { proven: Proven<Invited> }) {
  // What was proven on arrival counts: at the end the link is spent, and the codes must stay on screen.
  const [first] = useState(proven);
  if (!first.ok) return <LinkProblem kind="invitation" message={first.message} />;
  const { login_id } = first.value;
  return login_id === null ? (
    <SignUp invited={first.value} />
  ) : (
    <RegisterAgain invited={first.value} loginId={login_id} />
  );
}

/** What has been proven so far; each step adds to it. */
export type SignUpProgress = {
  loginId: string;
  key?: { tfa_secret: string; otpauth_url: string };
  codeProven?: boolean;
  recoveryCodes?: string[];
};

function SignUp({ invited }: { invited: Invited }) {
  const { t } = useTranslation(["signup", "shell"]);
  const [progress, setProgress] = useState<SignUpProgress>({ loginId: "" });
  const { loginId, key, codeProven, recoveryCodes } = progress;
  const step = recoveryCodes ? "codes" : codeProven ? "password" : key ? "tfa" : "id";
  return (
    <>
      <title>{t("shell:pageTitle", { title: t("signup.title") })}</title>
      <section className={styles.card}>
        <h1 className={styles.title}>{t("signup.title")}</h1>
        <Steps
          current={step}
          steps={(["id", "tfa", "password", "codes"] as const).map((one) => ({
            key: one,
            label: t(`signup.steps.${one}`),
          }))}
        />
        {step === "id" ? (
          <SignUpId invited={invited} loginId={loginId} onKey={(id, made) => setProgress({ loginId: id, key: made })} />
        ) : null}
        {step === "tfa" && key ? (
          <SignUpAuthenticator
            tfaSecret={key.tfa_secret}
            otpauthUrl={key.otpauth_url}
            onProven={() => setProgress({ ...progress, codeProven: true })}
            back={t("signup.back")}
            onBack={() => setProgress({ loginId })}
          />
        ) : null}
        {step === "password" && key ? (
          <SignUpPassword
            invited={invited}
            loginId={loginId}
            tfaSecret={key.tfa_secret}
            onRegistered={(codes) => setProgress({ ...progress, recoveryCodes: codes })}
          />
        ) : null}
        {recoveryCodes ? (
          <SignUpCodes codes={recoveryCodes} loginId={loginId} lead={t("signup.codesLead")} done={t("signup.done")} />
        ) : null}
      </section>
    </>
  );
}
