import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useGo } from "../../../shell/navigation.ts";
import { RecordForm } from "../../../shell/RecordForm.tsx";
import { notify } from "../../../shell/toasts.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { GroupFields, useGroupForm } from "./GroupForm.tsx";
import { groupCompaniesQuery } from "./groups.api.ts";

/** A new named set of accounts of one client. */
export function NewGroupPage({ companyId }: { companyId: number | undefined }) {
  const { data: companies } = useQuery(groupCompaniesQuery());
  if (companies === undefined) return null;
  const [only, ...others] = companies;
  const known = companies.find((company) => company.id === companyId)?.id;
  return <NewGroup companyId={known ?? (others.length === 0 ? (only?.id ?? null) : null)} />;
}

function NewGroup({ companyId }: { companyId: number | null }) {
  const { t } = useTranslation(["accountGroups", "ui"]);
  const go = useGo();
  const form = useGroupForm(undefined, companyId, (group) => {
    notify("success", t("created", { name: group.name }));
    // After the form knows that it is saved.
    setTimeout(() => void go(`/accounts/groups/${group.id}`, {}, { replace: true }));
  });
  return (
    <>
      <PageHeader title={t("new")} crumbs={crumbs} caption={t("newLead")} />
      <RecordForm
        form={form}
        onSubmit={form.save}
        foot={
          <>
            <Button disabled={form.saving} onClick={() => void go("/accounts/groups")}>
              {t("ui:dialog.cancel")}
            </Button>
            <Button type="submit" variant="filled" loading={form.saving}>
              {t("create")}
            </Button>
          </>
        }
      >
        <GroupFields form={form} />
      </RecordForm>
    </>
  );
}

type CrumbProps = { to: string; words: "crumb.accounts" | "title" };

function Crumb({ to, words }: CrumbProps) {
  const { t } = useTranslation("accountGroups");
  return <AppLink to={to}>{t(words)}</AppLink>;
}

export const listCrumb = <Crumb key="accounts" to="/accounts" words="crumb.accounts" />;
export const crumbs = [listCrumb, <Crumb key="groups" to="/accounts/groups" words="title" />];
