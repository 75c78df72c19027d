import { ActionIcon, Button, Menu, useMantineColorScheme } from "@mantine/core";
import { IconLogout, IconMenu2, IconMoon, IconSearch, IconSun, IconUser } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { AppLink } from "./AppLink.tsx";
import { Logo } from "./BrandMark.tsx";
import { FacilityPicker } from "./FacilityPicker.tsx";
import { GlobalSearch } from "./GlobalSearch.tsx";
import styles from "./Header.module.css";
import { LanguageSwitch } from "./LanguageSwitch.tsx";
import { useGo } from "./navigation.ts";
import { isSignedIn, useSession } from "./session.ts";
import { useLogout } from "./use-logout.ts";

/** specification §2, shell: logo to /, login button or user id, profile and logout. */
export function Header({ onMenu }: { onMenu?: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const signedIn = isSignedIn(session);
  const go = useGo();
  return (
    <header className={styles.header}>
      {onMenu ? (
        <ActionIcon className={styles.menuButton ?? ""} size={40} aria-label={t("header.menu")} onClick={onMenu}>
          <IconMenu2 size={20} aria-hidden />
        </ActionIcon>
      ) : null}
      <AppLink to="/" className={styles.logo} aria-label={t("home")}>
        <Logo />
      </AppLink>
      {signedIn ? (
        <>
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
          <LanguageSwitch className={styles.language} />
          <SchemeToggle />
          <PersonLinks userId={session.userId} />
        </>
      ) : (
        <div className={styles.end}>
          <LanguageSwitch className={styles.language} />
          <SchemeToggle />
          <Button onClick={() => void go("/login")}>{t("header.login")}</Button>
        </div>
      )}
    </header>
  );
}

function PersonLinks({ userId }: { userId: string | null }) {
  const { t } = useTranslation();
  const go = useGo();
  const leave = useLogout();
  const name = userId ?? t("header.userName");
  const badge = (
    <span className={styles.badge} aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
  return (
    <>
      <div className={styles.person}>
        <span className={styles.userId}>{name}</span>
        {badge}
        <span className={styles.bar} aria-hidden="true" />
        <AppLink to="/profile">{t("header.profile")}</AppLink>
        <button type="button" onClick={() => void leave()}>
          {t("header.logout")}
        </button>
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <button type="button" className={styles.personButton} aria-label={t("header.account", { name })}>
            {badge}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{name}</Menu.Label>
          <Menu.Item leftSection={<IconUser size={16} aria-hidden />} onClick={() => void go("/profile")}>
            {t("header.profile")}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave()}>
            {t("header.logout")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Light or dark by choice; until chosen, as the system says. */
export function SchemeToggle() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  // The script in index.html sets the attribute before React starts, so it is the truth on the first paint too.
  const dark = document.documentElement.getAttribute("data-mantine-color-scheme") === "dark";
  return (
    <ActionIcon
      size={36}
      aria-label={dark ? t("header.light") : t("header.dark")}
      title={dark ? t("header.light") : t("header.dark")}
      onClick={() => setColorScheme(dark ? "light" : "dark")}
    >
      {dark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
    </ActionIcon>
  );
}
