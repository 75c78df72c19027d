import "../styles/mantine-rest.css";
import type { AppError } from "../api/app-error.ts";
import styles from "./ErrorDisplay.module.css";
import { ErrorCard } from "./ErrorDisplay.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";

/** The error that takes the whole window: header, card, footer (specification §2, error screen). */
export function ErrorScreen({ error }: { error: AppError }) {
  return (
    <>
      <Header />
      <main className={styles.place}>
        <ErrorCard error={error} />
      </main>
      <Footer />
    </>
  );
}
