import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { notify } from "../../shell/toasts.tsx";
import { Card } from "../../ui/Card.tsx";
import { CodeStep } from "./CodeStep.tsx";
import { NewCodes } from "./NewCodes.tsx";
import { type Profile, profileQuery } from "./profile.api.ts";

/** New recovery codes in place of those that were lost or used up. */
export function RecoveryCodesCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation("profile");
  const cache = useQueryClient();
  const [codes, setCodes] = useState<string[]>();
  const renew = async (code: string) => {
    setCodes((await client.auth.renewRecoveryCodes({ code })).recovery_codes);
    notify("success", t("recovery.done"));
    await cache.invalidateQueries({ queryKey: profileQuery().queryKey });
  };
  return (
    <Card title={t("recovery.title")}>
      {codes ? (
        <NewCodes codes={codes} userId={profile.login_id} onClose={() => setCodes(undefined)} />
      ) : (
        <CodeStep
          lead={`${t("recovery.left", { n: profile.recovery_codes_left })} ${t("recovery.lead")}`}
          label={t("recovery.code")}
          hint={t("password.codeHint")}
          submit={t("recovery.submit")}
          onCode={renew}
          orRecovery
        />
      )}
    </Card>
  );
}
