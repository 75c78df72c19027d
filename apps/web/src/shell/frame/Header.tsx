import { ActionIcon, Button, useMantineColorScheme } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { AppLink } from "../AppLink.tsx";
import { useGo } from "../navigation.ts";
import { isSignedIn, useSession } from "../session.ts";
import { useLogout } from "../use-logout.ts";
import { Logo } from "./BrandMark.tsx";
import styles from "./Header.module.css";
import { LanguageSwitch } from "./LanguageSwitch.tsx";

type HeaderProps = {
  /** Before the logo: the button that opens the menu. */
  start?: ReactNode;
  /** After the logo: what one works in, and the search. */
  children?: ReactNode;
};

/** specification §2, shell: logo to /, login button or user id, profile and logout. */
export function Header({ start, children }: HeaderProps) {
  const { t } = useTranslation();
  const session = useSession();
  const go = useGo();
  return (
    <header className={styles.header}>
      {start}
      <AppLink to="/" className={styles.logo} aria-label={t("home")}>
        <Logo />
      </AppLink>
      {children}
      <div className={styles.end}>
        <LanguageSwitch className={styles.language} />
        <SchemeToggle />
        {isSignedIn(session) ? (
          <PersonLinks userId={session.userId} />
        ) : (
          <Button onClick={() => void go("/login")}>{t("header.login")}</Button>
        )}
      </div>
    </header>
  );
}

/** In a row where there is room, else beneath the badge. */
function PersonLinks({ userId }: { userId: string | null }) {
  const { t } = useTranslation();
  const leave = useLogout();
  const id = useId();
  const name = userId ?? t("header.userName");
  const badge = (
    <span className={styles.badge} aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
  const links = (
    <>
      <AppLink to="/profile">{t("header.profile")}</AppLink>
      <button type="button" onClick={() => void leave()}>
        {t("header.logout")}
      </button>
    </>
  );
  return (
    <>
      <div className={styles.person}>
        <span className={styles.userId} title={name}>
          {name}
        </span>
        {badge}
        <span className={styles.bar} aria-hidden="true" />
        {links}
      </div>
      <button
        type="button"
        className={styles.personButton}
        popoverTarget={id}
        aria-label={t("header.account", { name })}
      >
        {badge}
      </button>
      <PersonPanel id={id} name={name}>
        {links}
      </PersonPanel>
    </>
  );
}

/** The browser's own popover: it opens above everything, closes on Escape and outside, and needs no library on the sign-in page. */
function PersonPanel({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: whichever of its links is taken, it closes
    <div
      id={id}
      popover="auto"
      className={styles.panel}
      onBeforeToggle={({ newState }) => setOpen(newState === "open")}
      onClick={({ currentTarget }) => currentTarget.hidePopover()}
    >
      {open ? (
        <>
          <span>{name}</span>
          {children}
        </>
      ) : null}
    </div>
  );
}

// Drawn here: the icon library comes with the signed-in pages.
const SUN =
  "M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M3 12h1m8-9v1m8 8h1m-9 8v1M5.6 5.6l.7.7m12.1-.7-.7.7m0 11.4.7.7m-12.1-.7-.7.7";
const MOON = "M12 3h.4a7.5 7.5 0 0 0 7.9 12.4A9 9 0 1 1 12 3Z";

/** Light or dark by choice; until chosen, as the system says. */
function SchemeToggle() {
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
      <svg width={18} height={18} viewBox="0 0 24 24" className={styles.scheme} aria-hidden="true">
        <path d={dark ? SUN : MOON} />
      </svg>
    </ActionIcon>
  );
}
