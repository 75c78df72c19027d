import { Button } from "@mantine/core";
import { isAdmin } from "@okaeri/domain/permissions/roles";
import { useTranslation } from "react-i18next";
import { fallingAway, reachedBelow } from "./rights/rights-draft.ts";
import { useRightsText } from "./rights/use-rights-text.ts";
import type { UserForm } from "./use-user-form.ts";
import styles from "./users.module.css";

/** What a changed role takes away and brings, before it is saved. */
export function RoleChange({ form }: { form: UserForm }) {
  const { t } = useTranslation(["users", "shell", "ui"]);
  const words = useRightsText();
  const { values, before, offers, change } = form;
  if (values.role === before.role || offers === undefined) return null;
  const role = t(`shell:roles.${values.role}`);
  const heldIn = (id: number) => values.accounts.find((entry) => entry.account_id === id)?.permissions ?? [];
  const lost = offers.accounts.flatMap((offer) => {
    const values = fallingAway(offer, heldIn(offer.id));
    return values.length > 0 ? [t("role.falls", { name: offer.name, values: words.each(values) })] : [];
  });
  const below = reachedBelow(offers.accounts, values.accounts).map((offer) => offer.name);
  const reach =
    isAdmin(values.role) === isAdmin(before.role) || below.length === 0
      ? []
      : isAdmin(values.role)
        ? [t("role.wider")]
        : [t("role.below", { names: below.join(t("rights.separator")), role })];
  const everything = values.accounts.some(({ permissions }) => permissions.includes("*"))
    ? [t("role.everything", { role })]
    : [];
  const standard = offers.default_permissions;
  const offersStandard =
    standard.length > 0 &&
    values.accounts.some(({ permissions }) => !permissions.includes("*")) &&
    offers.accounts.every((offer) => standard.every((value) => offer.grantable.includes(value)));
  return (
    <div className={styles.notice} role="status">
      <p>{t("role.changed", { from: t(`shell:roles.${before.role}`), to: role })}</p>
      <ul>
        {[...lost, ...reach, ...everything].map((line) => (
          <li key={line}>{line}</li>
        ))}
        {offersStandard ? <li>{t("role.standardNote", { role })}</li> : null}
      </ul>
      {offersStandard ? (
        <Button
          size="xs"
          onClick={() => change({ accounts: values.accounts.map((entry) => ({ ...entry, permissions: standard })) })}
        >
          {t("role.standard", { role })}
        </Button>
      ) : null}
    </div>
  );
}
