import { Radio } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { type Loaded, type RecordForm, useRecordForm } from "../../../shell/use-record-form.ts";
import { Card } from "../../../ui/Card.tsx";
import { accountQuery } from "../accounts.api.ts";
import { ExtraFields } from "./ExtraFields.tsx";
import { type ExtraField, extraProblems } from "./extra-fields.ts";
import { Fact, SwitchField } from "./fields.tsx";
import { ReadOnlyNotice, SettingsForm, WhenLoaded } from "./SettingsForm.tsx";
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
  return <WhenLoaded query={query}>{(answer) => <CardForm key={id} id={id} answer={answer} />}</WhenLoaded>;
}

function CardForm({ id, answer }: { id: number; answer: CardAnswer }) {
  const { t } = useTranslation("accountSettings");
  const { data: account } = useQuery(accountQuery(id));
  const editable = account?.editable_parts.includes("settings") ?? false;
  const form = useRecordForm<Values>({
    name: `accounts/${id}/card`,
    loaded: valuesOf(answer),
    labels: {
      legal_profile: t("card.profile"),
      asks_passport_photo: t("card.photo"),
      extra_fields: t("card.extra"),
    },
    check: ({ extra_fields }) =>
      Object.fromEntries(
        Object.entries(extraProblems(extra_fields)).map(([path, code]) => [path, t(`card.problem.${code}`)]),
      ),
    save: async ({ version, values }) => {
      const saved = await client.accountSettings.updateRegistrationCard({ id, version, ...values });
      queryClient.setQueryData(cardQuery(id).queryKey, saved);
      return valuesOf(saved);
    },
    newest: async () => valuesOf(await queryClient.fetchQuery({ ...cardQuery(id), staleTime: 0 })),
  });
  return (
    <>
      {account !== undefined && !editable ? <ReadOnlyNotice id={id} /> : null}
      <SettingsForm form={form} editable={editable} saved={t("card.saved")}>
        <Card title={t("card.title")}>
          <p className={styles.lead}>{t("card.lead")}</p>
          <div className={styles.fields}>
            <Profile form={form} editable={editable} />
            <SwitchField
              field="asks_passport_photo"
              on={t("card.photoOn")}
              off={t("card.photoOff")}
              help={t("card.photoHelp")}
            />
          </div>
        </Card>
        <Card title={t("card.extra")} note={t("card.extraCount", { n: form.values.extra_fields.length })}>
          <p className={styles.lead}>{t("card.extraLead")}</p>
          <ExtraFields
            fields={form.values.extra_fields}
            saved={answer.extra_fields}
            errors={form.errors}
            idOf={form.idOf}
            editable={editable}
            onChange={(extra_fields) => form.change({ extra_fields })}
          />
        </Card>
      </SettingsForm>
    </>
  );
}

function valuesOf({ version, legal_profile, asks_passport_photo, extra_fields }: CardAnswer): Loaded<Values> {
  return { version, values: { legal_profile, asks_passport_photo, extra_fields } };
}

function Profile({ form, editable }: { form: RecordForm<Values>; editable: boolean }) {
  const { t } = useTranslation("accountSettings");
  const { legal_profile } = form.values;
  if (!editable) {
    return (
      <Fact label={t("card.profile")} help={t(`card.profileHelp.${legal_profile}`)}>
        {t(`card.profiles.${legal_profile}`)}
      </Fact>
    );
  }
  return (
    <Radio.Group
      id={form.idOf("legal_profile")}
      label={t("card.profile")}
      value={legal_profile}
      error={form.errors.legal_profile}
      onChange={(value) => form.change({ legal_profile: value === "minpaku" ? "minpaku" : "ryokan" })}
    >
      <div className={styles.group}>
        {PROFILES.map((profile) => (
          <Radio
            key={profile}
            value={profile}
            label={t(`card.profiles.${profile}`)}
            description={t(`card.profileHelp.${profile}`)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
