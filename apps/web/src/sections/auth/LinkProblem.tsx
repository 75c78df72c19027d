import { useTranslation } from "react-i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import styles from "./auth.module.css";

type LinkProblemProps = {
  /** The server's reason; undefined when the link carried no token at all. */
  message: string | undefined;
  kind: "invitation" | "reset";
};

/** A mailed link that does not work (any more), and what to do now. */
export function LinkProblem({ message, kind }: LinkProblemProps) {
  const { t } = useTranslation(["signup", "shell"]);
  return (
    <section className={styles.card}>
      <title>{t("shell:pageTitle", { title: t("link.title") })}</title>
      <div className={styles.form}>
        <h1 className={styles.title}>{t("link.title")}</h1>
        <p className={styles.error} role="alert">
          {message ?? t("link.missing")}
        </p>
        {kind === "invitation" ? <p className={styles.lead}>{t("link.askInviter")}</p> : null}
        <div className={styles.ways}>
          {kind === "reset" ? <AppLink to="/login/forget">{t("link.askAgain")}</AppLink> : null}
          <AppLink to="/login">{t("link.toLogin")}</AppLink>
        </div>
      </div>
    </section>
  );
}
