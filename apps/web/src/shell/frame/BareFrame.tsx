import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import styles from "./BareFrame.module.css";
import { BrandDrop } from "./BrandMark.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";

/** Sign-in and profile: header without the menu, one centred column beneath the mark, footer. */
export function BareFrame({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const path = useLocation({ select: (location) => location.pathname });
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    // A new page starts at its beginning, unless it has already put the cursor into its field.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <>
      <Header />
      <div className={styles.page}>
        <main ref={main} tabIndex={-1} className={styles.column}>
          <span className={styles.mark}>
            <BrandDrop size={44} />
          </span>
          {children}
        </main>
        <Footer centred />
      </div>
    </>
  );
}
