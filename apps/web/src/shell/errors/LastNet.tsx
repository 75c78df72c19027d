import i18next from "i18next";
import { Component, type ReactNode } from "react";
import styles from "./ErrorDisplay.module.css";

/** The outermost error boundary: an error that no page's own display caught, even one of the error screen, never leaves an empty window. */
export class LastNet extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className={styles.place}>
        <section className={styles.card} role="alert">
          <h1>{i18next.t("error.title")}</h1>
          <p>{i18next.t("error.unknown")}</p>
          <a href="/">{i18next.t("error.toTop")}</a>
        </section>
      </main>
    );
  }
}
