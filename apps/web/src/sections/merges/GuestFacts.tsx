import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { KeyValueList } from "../../ui/SummaryStrip.tsx";
import { storedValueText } from "./FieldWinners.tsx";
import { bookingOf } from "./MergeListPage.tsx";
import type { CandidateDetail } from "./merges.api.ts";

/** Fields that a booking reports of its guest, in the order of the customer's page. */
const FACTS = ["member_number", "gender", "birthday", "postcode", "address", "nationality", "email_consent"] as const;

type FactsProps = { guest: NonNullable<CandidateDetail["guest"]>; details: CandidateDetail["details"] };

/** What a booking reports of its guest. */
export function GuestFacts({ guest, details }: FactsProps) {
  const words = useTranslation(["merges", "ui"]);
  const { t } = words;
  const facts = FACTS.flatMap((field) => (details[field] === undefined ? [] : [[field, details[field]] as const]));
  return (
    <Card title={t("guest.facts")} note={bookingOf(guest, t)}>
      <KeyValueList
        items={[
          { label: t("field.name"), value: guest.name },
          { label: t("field.name_kana"), value: guest.name_kana ?? t("ui:none") },
          { label: t("field.email"), value: guest.email ?? t("ui:none") },
          { label: t("field.tel"), value: guest.tel ?? t("ui:none") },
          ...facts.map(([field, value]) => ({
            label: t(`field.${field}`),
            value: storedValueText(field, value, words),
          })),
        ]}
      />
    </Card>
  );
}
