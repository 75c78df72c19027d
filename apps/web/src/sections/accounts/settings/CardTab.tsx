import { parseDate } from "@okaeri/domain/calendar-date";
import { endedPlanOptions, planHas } from "@okaeri/domain/permissions/plan-options";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { RecordForm } from "../../../parts/records/RecordForm.tsx";
import { useEditForm } from "../../../parts/records/use-edit-form.ts";
import type { Loaded } from "../../../parts/records/use-record-form.ts";
import { useOptionEnded } from "../../../shell/closed-sections.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Card } from "../../../ui/Card.tsx";
import { ChoiceField } from "../../../ui/fields/ChoiceField.tsx";
import { FieldGrid } from "../../../ui/fields/FieldGrid.tsx";
import { SwitchField } from "../../../ui/fields/SwitchField.tsx";
import { accountQuery, accountSiteQuery } from "../accounts.api.ts";
import { ExtraFields } from "./ExtraFields.tsx";
import { type ExtraField, keysTwice } from "./extra-fields.ts";
import { ReadOnlyNotice, WhenLoaded } from "./notices.tsx";
import { type CardAnswer, cardQuery } from "./settings.api.ts";
import styles from "./settings.module.css";

const PROFILES = ["ryokan", "minpaku"] as const;
type Values = {
  legal_profile: CardAnswer["legal_profile"];
  asks_passport_photo: boolean;
  extra_fields: ExtraField[];
};

/** The facility's own registration card: the law it follows, the passport's photograph, fields of its own. */
export function CardTab({ id }: { id: number }) {
  const query = useQuery(cardQuery(id));
  const why = useWhyShut(id);
  const refused = query.isError && toAppError(query.error).status === 403;
  return (
    <WhenLoaded query={query} why={refused ? why : undefined}>
      {(answer) => <CardForm key={id} id={id} answer={answer} />}
    </WhenLoaded>
  );
}

/** That the account's option for registration cards ended, in words; undefined while it runs or where there was none. */
function useWhyShut(id: number): string | undefined {
  const { data: account } = useQuery(accountQuery(id));
  const { data: site } = useQuery(accountSiteQuery());
  const optionEnded = useOptionEnded();
  const today = site && parseDate(site.today);
  if (account === undefined || today === undefined) return undefined;
  const periods = account.account_options.map(({ option_type, option_started_at, option_ended_at }) => ({
    option_type,
    option_started_at: parseDate(option_started_at) ?? null,
    option_ended_at: parseDate(option_ended_at ?? "") ?? null,
  }));
  const ended = endedPlanOptions(periods, today).find((one) => planHas("registration_cards", [one.option_type]));
  return ended && optionEnded(ended);
}

function CardForm({ id, answer }: { id: number; answer: CardAnswer }) {
  const { t } = useTranslation("accountSettings");
  const { data: account } = useQuery(accountQuery(id));
  const editable = account?.editable_parts.includes("card") ?? false;
  const form = useEditForm({
    name: `accounts/${id}/card`,
    call: "accountSettings.updateRegistrationCard",
    editable,
    labels: {
      legal_profile: t("card.profile"),
      asks_passport_photo: t("card.photo"),
      extra_fields: t("card.extra"),
    },
    check: ({ extra_fields }) => keysTwice(extra_fields),
    query: cardQuery(id),
    from: valuesOf,
    write: ({ version, values }) => client.accountSettings.updateRegistrationCard({ id, version, ...values }),
  });
  return (
    <>
      {account !== undefined && !editable ? <ReadOnlyNotice id={id} /> : null}
      <RecordForm form={form} onSaved={() => notify("success", t("card.saved"))}>
        <Card title={t("card.title")}>
          <p className={styles.lead}>{t("card.lead")}</p>
          <FieldGrid>
            <ChoiceField
              {...form.field("legal_profile")}
              as="open"
              choices={PROFILES.map((value) => ({
                value,
                label: t(`card.profiles.${value}`),
                note: t(`card.profileHelp.${value}`),
              }))}
            />
            <SwitchField
              {...form.field("asks_passport_photo")}
              on={t("card.photoOn")}
              off={t("card.photoOff")}
              help={t("card.photoHelp")}
            />
          </FieldGrid>
        </Card>
        <Card title={t("card.extra")} note={t("card.extraCount", { n: form.values.extra_fields.length })}>
          <p className={styles.lead}>{t("card.extraLead")}</p>
          <ExtraFields form={form} saved={answer.extra_fields} />
        </Card>
      </RecordForm>
    </>
  );
}

function valuesOf({ version, legal_profile, asks_passport_photo, extra_fields }: CardAnswer): Loaded<Values> {
  return { version, values: { legal_profile, asks_passport_photo, extra_fields } };
}
