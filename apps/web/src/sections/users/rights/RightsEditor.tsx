import { Button } from "@mantine/core";
import { ROLE_TEMPLATES } from "@okaeri/domain/permissions/role-templates";
import { isAdmin, isProvider, type Role } from "@okaeri/domain/permissions/roles";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import type { Membership } from "../users.api.ts";
import { AccountRights } from "./AccountRights.tsx";
import styles from "./rights.module.css";
import { inTree } from "./rights-draft.ts";
import type { RightsEdit } from "./rights-edit.ts";

type RightsEditorProps = {
  id: string;
  role: Role;
  accounts: readonly Membership[];
  edit: RightsEdit;
  isNew: boolean;
  loading: boolean;
  errors: Readonly<Record<string, string>>;
  idOf: (path: string) => string;
};

/** Section × action per account, offering only what the role may hold and the editor may give (product §3, users). */
export function RightsEditor(props: RightsEditorProps) {
  const { id, role, accounts, edit, isNew, loading, errors, idOf } = props;
  const { t } = useTranslation("users");
  const tree = inTree(edit.offers);
  const errorsOf = (accountId: number) => {
    const index = accounts.findIndex((entry) => entry.account_id === accountId);
    if (index === -1) return [];
    return ["account_id", "permissions"].map((part) => {
      const path = `accounts.${index}.${part}`;
      return { id: idOf(path), message: errors[path] };
    });
  };
  return (
    <div id={id} tabIndex={-1}>
      <Card title={t("rights.title")} note={t("rights.noted", { count: accounts.length })} flush>
        <p className={styles.lead}>{t("editor.lead")}</p>
        {tree.length > 0 && !isAdmin(role) ? (
          <fieldset className={styles.templates}>
            <legend>{t("template.label")}</legend>
            {(isProvider(role) ? (["look"] as const) : ROLE_TEMPLATES).map((template) => (
              <Button key={template} size="xs" onClick={() => edit.fill(template, isNew)}>
                {t(`template.${template}`)}
              </Button>
            ))}
            <small>{t("template.note")}</small>
          </fieldset>
        ) : null}
        {errors.accounts ? (
          <p className={`${styles.error} ${styles.lead}`} role="alert">
            {errors.accounts}
          </p>
        ) : null}
        {tree.length === 0 ? (
          <p className={styles.lead} role="status">
            {t(loading ? "editor.loading" : "editor.noOffers")}
          </p>
        ) : (
          <ul className={styles.accounts} aria-busy={loading}>
            {tree.map((offer) => (
              <AccountRights
                key={offer.id}
                offer={offer}
                role={role}
                edit={edit}
                isNew={isNew}
                errors={errorsOf(offer.id)}
                startsOpen={accounts.length === 1 && accounts[0]?.account_id === offer.id}
              />
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}
