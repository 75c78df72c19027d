import type { OptionType } from "@okaeri/domain/permissions/plan-options";
import { useTranslation } from "react-i18next";
import styles from "./contract-tags.module.css";
import { Tag, type TagKind } from "./Tag.tsx";

type ContractState = "before" | "running" | "ended";
const CONTRACT_KINDS: Record<ContractState, TagKind> = { before: "info", running: "success", ended: "warning" };

/** Where a contract stands today; nothing where the person does not read it. */
export function ContractTag({ state }: { state: ContractState | null }) {
  const { t } = useTranslation("ui");
  if (state === null) return <span>{t("none")}</span>;
  return <Tag kind={CONTRACT_KINDS[state]}>{t(`contract.${state}`)}</Tag>;
}

type Stated = { contract_state: ContractState | null; active_status: "active" | "inactive" };

/** Contract and status beside a name; active is the rule and needs no word. */
export function StateTags({ of }: { of: Stated }) {
  const { t } = useTranslation("ui");
  return (
    <span className={styles.tags}>
      {of.contract_state === null ? null : <ContractTag state={of.contract_state} />}
      {of.active_status === "inactive" ? <Tag kind="danger">{t("activeStatus.inactive")}</Tag> : null}
    </span>
  );
}

/** An account's options that run today, where the person reads them. */
export function OptionTags({ options }: { options: readonly OptionType[] | null }) {
  const { t } = useTranslation("ui");
  if (options === null || options.length === 0) return <span>{t("none")}</span>;
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

/** A name in a hierarchy: one step to the right for each level, with a mark that leads up. */
export function TreeName({ depth, name, sub }: { depth: number; name: string; sub?: string | undefined }) {
  return (
    <span className={styles.treeName} style={{ paddingInlineStart: Math.min(depth, 6) * 20 }} data-child={depth > 0}>
      <strong>{name}</strong>
      {sub ? <small>{sub}</small> : null}
    </span>
  );
}
