import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { type Loaded, type RecordForm, useRecordForm } from "../../../shell/use-record-form.ts";
import { Card } from "../../../ui/Card.tsx";
import { ChoiceField } from "../../../ui/fields/ChoiceField.tsx";
import { Fact } from "../../../ui/fields/Fact.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
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
    call: group ? "accountGroups.update" : "accountGroups.create",
    loaded: group
      ? valuesOf(group)
      : { version: 0, values: { company_id: companyId, name: "", description: "", account_ids: [] } },
    labels: {
      company_id: t("field.company"),
      name: t("field.name"),
      description: t("field.description"),
      account_ids: t("field.members"),
    },
    // Members are offered once there is a client.
    check: (values) =>
      values.company_id === null ? { company_id: { code: "choose_client" }, account_ids: undefined } : {},
    save: async ({ version, values }) => {
      const { company_id: _company, ...edit } = values;
      const saved = group
        ? await client.accountGroups.update({ id: group.id, version, ...edit })
        : await client.accountGroups.create(edit);
      groupChanged(saved);
      onSaved(saved);
      return valuesOf(saved);
    },
    ...(group
      ? { newest: async () => valuesOf(await queryClient.fetchQuery({ ...groupQuery(group.id), staleTime: 0 })) }
      : {}),
  });
}

function valuesOf({ version, name, description, company_id, members }: AccountGroup): Loaded<GroupValues> {
  return { version, values: { company_id, name, description, account_ids: members.map((member) => member.id) } };
}

/** Client, name, description and members. A group stays with its client. */
export function GroupFields({ form, companyName }: { form: RecordForm<GroupValues>; companyName?: string }) {
  const { t } = useTranslation("accountGroups");
  const { values, errors, idOf, change } = form;
  return (
    <>
      <Card title={t("section.basics")}>
        <div className={styles.fields}>
          {companyName === undefined ? (
            <CompanySelect form={form} />
          ) : (
            <Fact label={t("field.company")}>{companyName}</Fact>
          )}
          <TextField {...form.field("name")} />
          <div className={styles.wide}>
            <TextField {...form.field("description")} help={t("help.description")} lines={2} />
          </div>
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
