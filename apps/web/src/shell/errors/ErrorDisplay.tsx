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
 * specification §2, error screen: the card with its message and the link back. A part of the program that could not be loaded ends
 * here too, whatever needed it: the address one is going to is loaded afresh once, and only then this card says so. `reason`: what stands
 * beneath the words of a missing right, where more is known than that it is missing.
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
    // Whose session ended comes back here after the next sign-in, where an unsaved form waits.
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
