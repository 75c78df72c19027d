import { useTranslation } from "react-i18next";
import { Tag, type TagKind } from "../../ui/Tag.tsx";
import type { Account, OptionType } from "./accounts.api.ts";
import styles from "./accounts.module.css";

const CONTRACT_KINDS = { before: "info", running: "success", ended: "warning" } as const satisfies Record<
  string,
  TagKind
>;

export function ContractTag({ state }: { state: Account["contract_state"] }) {
  const { t } = useTranslation("accounts");
  return <Tag kind={CONTRACT_KINDS[state]}>{t(`contract.${state}`)}</Tag>;
}

/** Contract and status; "active" is the rule and needs no word. */
export function StateTags({ account }: { account: Pick<Account, "contract_state" | "active_status"> }) {
  const { t } = useTranslation("accounts");
  return (
    <span className={styles.tags}>
      <ContractTag state={account.contract_state} />
      {account.active_status === "inactive" ? <Tag kind="danger">{t("status.inactive")}</Tag> : null}
    </span>
  );
}

/** Options that run today. */
export function OptionTags({ options }: { options: readonly OptionType[] }) {
  const { t } = useTranslation(["accounts", "ui"]);
  if (options.length === 0) return t("ui:none");
  return (
    <span className={styles.tags}>
      {options.map((type) => (
        <Tag key={type} kind={type === "crm_option_parent" ? "gold" : "silver"}>
          {t(`option.${type}`)}
        </Tag>
      ))}
    </span>
  );
}
