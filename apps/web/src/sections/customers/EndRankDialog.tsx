import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { ReasonDialog } from "../../parts/records/ReasonDialog.tsx";
import { type GuestRank, rankOfGuestChanged } from "./customers.api.ts";

/** Ends a rank that was given by hand before its last day. */
export function EndRankDialog({ id, rank, onClose }: { id: number; rank: GuestRank; onClose: () => void }) {
  const { t } = useTranslation("guestRank");
  return (
    <ReasonDialog
      name={`customers/${id}/rank/end`}
      call="ranks.endGiven"
      words={{
        title: t("end.title"),
        reason: t("field.remarks"),
        help: t("field.remarksHelp"),
        submit: t("end.submit"),
        done: t("end.done"),
      }}
      confirmation={t("end.confirm", { rank: rank.given?.name ?? "", next: rank.earned?.name ?? t("noRank") })}
      act={(remarks, idempotencyKey) =>
        client.ranks.endGiven({ id, version: rank.version, remarks }, { context: { idempotencyKey } })
      }
      changed={rankOfGuestChanged}
      onClose={onClose}
    />
  );
}
