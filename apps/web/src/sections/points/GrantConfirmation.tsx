import { useTranslation } from "react-i18next";
import type { client } from "../../api/client.ts";
import type { Answer } from "../../api/records.ts";
import { Facts } from "../../ui/fields/Facts.tsx";
import { formatDate, formatNumber } from "../../ui/format.ts";

export type GrantPreview = Answer<typeof client.points.previewGrant>;

type GrantConfirmationProps = { kind: "grant" | "deduct" | "revoke"; preview: GrantPreview };

/** What a grant or deduction will do, as the server worked it out. */
export function GrantConfirmation({ kind, preview }: GrantConfirmationProps) {
  const { t } = useTranslation("points");
  const { balance, debt, balance_before, debt_before, grant_point, expiration_date } = preview;
  const points = formatNumber(Math.abs(grant_point));
  const paid = debt_before - debt;
  const figures = { before: formatNumber(balance_before), after: formatNumber(balance) };
  return (
    <>
      <p>{preview.needs_approval ? t("request.confirm", { points }) : t(`${kind}Dialog.confirm`, { points })}</p>
      <Facts
        of={[
          [t("confirm.guest"), t("confirm.name", { name: preview.customer_name })],
          [t(`confirm.points.${kind}`), t("confirm.amount", { points })],
          ...(kind === "grant"
            ? [
                [
                  t("field.expiration_type"),
                  expiration_date === null ? t("summary.never") : formatDate(expiration_date),
                ],
              ]
            : []),
          [t("field.facility_account_id"), preview.facility_name],
          [t("field.remarks"), preview.remarks],
          [t(preview.needs_approval ? "confirm.balanceIfApproved" : "confirm.balance"), t("confirm.change", figures)],
          ...(paid > 0 ? [[t("summary.debt"), t("grantDialog.confirmDebt", { paid: formatNumber(paid) })]] : []),
          ...(paid < 0 ? [[t("summary.debt"), t("confirm.owed", { points: formatNumber(debt) })]] : []),
        ]}
      />
    </>
  );
}
