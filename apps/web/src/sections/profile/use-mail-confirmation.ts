import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { profileQuery } from "./profile.api.ts";

/** A mailed link brought the person here: the new address counts from now on. Answers why it does not, if so. */
export function useMailConfirmation(token: string | undefined): string | undefined {
  const { t } = useTranslation("profile");
  const go = useGo();
  const cache = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const tried = useRef<string>(undefined);
  useEffect(() => {
    if (token === undefined || tried.current === token) return;
    tried.current = token;
    const confirm = async () => {
      try {
        const { user_email } = await client.auth.confirmEmail({ token });
        notify("success", t("form.confirmed", { mail: user_email }));
        await cache.invalidateQueries({ queryKey: profileQuery().queryKey });
      } catch (error) {
        setProblem(toAppError(error).message);
      }
      // The link is spent; the address bar need not keep it.
      await go("/profile/edit", {}, { replace: true });
    };
    void confirm();
  }, [token, t, go, cache]);
  return problem;
}
