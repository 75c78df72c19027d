import { TextInput } from "@mantine/core";
import { IconBuilding, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { splitLocale } from "../../i18n/locales.ts";
import { EndNotices } from "../../parts/accounts/EndNotices.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { ownAccountsQuery } from "../../shell/own-accounts.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import styles from "./ClientChooser.module.css";

/** Above so many a box to search in is quicker than reading. */
const SEARCHED_ABOVE = 8;

/** product §1: whose guests provider staff want to see, asked before any is read. */
export function ClientChooser() {
  const { t } = useTranslation(["clients", "shell"]);
  const picker = useQuery(ownAccountsQuery());
  const path = useLocation({ select: (location) => splitLocale(location.pathname).path });
  const [term, setTerm] = useState("");
  // A record belongs to one client, so the section's list is as deep as a choice can lead.
  const [, section = ""] = path.split("/");
  const programmes = (picker.data?.items ?? []).filter((account) => account.id === account.programme_account_id);
  const wanted = term.normalize("NFKC").trim().toLowerCase();
  const shown = programmes.filter((one) =>
    `${one.name} ${one.company_name} ${one.code}`.normalize("NFKC").toLowerCase().includes(wanted),
  );
  return (
    <>
      <PageHeader title={t("chooser.title")} caption={t("chooser.lead")} />
      {section === "" ? <EndNotices /> : null}
      {picker.isError ? <ErrorState message={picker.error.message} onRetry={() => void picker.refetch()} /> : null}
      {picker.data && programmes.length === 0 ? (
        <EmptyState sentence={t("chooser.none")} icon={<IconBuilding size={24} aria-hidden />} />
      ) : null}
      {programmes.length > 0 ? (
        <Card flush>
          {programmes.length > SEARCHED_ABOVE ? (
            <TextInput
              className={styles.search ?? ""}
              type="search"
              value={term}
              autoComplete="off"
              aria-label={t("chooser.search")}
              placeholder={t("chooser.search")}
              leftSection={<IconSearch size={16} aria-hidden />}
              onChange={(event) => setTerm(event.currentTarget.value)}
            />
          ) : null}
          <ul className={styles.list}>
            {shown.map((one) => (
              <li key={one.id}>
                <AppLink to={`/${section}`} search={{ account_id: one.id }}>
                  {one.name}
                </AppLink>
                <small>
                  {one.company_name}
                  {one.facility_count > 0 ? ` · ${t("shell:header.facilities", { count: one.facility_count })}` : ""}
                </small>
              </li>
            ))}
          </ul>
          {shown.length === 0 ? <EmptyState sentence={t("shell:header.facilityNotFound")} /> : null}
        </Card>
      ) : null}
    </>
  );
}
