import { VisuallyHidden } from "@mantine/core";
import { Children, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./PageHeader.module.css";

type PageHeaderProps = {
  title: ReactNode;
  /** Where the title is written, in its place: the heading itself is read aloud only. */
  titleField?: ReactNode;
  /** Quiet text beside the title: "48,213人", a date. */
  count?: ReactNode;
  /** State tags beside the title. */
  state?: ReactNode;
  /** Links above the title, outermost first. */
  crumbs?: ReactNode;
  /** Caption under the title, such as a name's kana. */
  caption?: ReactNode;
  actions?: ReactNode;
};

/** The top of every page: where am I, what is this, how many, what can I do. */
export function PageHeader({ title, titleField, count, state, crumbs, caption, actions }: PageHeaderProps) {
  const { t } = useTranslation(["ui", "shell"]);
  return (
    <header className={styles.header}>
      {typeof title === "string" ? <title>{t("shell:pageTitle", { title })}</title> : null}
      <div className={styles.words}>
        {crumbs ? (
          <nav aria-label={t("breadcrumb")}>
            <ol className={styles.crumbs}>
              {Children.map(crumbs, (crumb) => (
                <li>{crumb}</li>
              ))}
            </ol>
          </nav>
        ) : null}
        <div className={styles.line}>
          {titleField ? (
            <>
              <VisuallyHidden component="h1">{title}</VisuallyHidden>
              {titleField}
            </>
          ) : (
            <h1 className={styles.title}>{title}</h1>
          )}
          {count ? <span className={styles.count}>{count}</span> : null}
          {state}
        </div>
        {caption ? <p className={styles.caption}>{caption}</p> : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}
