import { IconSend } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { NewRecordPage } from "../../parts/records/NewRecordPage.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { UserFields } from "./UserFields.tsx";
import { type UserValues, useUserForm } from "./use-user-form.ts";
import type { UserDetail } from "./users.api.ts";

/** Invites somebody: who, which role, which accounts, and what they may do there. */
export function UserNewPage({ start }: { start: UserValues }) {
  const { t } = useTranslation("users");
  const go = useGo();
  const made = useRef<UserDetail>(undefined);
  const confirmed = useRef(false);
  const [asking, setAsking] = useState(false);
  const form = useUserForm({
    id: undefined,
    loaded: { version: 0, values: start },
    onSaved: (saved) => {
      made.current = saved;
    },
    withoutRights: () => confirmed.current,
  });
  const { accounts, name } = form.values;
  const noRights = accounts.length > 0 && accounts.every((entry) => entry.permissions.length === 0);
  const submit = async () => {
    if (noRights) setAsking(true);
    else await save(false);
  };
  const save = async (without: boolean) => {
    confirmed.current = without;
    await form.save();
    const user = made.current;
    if (user === undefined) return;
    notify("success", t("form.done", { name: user.name }));
    // Back leads to where the invitation began, not to a form that would invite the same person again.
    await go(`/users/${user.id}`, {}, { replace: true });
  };
  return (
    <>
      <NewRecordPage
        title={t("form.newTitle")}
        lead={t("form.newLead")}
        crumbs={<AppLink to="/users">{t("crumb")}</AppLink>}
        list="/users"
        form={form}
        onSubmit={submit}
        submit={t("form.submit")}
        icon={<IconSend size={16} aria-hidden />}
      >
        <UserFields form={form} />
      </NewRecordPage>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("form.noRightsTitle")}
        confirm={t("form.noRightsConfirm")}
        onConfirm={() => save(true)}
      >
        {t("form.noRightsWill", { name: name.trim() })}
      </ConfirmDialog>
    </>
  );
}
