import { Button } from "@mantine/core";
import { errorScreen } from "@okaeri/domain/auth/error-catalogue";
import { useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { type AppError, appError, toAppError } from "../api/app-error.ts";
import { clearAppFailure } from "./app-failure.ts";
import styles from "./ErrorDisplay.module.css";
import { useGo } from "./navigation.ts";

/** specification §2, error screen: the card with its message and the link back. */
export function ErrorCard({ error }: { error: AppError }) {
  const { t } = useTranslation();
  const go = useGo();
  const router = useRouter();
  const screen = errorScreen(error);
  const leave = async () => {
    clearAppFailure();
    await go(screen.link.to);
    await router.invalidate();
  };
  const message = error.status === 404 ? t("error.notFound") : error.message || t("error.unknown");
  return (
    <section className={styles.card} role="alert">
      <title>{t("pageTitle", { title: t("error.title") })}</title>
      <h1>{t("error.title")}</h1>
      <p>{message}</p>
      <Button variant="filled" onClick={() => void leave()}>
        {screen.link.to === "/login" ? t("error.toLogin") : t("error.toTop")}
      </Button>
    </section>
  );
}

/** An error inside the frame: a page that failed to load or to draw. */
export function InAppError({ error }: { error: unknown }) {
  return (
    <div className={styles.place}>
      <ErrorCard error={toAppError(error)} />
    </div>
  );
}

export function InAppNotFound() {
  return <InAppError error={appError({ status: 404 })} />;
}
