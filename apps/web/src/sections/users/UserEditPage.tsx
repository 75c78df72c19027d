import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { RecordForm } from "../../parts/records/RecordForm.tsx";
import { RecordPage } from "../../parts/records/RecordPage.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { UserFields } from "./UserFields.tsx";
import { userFormValues, useUserForm } from "./use-user-form.ts";
import { UserStatusTag } from "./user-tags.tsx";
import { type UserDetail, userQuery } from "./users.api.ts";
import styles from "./users.module.css";

/** The edit mode of a person's screen. */
export function UserEditPage({ loaded }: { loaded: UserDetail }) {
  const { t } = useTranslation("users");
  const go = useGo();
  const { id, name } = loaded;
  const form = useUserForm({
    id,
    loaded: userFormValues(loaded),
    onSaved: (saved) => {
      const out = rightsChanged && loaded.status === "active";
      notify("success", t(out ? "form.savedOut" : "form.saved", { name: saved.name }));
    },
  });
  const rightsChanged = form.changed.includes("role") || form.changed.includes("accounts");
  return (
    <RecordPage
      record={useQuery(userQuery(id))}
      head={(user) => ({
        title: t("form.editTitle", { name: user.name }),
        state: <UserStatusTag status={user.status} />,
        crumbs: [
          <AppLink key="list" to="/users">
            {t("crumb")}
          </AppLink>,
          <AppLink key="one" to={`/users/${id}`}>
            {user.name}
          </AppLink>,
        ],
      })}
    >
      <RecordForm form={form} onSaved={() => go(`/users/${id}`)}>
        <UserFields form={form} person={loaded} />
        {rightsChanged && loaded.status === "active" ? (
          <p className={styles.notice} role="status">
            {t("form.signsOut", { name })}
          </p>
        ) : null}
      </RecordForm>
    </RecordPage>
  );
}
