import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { TwoStepDialog } from "../../parts/records/TwoStepDialog.tsx";
import { useRecordForm } from "../../parts/records/use-record-form.ts";
import { useTwoSteps } from "../../parts/records/use-two-steps.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import { type GuestRank, rankOfGuestChanged } from "./customers.api.ts";

/** Ends a rank that was given by hand before its last day, with the reason that stays in the history. */
export function EndRankDialog({ id, rank, onClose }: { id: number; rank: GuestRank; onClose: () => void }) {
  const { t } = useTranslation("guestRank");
  const { asked, save, back } = useTwoSteps<{ remarks: string }>(
    ({ remarks }, idempotencyKey) =>
      client.ranks.endGiven({ id, version: rank.version, remarks }, { context: { idempotencyKey } }),
    () => t("end.done"),
    { changed: rankOfGuestChanged, onClose },
  );
  const form = useRecordForm({
    name: `customers/${id}/rank/end`,
    call: "ranks.endGiven",
    loaded: { version: 0, values: { remarks: "" } },
    labels: { remarks: t("field.remarks") },
    secret: ["remarks"],
    save,
  });
  return (
    <TwoStepDialog
      title={t("end.title")}
      form={form}
      sure={asked && t("end.confirm", { rank: rank.given?.name ?? "", next: rank.earned?.name ?? t("noRank") })}
      submit={t("end.submit")}
      danger
      onBack={back}
      onClose={onClose}
    >
      <TextField {...form.field("remarks")} help={t("field.remarksHelp")} autoFocus />
    </TwoStepDialog>
  );
}
