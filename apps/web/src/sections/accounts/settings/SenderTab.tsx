import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { type Loaded, useRecordForm } from "../../../shell/use-record-form.ts";
import { Card } from "../../../ui/Card.tsx";
import { Fact, type Figure, FigureField, TextField } from "./fields.tsx";
import { OwnerNotice, SettingsForm, useCurrentForm, WhenLoaded } from "./SettingsForm.tsx";
import { type SenderAnswer, senderQuery } from "./settings.api.ts";
import styles from "./settings.module.css";

type Settings = Omit<SenderAnswer, "owner" | "version">;
type Values = { [K in keyof Settings]: Settings[K] extends string ? string : number | null | "" };

/** Who mails come from, what the law asks to be in them, and the rules of sending. */
export function SenderTab({ id }: { id: number }) {
  const query = useQuery(senderQuery(id));
  return <WhenLoaded query={query}>{(answer) => <SenderForm key={id} id={id} answer={answer} />}</WhenLoaded>;
}

const FIGURES = ["frequency_cap_days"] as const;
const CAPS = ["frequency_cap_count"] as const;

function SenderForm({ id, answer }: { id: number; answer: SenderAnswer }) {
  const { t } = useTranslation(["accountSettings", "ui"]);
  const keys = Object.keys(valuesOf(answer).values) as (keyof Values)[];
  const form = useRecordForm<Values>({
    name: `accounts/${id}/sender`,
    loaded: valuesOf(answer),
    labels: Object.fromEntries(keys.map((key) => [key, t(`sender.label.${key}`)])) as Record<keyof Values, string>,
    check: (values) =>
      Object.fromEntries(
        [...FIGURES, ...CAPS].flatMap((field) => (values[field] === "" ? [[field, t("form.filled")]] : [])),
      ),
    save: async ({ version, values }) => {
      const saved = await client.accountSettings.updateSender({ id, version, ...(values as Settings) });
      queryClient.setQueryData(senderQuery(id).queryKey, saved);
      return valuesOf(saved);
    },
    newest: async () => valuesOf(await queryClient.fetchQuery({ ...senderQuery(id), staleTime: 0 })),
  });
  const { values } = form;
  const editable = answer.owner.editable;
  const legalMissing =
    String(values.legal_sender_name).trim() === "" || String(values.legal_sender_address).trim() === "";
  return (
    <>
      <OwnerNotice owner={answer.owner} id={id} tab="sender" />
      <SettingsForm form={form} editable={editable} saved={t("sender.saved")}>
        <Card title={t("sender.from")}>
          <div className={styles.fields}>
            <TextField field="mail_from_name" max={80} help={t("sender.help.mail_from_name")} />
            <TextField field="mail_from_address" type="email" max={254} help={t("sender.help.mail_from_address")} />
            <div className={styles.wide}>
              <DomainHint address={String(values.mail_from_address)} />
            </div>
            <div className={styles.wide}>
              <TextField field="mail_signature" lines={3} max={2_000} help={t("sender.help.mail_signature")} />
            </div>
          </div>
        </Card>
        <Card title={t("sender.legal")}>
          <p className={styles.lead}>{t("sender.legalWhy")}</p>
          {legalMissing ? <p className={styles.warning}>{t("sender.legalMissing")}</p> : null}
          <div className={styles.fields}>
            <TextField field="legal_sender_name" max={120} help={t("sender.help.legal_sender_name")} />
            <TextField field="legal_sender_tel" type="tel" max={32} help={t("sender.help.legal_sender_tel")} />
            <div className={styles.wide}>
              <TextField field="legal_sender_address" max={200} help={t("sender.help.legal_sender_address")} />
            </div>
          </div>
        </Card>
        <Card title={t("sender.rules")}>
          <p className={styles.lead}>{t("sender.rulesLead")}</p>
          <div className={styles.fields}>
            <OptionalFigure field="frequency_cap_count" start={3} min={1} max={1_000} unit={t("ui:unit.mails")}>
              <FigureField
                field="frequency_cap_days"
                unit={t("unit.days")}
                min={1}
                max={365}
                help={t("sender.help.frequency_cap_days")}
              />
            </OptionalFigure>
          </div>
        </Card>
      </SettingsForm>
    </>
  );
}

function valuesOf({ owner: _owner, version, ...values }: SenderAnswer): Loaded<Values> {
  return { version, values };
}

/** What to enter in the DNS of the address's domain, in words. */
function DomainHint({ address }: { address: string }) {
  const { t } = useTranslation("accountSettings");
  const domain = /@([^@\s]+\.[^@\s]+)$/.exec(address.trim())?.[1];
  return (
    <div className={styles.hint}>
      <p>
        <strong>{t("sender.dns.title")}</strong>{" "}
        {domain === undefined ? t("sender.dns.leadNone") : t("sender.dns.lead", { domain })}
      </p>
      <ul>
        <li>{t("sender.dns.spf")}</li>
        <li>{t("sender.dns.dkim")}</li>
        <li>{t("sender.dns.dmarc")}</li>
      </ul>
    </div>
  );
}

type OptionalFigureProps = {
  field: (typeof CAPS)[number];
  /** What is suggested when it is switched on. */
  start: number;
  min: number;
  max: number;
  unit: string;
  /** What only matters while it is on. */
  children?: React.ReactNode;
};

/** A limit that may be left out altogether. */
function OptionalFigure({ field, start, min, max, unit, children }: OptionalFigureProps) {
  const { t } = useTranslation("accountSettings");
  const { form, editable } = useCurrentForm();
  const value = form.values[field] as Figure | null;
  const on = value !== null;
  return (
    <fieldset className={styles.group}>
      <legend>{t(`sender.group.${field}`)}</legend>
      <p className={styles.help}>{t(`sender.help.${field}`)}</p>
      {editable ? (
        <Switch
          label={t(`sender.switch.${field}`)}
          checked={on}
          onChange={(event) => form.change({ [field]: event.currentTarget.checked ? start : null })}
        />
      ) : null}
      {on ? (
        <div className={styles.pair}>
          <FigureField field={field} unit={unit} min={min} max={max} />
          {children}
        </div>
      ) : editable ? null : (
        <Fact label={form.labels[field] ?? ""}>{t(`sender.off.${field}`)}</Fact>
      )}
    </fieldset>
  );
}
