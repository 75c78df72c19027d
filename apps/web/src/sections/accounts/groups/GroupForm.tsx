import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { NewRecordPage, useNewRecord } from "../../../parts/records/NewRecordPage.tsx";
import { useEditForm } from "../../../parts/records/use-edit-form.ts";
import type { Problems, RecordFormState } from "../../../parts/records/use-record-form.ts";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useGo } from "../../../shell/navigation.ts";
import { Card } from "../../../ui/Card.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ChoiceField } from "../../../ui/fields/ChoiceField.tsx";
import { Fact } from "../../../ui/fields/Fact.tsx";
import { FieldGrid, WideField } from "../../../ui/fields/FieldGrid.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { CountText, DateText } from "../../../ui/values.tsx";
import { type GroupValues, groupFormValues } from "./group-values.ts";
import { type AccountGroup, groupChanged, groupCompaniesQuery, groupQuery } from "./groups.api.ts";
import { MemberChooser } from "./MemberChooser.tsx";

function useGroupForm() {
  const { t } = useTranslation("accountGroups");
  return {
    labels: {
      company_id: t("field.company"),
      name: t("field.name"),
      description: t("field.description"),
      account_ids: t("field.members"),
    },
    // Members are offered once there is a client.
    check: ({ company_id }: GroupValues): Problems =>
      company_id === null ? { company_id: { code: "choose_client" }, account_ids: undefined } : {},
  };
}

/** A group to change; it stays with its client. */
export function useGroupEdit(id: number, editable: boolean): RecordFormState<GroupValues> {
  return useEditForm({
    name: `accounts/groups/${id}`,
    call: "accountGroups.update",
    editable,
    ...useGroupForm(),
    query: groupQuery(id),
    from: groupFormValues,
    write: ({ version, values: { company_id: _company, ...edit } }) =>
      client.accountGroups.update({ id, version, ...edit }),
    changed: groupChanged,
  });
}

/** A new named set of accounts of one client: of the one asked for, or the only one there is. */
export function NewGroupPage({ search }: { search: { company_id?: number | undefined } }) {
  const { t } = useTranslation("accountGroups");
  const go = useGo();
  const { data: companies } = useSuspenseQuery(groupCompaniesQuery());
  const wanted = companies.find((one) => companies.length === 1 || one.id === search.company_id);
  const { form, register } = useNewRecord<GroupValues, AccountGroup>({
    name: "accounts/groups/new",
    call: "accountGroups.create",
    empty: { company_id: wanted?.id ?? null, name: "", description: "", account_ids: [] },
    ...useGroupForm(),
    create: ({ company_id: _company, ...values }) => client.accountGroups.create(values).then(groupChanged),
  });
  return (
    <NewRecordPage
      title={t("new")}
      lead={t("newLead")}
      crumbs={<AppLink to="/accounts/groups">{t("title")}</AppLink>}
      list="/accounts/groups"
      form={form}
      onSubmit={async () => {
        const made = await register();
        if (made) await go(`/accounts/groups/${made.id}`, {}, { replace: true });
      }}
    >
      <GroupFields form={form} />
    </NewRecordPage>
  );
}

/** Client, name, description and members; of a group that is there as values until it is edited. */
export function GroupFields({ form, group }: { form: RecordFormState<GroupValues>; group?: AccountGroup }) {
  const { t } = useTranslation("accountGroups");
  const { company_id } = form.values;
  return (
    <>
      <Card title={t("basics")}>
        <FieldGrid>
          {group ? <Fact label={t("field.company")}>{group.company_name}</Fact> : <CompanySelect form={form} />}
          {form.editable ? (
            <TextField {...form.field("name")} />
          ) : (
            <Fact label={t("field.updated")}>
              <DateText value={group?.updated_at} withTime />
            </Fact>
          )}
          <WideField>
            <TextField
              {...form.field("description")}
              help={form.editable ? t("help.description") : undefined}
              lines={2}
            />
          </WideField>
        </FieldGrid>
      </Card>
      <Card title={t("field.members")} note={<CountText value={form.values.account_ids.length} unit="items" />} flush>
        {company_id === null ? (
          <EmptyState sentence={t("members.companyFirst")} />
        ) : (
          <MemberChooser key={company_id} form={form} companyId={company_id} />
        )}
      </Card>
    </>
  );
}

function CompanySelect({ form }: { form: RecordFormState<GroupValues> }) {
  const { t } = useTranslation("accountGroups");
  const { data: companies = [] } = useQuery(groupCompaniesQuery());
  const { company_id, account_ids } = form.values;
  return (
    <ChoiceField
      {...form.field("company_id")}
      rule={{ required: true }}
      help={account_ids.length > 0 ? t("help.companyChange") : t("help.company")}
      placeholder={t("help.companyChoose")}
      choices={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={company_id === null ? null : String(company_id)}
      nothingFound={t("help.companyNone")}
      // A group never reaches beyond one client, so another client starts with an empty choice.
      onChange={(value) => form.change({ company_id: Number(value), account_ids: [] })}
    />
  );
}
