import "../../styles/mantine-rest.css";
import { ActionIcon, Drawer } from "@mantine/core";
import { IconMenu2, IconSearch } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useGo } from "../navigation.ts";
import { provideToastHost } from "../toasts.tsx";
import styles from "./AppFrame.module.css";
import { FacilityPicker } from "./FacilityPicker.tsx";
import { Footer } from "./Footer.tsx";
import { GlobalSearch } from "./GlobalSearch.tsx";
import { Header } from "./Header.tsx";
import { MainMenu } from "./MainMenu.tsx";
import { ToastHost } from "./ToastHost.tsx";

provideToastHost(ToastHost);

/** Header, left menu (a drawer below 900 px), page, footer. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [drawer, setDrawer] = useState(false);
  const go = useGo();
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
  return (
    <>
      <a className={styles.skip} href="#main">
        {t("skip")}
      </a>
      <Header
        start={
          <ActionIcon
            className={styles.menuButton ?? ""}
            size={40}
            aria-label={t("header.menu")}
            onClick={() => setDrawer(true)}
          >
            <IconMenu2 size={20} aria-hidden />
          </ActionIcon>
        }
      >
        <div className={styles.tools}>
          <FacilityPicker />
          <GlobalSearch />
        </div>
        <ActionIcon
          className={styles.searchButton ?? ""}
          size={40}
          aria-label={t("header.search")}
          onClick={() => void go("/", { focus: "search" })}
        >
          <IconSearch size={20} aria-hidden />
        </ActionIcon>
      </Header>
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
