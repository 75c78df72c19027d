import { Button, Tooltip } from "@mantine/core";
import { CLIENT_SECTIONS } from "@okaeri/domain/permissions/actions";
import { isAdmin, isProvider } from "@okaeri/domain/permissions/roles";
import {
  IconAlertTriangle,
  IconBriefcase,
  IconBuilding,
  IconChartBar,
  IconHistory,
  IconLayoutGrid,
  IconSpeakerphone,
  IconTrophy,
  IconUser,
  IconUsers,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { splitLocale } from "../../i18n/locales.ts";
import { AppLink } from "../AppLink.tsx";
import { useWhyClosed } from "../closed-sections.ts";
import { useNoRight } from "../no-right.ts";
import { useSession } from "../session.ts";
import { menuQuery, useMay } from "../use-may.ts";
import styles from "./MainMenu.module.css";

const icons = {
  users: IconUser,
  ranks: IconTrophy,
  rfms: IconLayoutGrid,
  customers: IconUsers,
  campaigns: IconSpeakerphone,
  reports: IconChartBar,
  clients: IconBriefcase,
  accounts: IconBuilding,
  audit: IconHistory,
  jobs: IconAlertTriangle,
};

type Section = keyof typeof icons;

const FROM_MENU = { fromMenu: true };

/** The six entries (specification §2, menu), as the server gives them, and beneath them the provider's own group. */
export function MainMenu() {
  const { t } = useTranslation(["shell", "ui"]);
  const { role } = useSession();
  const menu = useQuery(menuQuery());
  return (
    <nav aria-label={t("menu.label")} className={styles.menu}>
      <ul>
        {(menu.data ?? []).map((entry) => (
          <Entry key={entry.section} section={entry.section} disabled={entry.disabled} />
        ))}
        {menu.isPending
          ? CLIENT_SECTIONS.map((section) => (
              <li key={section} className={styles.waiting}>
                <span />
              </li>
            ))
          : null}
      </ul>
      {menu.isError ? (
        <div className={styles.failed} role="alert">
          <p>{menu.error.message}</p>
          <Button size="xs" loading={menu.isFetching} onClick={() => void menu.refetch()}>
            {t("ui:error.retry")}
          </Button>
        </div>
      ) : null}
      {role !== null && isProvider(role) ? <ContractGroup administrator={isAdmin(role)} /> : null}
    </nav>
  );
}

/** Clients and accounts (product §2: the group is the web's, by what the person may do), and the log for administrators. */
function ContractGroup({ administrator }: { administrator: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const mayClients = useMay("clients/read");
  const mayAccounts = useMay("accounts/read");
  return (
    <>
      <p id={id} className={styles.group}>
        {t("menu.contracts")}
      </p>
      <ul aria-labelledby={id}>
        <Entry section="accounts" disabled={!mayAccounts} />
        <Entry section="clients" disabled={!mayClients} />
        {administrator ? <Entry section="audit" disabled={false} /> : null}
        {administrator ? <Entry section="jobs" disabled={false} /> : null}
      </ul>
    </>
  );
}

/** One that may not be read is greyed and says why. */
function Entry({ section, disabled }: { section: Section; disabled: boolean }) {
  const current = useLocation({
    select: (location) => {
      const { path } = splitLocale(location.pathname);
      return path === `/${section}` || path.startsWith(`/${section}/`);
    },
  });
  return (
    <li>
      {disabled ? (
        <DisabledEntry section={section} />
      ) : (
        <AppLink
          to={`/${section}`}
          state={FROM_MENU}
          className={styles.entry}
          {...(current ? { "aria-current": "page" as const } : {})}
        >
          <EntryWords section={section} />
        </AppLink>
      )}
    </li>
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
  const noRight = useNoRight();
  const id = useId();
  const whyClosed = useWhyClosed();
  const reason = whyClosed(section) ?? (section === "rfms" ? t("menu.noPlan") : noRight);
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
