import { isProvider, type Role } from "@okaeri/domain/permissions/roles";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { type Loaded, type Problems, useRecordForm } from "../../parts/records/use-record-form.ts";
import { savable } from "./rights/rights-draft.ts";
import { rightsEdit, tidy } from "./rights/rights-edit.ts";
import { type Membership, NO_COMPANY, offersQuery, type UserDetail, userChanged, userQuery } from "./users.api.ts";

export type UserValues = {
  company_id: number;
  name: string;
  user_email: string;
  role: Role;
  accounts: Membership[];
};

export type UserForm = ReturnType<typeof useUserForm>;

/** A person as the form has them. */
export function userFormValues(user: UserDetail): Loaded<UserValues> {
  const { company_id, name, user_email, role, version } = user;
  const accounts = tidy(
    user.accounts.map(({ id, permissions, can_export }) => ({ account_id: id, permissions, can_export })),
  );
  return { version, values: { company_id, name, user_email, role, accounts } };
}

type UserFormOptions = {
  /** Undefined for somebody new. */
  id: number | undefined;
  loaded: Loaded<UserValues>;
  onSaved: (saved: UserDetail) => void;
  /** Whether the editor has said that the person is to be invited without any right. */
  withoutRights?: () => boolean;
};

/** Invites or edits a person; rights that the role cannot hold are left out once rights are changed. */
export function useUserForm({ id, loaded, onSaved, withoutRights }: UserFormOptions) {
  const { t } = useTranslation("users");
  // Accounts are offered once there is a client.
  const check = ({ company_id }: UserValues): Problems =>
    company_id === NO_COMPANY ? { company_id: { code: "choose_client" }, accounts: undefined } : {};
  const save = async ({ version, values }: Loaded<UserValues>): Promise<Loaded<UserValues>> => {
    const { company_id: companyId, ...fields } = values;
    const given = await queryClient.fetchQuery(offersQuery(values.role, companyId));
    const before = form.base.values;
    const untouched =
      before.role === fields.role && JSON.stringify(before.accounts) === JSON.stringify(fields.accounts);
    const edit = { ...fields, accounts: untouched ? fields.accounts : savable(fields.accounts, given.accounts) };
    const saved = await (id === undefined
      ? client.users.create({ ...edit, without_rights: withoutRights?.() ?? false })
      : client.users.update({ ...edit, id, version }));
    userChanged(saved);
    onSaved(saved);
    return userFormValues(saved);
  };
  const form = useRecordForm<UserValues>({
    name: id === undefined ? "users/new" : `users/${id}`,
    call: id === undefined ? "users.create" : "users.update",
    loaded,
    labels: {
      company_id: t("form.company"),
      name: t("form.name"),
      user_email: t("form.mail"),
      role: t("form.role"),
      accounts: t("form.accounts"),
    },
    check,
    save,
    newest: async () => {
      if (id === undefined) return loaded;
      return userFormValues(await queryClient.fetchQuery({ ...userQuery(id), staleTime: 0 }));
    },
  });
  const { role, company_id: companyId, accounts } = form.values;
  const offers = useQuery(offersQuery(role, companyId));
  // While another role's offers are on their way, the earlier ones of the same client stay in place.
  const shown = offers.data?.accounts.every((account) => account.company_id === companyId) ? offers.data : undefined;
  const companies = offers.data?.companies ?? [];
  const ofProvider = companies.find((company) => company.id === companyId)?.is_provider ?? isProvider(role);
  return {
    ...form,
    /** The person as loaded, or as somebody else has saved them meanwhile. */
    before: form.base.values,
    /** What is offered for exactly this role. */
    offers: offers.isPlaceholderData ? undefined : shown,
    companies,
    /** The roles of the client's family that the editor may give. */
    roles: (offers.data?.roles ?? []).filter((each) => isProvider(each) === ofProvider),
    loadingOffers: offers.isFetching,
    rights: rightsEdit(accounts, shown, (next) => form.change({ accounts: next })),
  };
}
