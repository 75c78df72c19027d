import { Select, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { RecordFormTop } from "../../../shell/RecordFormTop.tsx";
import { type Loaded, type RecordForm, useRecordForm } from "../../../shell/use-record-form.ts";
import { Card } from "../../../ui/Card.tsx";
import { Fact } from "../settings/fields.tsx";
import { type AccountGroup, groupChanged, groupCompaniesQuery, groupQuery } from "./groups.api.ts";
import styles from "./groups.module.css";
import { MemberChooser } from "./MemberChooser.tsx";

export type GroupValues = { company_id: number | null; name: string; description: string; account_ids: number[] };

/** A new group, or one to change; `onSaved` runs with what the server answered. */
export function useGroupForm(
  group: AccountGroup | undefined,
  companyId: number | null,
  onSaved: (group: AccountGroup) => void,
): RecordForm<GroupValues> {
  const { t } = useTranslation("accountGroups");
  return useRecordForm<GroupValues>({
    name: `accounts/groups/${group?.id ?? "new"}`,
    loaded: group
      ? valuesOf(group)
      : { version: 0, values: { company_id: companyId, name: "", description: "", account_ids: [] } },
    labels: {
      company_id: t("field.company"),
      name: t("field.name"),
      description: t("field.description"),
      account_ids: t("field.members"),
    },
    check: (values) => ({
      ...(values.company_id === null ? { company_id: t("problem.company") } : {}),
      ...(values.name.trim() === "" ? { name: t("problem.name") } : {}),
      ...(values.company_id !== null && values.account_ids.length === 0 ? { account_ids: t("problem.members") } : {}),
    }),
    save: async ({ version, values }) => {
      const { company_id: _company, ...edit } = values;
      const saved = group
        ? await client.accountGroups.update({ id: group.id, version, ...edit })
        : await client.accountGroups.create(edit);
      await groupChanged(saved);
      onSaved(saved);
      return valuesOf(saved);
    },
    newest: async () =>
      valuesOf(group ? await queryClient.fetchQuery({ ...groupQuery(group.id), staleTime: 0 }) : (undefined as never)),
  });
}

function valuesOf({ version, name, description, company_id, members }: AccountGroup): Loaded<GroupValues> {
  return { version, values: { company_id, name, description, account_ids: members.map((member) => member.id) } };
}

type GroupFieldsProps = {
  form: RecordForm<GroupValues>;
  /** A group stays with its client. */
  companyName: string | undefined;
  onSubmit: () => void;
};

/** Client, name, description and members, with everything around a form. */
export function GroupFields({ form, companyName, onSubmit }: GroupFieldsProps) {
  const { t } = useTranslation("accountGroups");
  const { values, errors, idOf, change } = form;
  return (
    <>
      <RecordFormTop form={form} />
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Card title={t("section.basics")}>
          <div className={styles.fields}>
            {companyName === undefined ? (
              <CompanySelect form={form} />
            ) : (
              <Fact label={t("field.company")}>{companyName}</Fact>
            )}
            <TextInput
              id={idOf("name")}
              label={t("field.name")}
              value={values.name}
              error={errors.name}
              maxLength={80}
              required
              autoComplete="off"
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <Textarea
              id={idOf("description")}
              className={styles.wide ?? ""}
              label={t("field.description")}
              description={t("help.description")}
              value={values.description}
              error={errors.description}
              maxLength={1_000}
              minRows={2}
              autosize
              onChange={(event) => change({ description: event.currentTarget.value })}
            />
          </div>
        </Card>
        <Card title={t("section.members")}>
          {values.company_id === null ? (
            <p className={styles.quiet}>{t("members.companyFirst")}</p>
          ) : (
            <MemberChooser
              key={values.company_id}
              id={idOf("account_ids")}
              companyId={values.company_id}
              chosen={values.account_ids}
              errors={memberErrors(errors, values.account_ids)}
              onChange={(account_ids) => change({ account_ids })}
            />
          )}
        </Card>
        {/* Enter in a field saves, as the button does. */}
        <button type="submit" hidden />
      </form>
    </>
  );
}

/** The server names a member by its place in the list. */
function memberErrors(errors: Readonly<Record<string, string>>, ids: readonly number[]) {
  const found = new Map<number | "all", string>();
  for (const [path, message] of Object.entries(errors)) {
    const [field, index] = path.split(".");
    if (field === "account_ids") found.set(index === undefined ? "all" : (ids[Number(index)] ?? "all"), message);
  }
  return found;
}

function CompanySelect({ form }: { form: RecordForm<GroupValues> }) {
  const { t } = useTranslation("accountGroups");
  const { data: companies = [] } = useQuery(groupCompaniesQuery());
  const { company_id, account_ids } = form.values;
  return (
    <Select
      id={form.idOf("company_id")}
      label={t("field.company")}
      description={account_ids.length > 0 ? t("help.companyChange") : t("help.company")}
      placeholder={t("help.companyChoose")}
      data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={company_id === null ? null : String(company_id)}
      error={form.errors.company_id}
      required
      searchable
      allowDeselect={false}
      nothingFoundMessage={t("help.companyNone")}
      // A group never reaches beyond one client, so another client starts with an empty choice.
      onChange={(value) => value !== null && form.change({ company_id: Number(value), account_ids: [] })}
    />
  );
}
