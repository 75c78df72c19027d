import { useTranslation } from "react-i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SaveBar } from "../../ui/SaveBar.tsx";
import { UserFields } from "./UserFields.tsx";
import { UserFormFrame } from "./UserFormFrame.tsx";
import { useUserForm, valuesOf } from "./use-user-form.ts";
import { UserStatusTag } from "./user-tags.tsx";
import type { UserDetail } from "./users.api.ts";
import styles from "./users.module.css";

/** The edit mode of a person's screen. */
export function UserEditPage({ loaded }: { loaded: UserDetail }) {
  const { t } = useTranslation("users");
  const go = useGo();
  const { id, name } = loaded;
  const form = useUserForm({
    id,
    loaded: valuesOf(loaded),
    onSaved: (saved) => {
      const out = rightsChanged && loaded.status === "active";
      notify("success", t(out ? "form.savedOut" : "form.saved", { name: saved.name }));
    },
  });
  const rightsChanged = form.changed.includes("role") || form.changed.includes("accounts");
  const save = async () => {
    if (form.changed.length > 0 && (await form.save()) !== undefined) await go(`/users/${id}`);
  };
  return (
    <>
      <PageHeader
        title={t("form.editTitle", { name })}
        state={<UserStatusTag status={loaded.status} />}
        crumbs={[
          <AppLink key="list" to="/users">
            {t("crumb")}
          </AppLink>,
          <AppLink key="one" to={`/users/${id}`}>
            {name}
          </AppLink>,
        ]}
      />
      <UserFormFrame form={form} onSubmit={() => void save()}>
        <UserFields form={form} person={loaded} />
        {rightsChanged && loaded.status === "active" ? (
          <p className={styles.notice} role="status">
            {t("form.signsOut", { name })}
          </p>
        ) : null}
      </UserFormFrame>
      <SaveBar changes={form.changes} saving={form.saving} onSave={() => void save()} onDiscard={form.discard} />
    </>
  );
}
