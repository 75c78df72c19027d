import type { OptionType } from "@okaeri/domain/permissions/plan-options";
import { useTranslation } from "react-i18next";
import { StopCounts } from "../../parts/accounts/StopCounts.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import type { AccountDetail } from "./accounts.api.ts";

type StopDialogProps = {
  account: AccountDetail;
  /** What the save stops: the contract, or these options. */
  stops: "contract" | readonly OptionType[];
  opened: boolean;
  onClose: () => void;
  onConfirm: () => unknown;
};

/** An end that is over or today asks as switching off does: who and what stops. */
export function StopAccountDialog({ account, stops, opened, onClose, onConfirm }: StopDialogProps) {
  const { t } = useTranslation(["accounts", "ui"]);
  const { id, user_count: people } = account;
  const contract = stops === "contract";
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={contract ? t("stop.contractTitle", { name: account.name }) : t("stop.optionTitle")}
      confirm={t("stop.confirm")}
      danger
      onConfirm={onConfirm}
    >
      {contract ? (
        <>
          {people === null ? null : (
            <p>{people > 0 ? t("activity.deactivateUsers", { count: people }) : t("activity.deactivateNobody")}</p>
          )}
          <p>{t("stop.contractWhat")}</p>
          <StopCounts of={{ account: id }} />
        </>
      ) : (
        <>
          {stops.map((option) => (
            <p key={option}>{t(`options.removeLost.${option}`)}</p>
          ))}
          {people ? <p>{t("stop.people", { count: people })}</p> : null}
          <StopCounts of={{ account: id, options: stops }} />
        </>
      )}
      <p>{t("stop.dataRemains")}</p>
    </ConfirmDialog>
  );
}
