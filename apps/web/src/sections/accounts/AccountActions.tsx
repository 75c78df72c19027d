import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { StopCounts } from "../../parts/accounts/StopCounts.tsx";
import { ActivityButtons } from "../../parts/records/ActivityButtons.tsx";
import { EditButton } from "../../parts/records/RecordButtons.tsx";
import { useGo } from "../../shell/navigation.ts";
import { useNoRight } from "../../shell/no-right.ts";
import { useMay } from "../../shell/use-may.ts";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { useAccountRefusals } from "./account-refusals.ts";
import { type AccountDetail, accountChanged } from "./accounts.api.ts";

/** What may be done with the account as a whole; what may not says why (specification §6, accounts list). */
export function AccountActions({ account, withEdit }: { account: AccountDetail; withEdit: boolean }) {
  const { t } = useTranslation(["accounts", "fields"]);
  const noRight = useNoRight();
  const go = useGo();
  const mayCreate = useMay("accounts/create");
  const { provider, whyNotEdit, whyNotDelete } = useAccountRefusals();
  const { id, user_count: n, children } = account;
  const addNext = () =>
    void go("/accounts/new", {
      company_id: account.company_id,
      parent_id: account.parent_id ?? account.id,
      contract_started_at: account.contract_started_at ?? undefined,
      contract_ended_at: account.contract_ended_at ?? undefined,
    });
  return (
    <>
      {provider ? (
        <ActivityButtons
          record={account}
          whyNot={{ deactivate: whyNotDelete(account), activate: whyNotEdit(account) }}
          means={{
            deactivate: (
              <>
                {n === null ? null : (
                  <p>{n > 0 ? t("activity.deactivateUsers", { count: n }) : t("activity.deactivateNobody")}</p>
                )}
                {children.length > 0 ? <p>{t("activity.deactivateBelow", { count: children.length })}</p> : null}
                {whyNotEdit(account) === undefined ? <StopCounts of={{ account: id }} /> : null}
                <p>{t("fields:activity.dataRemains")}</p>
              </>
            ),
            activate: n === null ? null : t("activity.activateWhat", { count: n }),
          }}
          run={async (act) => accountChanged(await client.accounts[act]({ id }))}
        />
      ) : null}
      {provider && account.active_status === "active" ? (
        <ReasonedButton
          leftSection={<IconPlus size={16} aria-hidden />}
          reason={mayCreate ? undefined : noRight}
          onClick={addNext}
        >
          {t("frame.add")}
        </ReasonedButton>
      ) : null}
      {withEdit ? <EditButton to={`/accounts/${id}/edit`} reason={whyNotEdit(account)} /> : null}
    </>
  );
}
