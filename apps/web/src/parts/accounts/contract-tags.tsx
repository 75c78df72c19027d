import type { OptionType } from "@okaeri/domain/permissions/plan-options";
import { useTranslation } from "react-i18next";
import { Tag, type TagKind } from "../../ui/Tag.tsx";
import { PeriodText } from "../../ui/values.tsx";
import styles from "./contract-tags.module.css";

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

type Dated = {
  contract_state: ContractState | null;
  contract_started_at: string | null;
  contract_ended_at: string | null;
};

/** From when until when a contract runs; nothing where the person does not read it. */
export function ContractPeriod({ of }: { of: Dated }) {
  if (of.contract_state === null) return null;
  return <PeriodText from={of.contract_started_at} to={of.contract_ended_at} />;
}

type RunningOption = { option_type: OptionType; option_item: string };

/** An account's options that run today, each with what was agreed about it, where the person reads them. */
export function OptionTags({ options }: { options: readonly RunningOption[] | null }) {
  const { t } = useTranslation("ui");
  if (options === null || options.length === 0) return <span>{t("none")}</span>;
  return (
    <span className={styles.tags}>
      {options.map(({ option_type, option_item }) => (
        <span key={option_type} className={styles.option}>
          <Tag kind={option_type === "crm_option_parent" ? "gold" : "silver"}>{t(`option.${option_type}`)}</Tag>
          {option_item === "" ? null : <small>{option_item}</small>}
        </span>
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
