import { Button } from "@mantine/core";
import { userList } from "@okaeri/contract/lists/users";
import { isProvider } from "@okaeri/domain/permissions/roles";
import { IconHistory, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ListExport } from "../../parts/lists/ListExport.tsx";
import { ListPage } from "../../parts/lists/ListPage.tsx";
import { useGo } from "../../shell/navigation.ts";
import { useSession } from "../../shell/session.ts";
import { useMay } from "../../shell/use-may.ts";
import { useUserFilters } from "./use-user-filters.ts";
import { userColumns } from "./user-columns.tsx";
import { useUserRefusals } from "./user-refusals.ts";
import { type UserSearch, userListQuery } from "./users.api.ts";

/** The people who may sign in, within the person's own reach. */
export function UserListPage({ search }: { search: UserSearch }) {
  const { t } = useTranslation(["users", "fields", "shell", "ui"]);
  const go = useGo();
  const { role } = useSession();
  const provider = role !== null && isProvider(role);
  const { whyNotEdit } = useUserRefusals();
  const rows = useQuery(userListQuery(search));
  const filters = useUserFilters(provider);
  const mayRead = useMay("users/read");
  const { company_id, in_account_id } = search;
  return (
    <ListPage
      list={userList}
      search={search}
      rows={rows}
      title={t("title")}
      searchLabel={t("search")}
      empty={t("empty")}
      unit="people"
      filters={filters}
      columns={userColumns(t, { provider, whyNotEdit })}
      minWidth={(columns) => 180 + 130 * (columns - 1)}
      icon={<IconUsers size={24} aria-hidden />}
      actions={
        <>
          {role === "role_admin" ? (
            <Button leftSection={<IconHistory size={16} aria-hidden />} onClick={() => void go("/audit")}>
              {t("log")}
            </Button>
          ) : null}
          {mayRead ? <ListExport list={userList} search={search} people="users" /> : null}
        </>
      }
      create={{
        to: "/users/new",
        search: { company_id, in_account_id },
        action: "users/create",
        label: t("invite"),
        icon: <IconUserPlus size={16} aria-hidden />,
      }}
    />
  );
}
