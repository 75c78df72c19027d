import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ContractTag, OptionTags } from "../../parts/accounts/contract-tags.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { KeyValueList } from "../../ui/SummaryStrip.tsx";
import { DateText } from "../../ui/values.tsx";
import { useAccountRefusals } from "./account-refusals.ts";

import { type AccountDetail, accountQuery } from "./accounts.api.ts";
import styles from "./accounts.module.css";

/** Who the account is, where it stands and until when it is under contract; the read mode of the detail screen. */
export function AccountBasics({ id }: { id: number }) {
  const { data: account } = useQuery(accountQuery(id));
  if (account === undefined) return null;
  return (
    <div className={styles.basics}>
      <div className={styles.stack}>
        <BasicsCard account={account} />
        {account.contract_state === null ? null : <ContractCard account={account} />}
      </div>
      <BelowCard account={account} />
    </div>
  );
}

function BasicsCard({ account }: { account: AccountDetail }) {
  const { t } = useTranslation(["accounts", "fields", "ui"]);
  const { programme_account_id: programme, parent_id: parent } = account;
  const { provider } = useAccountRefusals();
  return (
    <Card title={t("basics.title")}>
      <KeyValueList
        items={[
          {
            label: t("basics.company"),
            value: provider ? (
              <AppLink to={`/clients/${account.company_id}`}>{account.company_name}</AppLink>
            ) : (
              account.company_name
            ),
          },
          {
            label: t("basics.parent"),
            value:
              parent === null ? (
                t("basics.noParent")
              ) : (
                <AppLink to={`/accounts/${parent}`}>{account.parent_name}</AppLink>
              ),
          },
          { label: t("basics.code"), value: <span className="tnum">{account.code}</span> },
          { label: t("basics.name"), value: account.name },
          {
            label: t("basics.programme"),
            value:
              programme === account.id
                ? t("basics.programmeOwn")
                : t("basics.programmeOf", { name: account.programme_account_name }),
          },
          { label: t("fields:record.createdOn"), value: <DateText value={account.created_at} withTime /> },
          { label: t("fields:record.changedOn"), value: <DateText value={account.updated_at} withTime /> },
        ]}
      />
    </Card>
  );
}

function ContractCard({ account }: { account: AccountDetail }) {
  const { t } = useTranslation("accounts");
  return (
    <Card title={t("basics.contract")}>
      <KeyValueList
        items={[
          { label: t("basics.contractState"), value: <ContractTag state={account.contract_state} /> },
          { label: t("basics.contractStarted"), value: <DateText value={account.contract_started_at} /> },
          {
            label: t("basics.contractEnded"),
            value: account.contract_ended_at ? <DateText value={account.contract_ended_at} /> : t("options.openEnd"),
          },
          { label: t("basics.options"), value: <OptionTags options={account.options} /> },
        ]}
      />
    </Card>
  );
}

function BelowCard({ account }: { account: AccountDetail }) {
  const { t } = useTranslation("accounts");
  return (
    <Card title={t("basics.below")} note={t("basics.belowCount", { n: account.children.length })}>
      {account.children.length === 0 ? (
        <p className={styles.quiet}>{t("basics.noneBelow")}</p>
      ) : (
        <ul className={styles.below}>
          {account.children.map((child) => (
            <li key={child.id}>
              <AppLink to={`/accounts/${child.id}`}>{child.name}</AppLink>
              <small>{child.code}</small>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
