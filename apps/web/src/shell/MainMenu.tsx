import { Tooltip } from "@mantine/core";
import { IconChartBar, IconLayoutGrid, IconSpeakerphone, IconTrophy, IconUser, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api/client.ts";
import { splitLocale } from "../i18n/locales.ts";
import { AppLink } from "./AppLink.tsx";
import styles from "./MainMenu.module.css";

const icons = {
  users: IconUser,
  ranks: IconTrophy,
  rfms: IconLayoutGrid,
  customers: IconUsers,
  campaigns: IconSpeakerphone,
  reports: IconChartBar,
};

type Section = keyof typeof icons;

/** The six entries (specification §2, menu), as the server gives them; one that may not be read is greyed and says why. */
export function MainMenu() {
  const { t } = useTranslation();
  const menu = useQuery(api.menu.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  const path = useLocation({ select: (location) => splitLocale(location.pathname).path });
  return (
    <nav aria-label={t("menu.label")} className={styles.menu}>
      <ul>
        {(menu.data ?? []).map((entry) => (
          <li key={entry.section}>
            {entry.disabled ? (
              <DisabledEntry section={entry.section} />
            ) : (
              <AppLink
                to={entry.path}
                className={styles.entry}
                {...(path === entry.path || path.startsWith(`${entry.path}/`)
                  ? { "aria-current": "page" as const }
                  : {})}
              >
                <EntryWords section={entry.section} />
              </AppLink>
            )}
          </li>
        ))}
        {menu.data === undefined
          ? Object.keys(icons).map((section) => (
              <li key={section} className={styles.waiting}>
                <span />
              </li>
            ))
          : null}
      </ul>
    </nav>
  );
}

function EntryWords({ section }: { section: Section }) {
  const { t } = useTranslation();
  const Icon = icons[section];
  return (
    <>
      <Icon size={18} stroke={1.75} aria-hidden />
      {t(`menu.${section}`)}
    </>
  );
}

function DisabledEntry({ section }: { section: Section }) {
  const { t } = useTranslation();
  const id = useId();
  const reason = section === "rfms" ? t("menu.noPlan") : t("menu.notPermitted");
  return (
    <Tooltip label={reason} position="right" withArrow>
      <button type="button" className={styles.entry} aria-disabled="true" aria-describedby={id}>
        <EntryWords section={section} />
        <span id={id} hidden>
          {reason}
        </span>
      </button>
    </Tooltip>
  );
}
