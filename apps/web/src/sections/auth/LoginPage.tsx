import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, client } from "../../api/client.ts";
import { DEFAULT_LOCALE, inLocale, splitLocale } from "../../i18n/locales.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { isSignedIn, type Session, setSession, useSession } from "../../shell/session.ts";
import { useLogout } from "../../shell/use-logout.ts";
import styles from "./auth.module.css";
import { CodeForm } from "./CodeForm.tsx";
import { DemoPanel } from "./DemoPanel.tsx";
import { PasswordForm } from "./PasswordForm.tsx";

/** Sign-in in two steps: user id and password, then the six digits of the authenticator (specification §4, session). */
export function LoginPage() {
  const { t } = useTranslation(["auth", "shell"]);
  const router = useRouter();
  const go = useGo();
  const leave = useLogout();
  const session = useSession();
  const { data: site } = useQuery(api.site.brand.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  const [credentials, setCredentials] = useState({ userId: "", password: "" });
  const demo = site?.demo === true;
  // Until the next page is there, this one stays as it was: the empty form would look like a refusal.
  const [leaving, setLeaving] = useState(false);
  const secondStep = leaving || (session.loggedIn && !session.verified);

  const enter = async (next: Session) => {
    // Read before the session changes: from then on this page is left.
    const { returnTo, returnFor } = router.state.location.state;
    const { locale = DEFAULT_LOCALE } = splitLocale(router.state.location.pathname);
    if (next.verified) setLeaving(true);
    setSession(next);
    if (!next.verified) return;
    // Back to where sign-in came between, in the language chosen meanwhile; somebody else starts at the top.
    if (returnTo === undefined || (returnFor !== undefined && returnFor !== next.userId)) {
      await go("/", {}, { replace: true });
    } else {
      const target = new URL(returnTo, location.origin);
      await router.navigate({ href: `${inLocale(target.pathname, locale)}${target.search}`, replace: true });
    }
  };

  return (
    <>
      <title>{t("shell:pageTitle", { title: secondStep ? t("code.title") : t("login.title") })}</title>
      {isSignedIn(session) && !leaving ? (
        <p className={styles.note}>
          {t("login.already", { userId: session.userId ?? "" })} <AppLink to="/">{t("login.toTop")}</AppLink>
        </p>
      ) : null}
      <section className={styles.card}>
        {secondStep ? (
          <CodeForm
            userId={session.userId ?? credentials.userId}
            demo={demo}
            onCode={async (code) => enter(await client.auth.verify({ code }))}
            onBack={() => void leave()}
          />
        ) : (
          <PasswordForm
            values={credentials}
            onChange={setCredentials}
            onSubmit={async () => enter(await client.auth.login(credentials))}
          />
        )}
      </section>
      {demo && !secondStep ? <DemoPanel chosen={credentials.userId} onChoose={setCredentials} /> : null}
    </>
  );
}
