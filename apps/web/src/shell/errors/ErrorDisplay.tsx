import { Button } from "@mantine/core";
import { errorScreenLink } from "@okaeri/domain/auth/error-catalogue";
import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AppError, toAppError } from "../../api/app-error.ts";
import { useGo, useHref } from "../navigation.ts";
import { elsewhere, namesForeignAccount } from "../router/working-account.ts";
import { lastSignedIn } from "../session.ts";
import { clearAppFailure } from "./app-failure.ts";
import styles from "./ErrorDisplay.module.css";
import { PendingPage } from "./PendingPage.tsx";
import { reloadOnce } from "./reload-once.ts";

/**
 * specification §2, error screen: the card with its message and the link back. A chunk that could not be loaded (code splitting) ends here
 * too: the address is reloaded once, and only then does this card show it. `reason`: text under a missing right, where more is known about
 * it.
 */
export function ErrorCard({ error, reason }: { error: AppError; reason?: string | undefined }) {
  const { t } = useTranslation();
  const go = useGo();
  const href = useHref();
  const router = useRouter();
  const to = errorScreenLink(error.status);
  const [looking, setLooking] = useState(() => (error.status === 404 ? elsewhere(router.latestLocation) : undefined));
  useEffect(() => {
    const { href, pathname, search } = router.latestLocation;
    void looking?.().then(async (account) => {
      if (account === undefined || router.latestLocation.href !== href) return setLooking(undefined);
      await router.navigate({ to: pathname, search: { ...search, account_id: account } as never, replace: true });
      clearAppFailure();
      await router.invalidate();
    });
  }, [looking, router]);
  const [reloading] = useState(() => error.missingPart && reloadOnce(router.latestLocation.href));
  const leave = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const returnFor = lastSignedIn();
    // When the session ended, the next sign-in leads back here, where an unsaved form waits.
    const state =
      to === "/login" && returnFor !== null ? { returnTo: router.state.location.href, returnFor } : undefined;
    await go(to, {}, state ? { state } : {});
    clearAppFailure();
    await router.invalidate();
  };
  if (reloading || looking) return <PendingPage />;
  return (
    <section className={styles.card} role="alert">
      <title>{t("pageTitle", { title: t("error.title") })}</title>
      <h1>{t("error.title")}</h1>
      <p>
        {error.status === 404
          ? t("error.notFound")
          : error.words
            ? t(error.words)
            : error.message || t("error.unknown")}
      </p>
      {error.status === 404 && namesForeignAccount(router.latestLocation) ? <p>{t("error.foreignAccount")}</p> : null}
      {error.status === 403 ? <p>{reason ?? t("noRight")}</p> : null}
      <Button
        variant="filled"
        renderRoot={(props) => <a href={href(to)} {...props} />}
        onClick={(event) => void leave(event)}
      >
        {to === "/login" ? t("error.toLogin") : t("error.toTop")}
      </Button>
    </section>
  );
}

/** An error inside the frame: a page that failed to load or to draw. On 409 it leads to sign-in, like 401. */
export function InAppError({ error, reason }: { error: unknown; reason?: string | undefined }) {
  return (
    <div className={styles.place}>
      <ErrorCard error={toAppError(error)} reason={reason} />
    </div>
  );
}
