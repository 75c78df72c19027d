import { ActionIcon, Select, Tooltip } from "@mantine/core";
import { IconBuilding, IconSettings } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { splitLocale } from "../../i18n/locales.ts";
import { useGo, useHref } from "../navigation.ts";
import { ownAccountsQuery } from "../own-accounts.ts";
import { useSession } from "../session.ts";
import styles from "./FacilityPicker.module.css";

/** Which facility the person works in, kept in the URL (`?account_id=`, product §1) so that links can be shared. */
export function FacilityPicker() {
  const { t } = useTranslation();
  const go = useGo();
  const picker = useQuery({ ...ownAccountsQuery(), throwOnError: false });
  const path = useLocation({ select: (location) => splitLocale(location.pathname).path });
  const { account_id: chosen } = useSearch({ from: "__root__" });
  const accounts = picker.data?.items ?? [];
  const current = chosen ?? picker.data?.default_account_id ?? undefined;
  const byId = new Map(accounts.map((account) => [String(account.id), account]));

  if (accounts.length === 0) return null;
  const [only] = accounts;
  if (accounts.length === 1 && only) {
    return (
      <span className={styles.pickerGroup}>
        <span className={styles.oneFacility}>{only.name}</span>
        <FacilitySettings path={`/accounts/${only.id}`} />
      </span>
    );
  }

  const companies = [...new Set(accounts.map((account) => account.company_name))];
  const choose = (value: string | null) => {
    if (value === null) return;
    // A record belongs to one facility's programme, so the section's list is as deep as one can stay.
    const [, section = ""] = path.split("/");
    void go(`/${section}`, { account_id: value });
  };
  return (
    <span className={styles.pickerGroup}>
      <Select
        className={styles.picker ?? ""}
        aria-label={t("header.facility")}
        placeholder={t("header.facilityNone")}
        leftSection={<IconBuilding size={16} aria-hidden />}
        data={companies.map((company) => ({
          group: company,
          items: accounts
            .filter((account) => account.company_name === company)
            .map((account) => ({ value: String(account.id), label: account.name })),
        }))}
        value={current === undefined ? null : String(current)}
        onChange={choose}
        searchable={accounts.length > 8}
        nothingFoundMessage={t("header.facilityNotFound")}
        allowDeselect={false}
        checkIconPosition="right"
        maxDropdownHeight={400}
        comboboxProps={{ width: 280, position: "bottom-start" }}
        renderOption={({ option }) => {
          const account = byId.get(option.value);
          return (
            <span className={styles.option} data-child={account?.parent_id !== null}>
              {option.label}
              {account && account.facility_count > 1 ? (
                <small>{t("header.facilities", { count: account.facility_count })}</small>
              ) : null}
            </span>
          );
        }}
      />
      <FacilitySettings path="/accounts" />
    </span>
  );
}

/** Client administrators look after their facilities' names, settings and keys; the menu's six entries have no place for it. */
function FacilitySettings({ path }: { path: string }) {
  const { t } = useTranslation();
  const { role } = useSession();
  const go = useGo();
  const href = useHref();
  if (role !== "role_admin") return null;
  return (
    <Tooltip label={t("header.facilitySettings")}>
      <ActionIcon
        component="a"
        href={href(path)}
        aria-label={t("header.facilitySettings")}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          void go(path);
        }}
      >
        <IconSettings size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
