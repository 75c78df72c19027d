import { Radio } from "@mantine/core";
import { isAdmin, isProvider, type Role } from "@okaeri/domain/permissions/roles";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { RoleChange } from "./RoleChange.tsx";
import { RightsEditor } from "./rights/RightsEditor.tsx";
import { RightsSummary } from "./rights/RightsSummary.tsx";
import { lockedValues } from "./rights/rights-draft.ts";
import type { UserForm } from "./use-user-form.ts";
import { useUserRefusals } from "./user-refusals.ts";
import { NO_COMPANY, type UserDetail, type UserRefusal } from "./users.api.ts";
import styles from "./users.module.css";

/** The fields of a person, new or known; what may not be changed says why. */
export function UserFields({ form, person }: { form: UserForm; person?: UserDetail }) {
  const { t } = useTranslation(["users", "ui"]);
  const { values, errors, idOf } = form;
  const { words } = useUserRefusals();
  const refusalOf = (act: "change_name" | "change_mail" | "change_rights") =>
    person?.acts.find((each) => each.act === act)?.refusal ?? null;
  const nameRefused = refusalOf("change_name");
  const mailRefused = refusalOf("change_mail");
  const rightsRefused = refusalOf("change_rights");
  return (
    <div className={styles.form}>
      <Card title={t("basics.title")}>
        <div className={styles.fields}>
          {person === undefined && form.companies.length > 1 ? <CompanyField form={form} /> : null}
          <TextField
            {...form.field("name")}
            readOnly={nameRefused !== null}
            help={nameRefused === null ? undefined : words(nameRefused)}
          />
          <TextField
            {...form.field("user_email")}
            readOnly={mailRefused !== null}
            help={<MailNote refusal={mailRefused} pending={person?.status === "pending"} />}
          />
        </div>
      </Card>
      {rightsRefused === null && values.company_id !== NO_COMPANY ? (
        <>
          <RoleField form={form} isNew={person === undefined} />
          {person ? <RoleChange form={form} /> : null}
          <RightsEditor
            id={idOf("accounts")}
            role={values.role}
            accounts={values.accounts}
            edit={form.rights}
            isNew={person === undefined}
            loading={form.offers === undefined && form.loadingOffers}
            errors={errors}
            idOf={idOf}
          />
        </>
      ) : null}
      {rightsRefused !== null && person ? (
        <RightsSummary
          accounts={person.accounts}
          others={person.other_account_count}
          role={person.role}
          note={rightsRefused === "self" ? t("form.ownRights") : words(rightsRefused)}
        />
      ) : null}
    </div>
  );
}

function MailNote({ refusal, pending }: { refusal: UserRefusal | null; pending: boolean }) {
  const { t } = useTranslation("users");
  const { words } = useUserRefusals();
  if (refusal === "self") {
    return (
      <>
        {t("form.ownMail")} <AppLink to="/profile/edit">{t("form.toProfile")}</AppLink>
      </>
    );
  }
  if (refusal !== null) return words(refusal);
  return t(pending ? "form.mailPending" : "form.mailHint");
}

/** Provider staff invite for any client; rights belong to one client's accounts, so a change starts them anew. */
function CompanyField({ form }: { form: UserForm }) {
  const { t } = useTranslation("users");
  const { values, companies, change } = form;
  const choose = (id: number) => {
    const provider = companies.find((company) => company.id === id)?.is_provider ?? false;
    const role: Role = provider ? "role_vc_user" : "role_user";
    change({ company_id: id, accounts: [], ...(isProvider(values.role) === provider ? {} : { role }) });
  };
  return (
    <ChoiceField
      {...form.field("company_id")}
      rule={{ required: true }}
      help={t("form.companyHint")}
      choices={companies.map((company) => ({ value: String(company.id), label: company.name }))}
      placeholder={t("form.companyChoose")}
      value={values.company_id === NO_COMPANY ? null : String(values.company_id)}
      onChange={(value) => choose(Number(value))}
    />
  );
}

function RoleField({ form, isNew }: { form: UserForm; isNew: boolean }) {
  const { t } = useTranslation(["users", "shell"]);
  const { values, before, roles, offers, idOf, errors, change, rights } = form;
  // A change of role gives and takes every value anew, so the editor must hold them all.
  const locked =
    !isNew &&
    (offers?.accounts ?? []).some((offer) => {
      const held = before.accounts.find((entry) => entry.account_id === offer.id)?.permissions ?? [];
      return lockedValues(offer, held).length > 0;
    });
  const choose = (role: Role) => {
    // Somebody new whose rights nobody has touched gets the new role's standard.
    const standard = isAdmin(role) ? ["*"] : [];
    const plain = values.accounts.every(({ permissions }) => permissions.length === 0 || permissions.includes("*"));
    const accounts = values.accounts.map((entry) => ({ ...entry, permissions: standard }));
    change(
      isNew && plain && rights.offers.every((offer) => standard.every((value) => offer.grantable.includes(value)))
        ? { role, accounts }
        : { role },
    );
  };
  const shown = roles.includes(values.role) ? roles : [...roles, values.role];
  return (
    <Card title={t("form.role")}>
      <Radio.Group
        id={idOf("role")}
        aria-label={t("form.role")}
        description={locked ? t("role.locked") : undefined}
        error={errors.role}
        value={values.role}
        onChange={(role) => choose(role as Role)}
      >
        <div className={styles.roles}>
          {shown.map((role) => (
            <Radio
              key={role}
              value={role}
              label={t(`shell:roles.${role}`)}
              description={t(`role.what.${role}`)}
              disabled={locked && role !== values.role}
            />
          ))}
        </div>
      </Radio.Group>
    </Card>
  );
}
