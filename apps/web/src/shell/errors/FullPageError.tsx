import { appError, toAppError } from "../../api/app-error.ts";
import { Footer } from "../frame/Footer.tsx";
import { Header } from "../frame/Header.tsx";
import styles from "./ErrorDisplay.module.css";
import { ErrorCard } from "./ErrorDisplay.tsx";

/** The error that takes the whole window: header, card, footer (specification §2, error screen). */
export function FullPageError({ error }: { error: unknown }) {
  return (
    <>
      <Header />
      <main className={styles.place}>
        <ErrorCard error={toAppError(error)} />
      </main>
      <Footer />
    </>
  );
}

/** No route matches. */
export function FullPageNotFound() {
  return <FullPageError error={appError({ status: 404 })} />;
}
