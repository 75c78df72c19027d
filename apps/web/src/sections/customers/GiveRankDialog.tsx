import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { TwoStepDialog } from "../../parts/records/TwoStepDialog.tsx";
import { useRecordForm } from "../../parts/records/use-record-form.ts";
import { useTwoSteps } from "../../parts/records/use-two-steps.ts";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { DateField } from "../../ui/fields/DateField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { formatDate, formatNumber } from "../../ui/format.ts";
import { type GuestRank, rankOfGuestChanged } from "./customers.api.ts";

type Values = { rank_detail_id: string; lasts: "day" | "open"; expiration_date: string; remarks: string };

/** Gives a rank by hand, or changes the one that was given; what it means is said before it is done. */
export function GiveRankDialog({ id, rank, onClose }: { id: number; rank: GuestRank; onClose: () => void }) {
  const { t } = useTranslation("guestRank");
  const tierOf = (tier: string) => rank.tiers.find((one) => String(one.id) === tier);
  const { toConfirm, save, back } = useTwoSteps<Values>(
    ({ rank_detail_id, lasts, expiration_date, remarks }, idempotencyKey) =>
      client.ranks.give(
        {
          id,
          version: rank.version,
          rank_detail_id: Number(rank_detail_id),
          remarks,
          expiration_date: lasts === "day" ? expiration_date : null,
        },
        { context: { idempotencyKey } },
      ),
    ({ rank_detail_id }) => t("give.done", { name: tierOf(rank_detail_id)?.name ?? "" }),
    { changed: rankOfGuestChanged, onClose },
  );
  const { given } = rank;
  const form = useRecordForm<Values>({
    name: `customers/${id}/rank`,
    call: "ranks.give",
    loaded: {
      version: 0,
      values: {
        rank_detail_id: given ? String(given.rank_detail_id) : "",
        lasts: given && given.expiration_date === null ? "open" : "day",
        expiration_date: given?.expiration_date ?? "",
        remarks: "",
      },
    },
    labels: {
      rank_detail_id: t("field.rank_detail_id"),
      lasts: t("field.lasts"),
      expiration_date: t("field.expiration_date"),
      remarks: t("field.remarks"),
    },
    secret: ["rank_detail_id", "remarks"],
    check: ({ rank_detail_id, lasts, expiration_date }) => ({
      ...(rank_detail_id === "" ? { rank_detail_id: { code: "required" } } : {}),
      ...(lasts === "day" && expiration_date === "" ? { expiration_date: { code: "required" } } : {}),
    }),
    save,
  });
  return (
    <TwoStepDialog
      title={t("give.title")}
      form={form}
      confirmation={toConfirm && <RankConfirmation rank={rank} values={toConfirm} />}
      submit={t("give.submit")}
      onBack={back}
      onClose={onClose}
    >
      <ChoiceField
        {...form.field("rank_detail_id")}
        rule={{ required: true }}
        placeholder={t("field.choose")}
        choices={rank.tiers.map((tier) => ({ value: String(tier.id), label: tier.name }))}
      />
      <ChoiceField
        {...form.field("lasts")}
        as="open"
        choices={[
          { value: "day", label: t("field.lastsDay") },
          { value: "open", label: t("field.lastsOpen") },
        ]}
      />
      {form.values.lasts === "day" ? (
        <DateField {...form.field("expiration_date")} rule={{ required: true }} help={t("field.dateHelp")} />
      ) : null}
      <TextField {...form.field("remarks")} help={t("field.remarksHelp")} />
    </TwoStepDialog>
  );
}

/** How long it holds, what it allows of points, and whether it is a step down. */
function RankConfirmation({ rank, values }: { rank: GuestRank; values: Values }) {
  const { t } = useTranslation("guestRank");
  const tier = rank.tiers.find((one) => String(one.id) === values.rank_detail_id);
  if (tier === undefined) return null;
  const { min_use_point: min, max_use_point: max } = tier;
  const figures = { min: formatNumber(min ?? 0), max: formatNumber(max ?? 0) };
  const range = max === null ? (min ? "rangeMin" : "rangeAny") : min ? "rangeBoth" : "rangeMax";
  const held = rank.tiers.find((one) => one.id === rank.held?.rank_detail_id);
  return (
    <>
      {values.lasts === "day"
        ? t("give.confirmDay", { rank: tier.name, date: formatDate(values.expiration_date) })
        : t("give.confirmOpen", { rank: tier.name })}
      <br />
      {t("give.limits", { unit: formatNumber(tier.use_point_unit), range: t(`give.${range}`, figures) })}
      {held && held.priority < tier.priority ? (
        <>
          <br />
          <strong>{t("give.lower", { held: held.name })}</strong>
        </>
      ) : null}
    </>
  );
}
