import "../styles/mantine-rest.css";
import { Drawer } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./AppFrame.module.css";
import { FacilityPicker } from "./FacilityPicker.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { MainMenu } from "./MainMenu.tsx";

/** Header, left menu (a drawer below 900 px), page, footer. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [drawer, setDrawer] = useState(false);
  const main = useRef<HTMLElement>(null);
  const path = useLocation({ select: (location) => location.pathname });
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    setDrawer(false);
    // A new page: readers and keyboards start at its beginning, not where the old one was left.
    main.current?.focus({ preventScroll: true });
  }, [path]);
  useEffect(() => {
    // Rare kanji in names: wanted on every signed-in page, but never before the page itself.
    void import("fonts:rare");
  }, []);
  return (
    <>
      <a className={styles.skip} href="#main">
        {t("skip")}
      </a>
      <Header onMenu={() => setDrawer(true)} />
      <Drawer
        opened={drawer}
        onClose={() => setDrawer(false)}
        size={280}
        padding="md"
        zIndex={1000}
        title={t("menu.label")}
        closeButtonProps={{ "aria-label": t("toast.close") }}
        transitionProps={{ duration: 120 }}
      >
        <div className={styles.drawerPicker}>
          <FacilityPicker />
        </div>
        <MainMenu />
      </Drawer>
      <div className={styles.body}>
        <div className={styles.side}>
          <MainMenu />
        </div>
        <div className={styles.column}>
          <main id="main" ref={main} tabIndex={-1} className={styles.main}>
            {children}
          </main>
          <Footer />
        </div>
      </div>
    </>
  );
}
