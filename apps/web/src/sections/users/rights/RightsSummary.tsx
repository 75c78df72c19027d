import type { Role } from "@okaeri/domain/permissions/roles";
import { useTranslation } from "react-i18next";
import { TreeName } from "../../../parts/accounts/contract-tags.tsx";
import { Card } from "../../../ui/Card.tsx";
import type { UserDetail } from "../users.api.ts";
import styles from "./rights.module.css";
import { inTree } from "./rights-draft.ts";
import { useRightsText } from "./use-rights-text.ts";

type RightsWordsProps = { accounts: UserDetail["accounts"]; others: number; role: Role; note?: string | undefined };

/** Where a person belongs and what they may do there, to read. */
export function RightsSummary({ accounts, others, role, note }: RightsWordsProps) {
  const { t } = useTranslation(["users", "shell"]);
  const words = useRightsText();
  return (
    <Card title={t("rights.title")} note={t("rights.noted", { count: accounts.length })} flush>
      {note ? <p className={styles.lead}>{note}</p> : null}
      {accounts.length === 0 ? <p className={styles.lead}>{t("rights.noAccount")}</p> : null}
      <ul className={styles.accounts}>
        {inTree(accounts).map((account) => (
          <li key={account.id} className={`${styles.account} ${styles.words}`}>
            <TreeName depth={account.depth} name={account.name} sub={account.code} />
            <span className={styles.summary} data-warn={account.permissions.length === 0}>
              {account.permissions.includes("*")
                ? t("rights.everythingWhat", { role: t(`shell:roles.${role}`) })
                : words.summary(account.permissions)}
              {account.can_export && !account.permissions.includes("*") ? ` / ${t("rights.export")}` : null}
            </span>
          </li>
        ))}
      </ul>
      {others > 0 ? <p className={styles.lead}>{t("others", { count: others })}</p> : null}
    </Card>
  );
}
