import { Button, Checkbox } from "@mantine/core";
import { type KeyReach, PARTNER_SCOPES, type PartnerScope } from "@okaeri/domain/accounts/partner-scopes";
import { FEED_CHANNELS } from "@okaeri/domain/enumerations";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { EditNotices } from "../../../parts/edited-document/EditNotices.tsx";
import { type Loaded, useRecordForm } from "../../../parts/records/use-record-form.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ChoiceField } from "../../../ui/fields/ChoiceField.tsx";
import { DateField } from "../../../ui/fields/DateField.tsx";
import type { FieldProps } from "../../../ui/fields/field-props.ts";
import { TextField } from "../../../ui/fields/TextField.tsx";
import keys from "./keys.module.css";
import { type MadeKey, NewKey } from "./NewKey.tsx";
import { ReachField } from "./ReachField.tsx";
import { type KeyFeedChannel, type KeyInput, keysQuery } from "./settings.api.ts";
import styles from "./settings.module.css";

const PLAIN = "json";
const FORMATS = [PLAIN, ...FEED_CHANNELS] as const;
type Values = {
  kind: KeyInput["kind"];
  name: string;
  feed_channel: KeyFeedChannel | typeof PLAIN;
  scopes: PartnerScope[];
  reach: KeyReach;
  expires_on: string;
};
const blankOf = (kind: Values["kind"]): Loaded<Values> => ({
  version: 0,
  values: { kind, name: "", feed_channel: PLAIN, scopes: [...PARTNER_SCOPES], reach: "programme", expires_on: "" },
});

type KeyDialogProps = {
  accountId: number;
  /** What the account can have: only a house takes bookings and stays. */
  kinds: readonly Values["kind"][];
  /** Whom a booking engine may be let ask about. */
  reaches: readonly KeyReach[];
  onClose: () => void;
};

/** Makes a key, then shows it this one time. */
export function KeyDialog({ accountId, kinds, reaches, onClose }: KeyDialogProps) {
  const { t } = useTranslation(["accountSettings", "ui"]);
  const formId = useId();
  const [made, setMade] = useState<MadeKey>();
  const blank = blankOf(kinds[0] ?? "partner");
  const form = useRecordForm<Values>({
    name: `accounts/${accountId}/keys/new`,
    call: "accountSettings.createKey",
    loaded: blank,
    labels: {
      kind: t("keys.kind"),
      name: t("keys.name"),
      feed_channel: t("keys.feed"),
      scopes: t("keys.scopes"),
      reach: t("keys.reach"),
      expires_on: t("keys.expires"),
    },
    save: async ({ values }) => {
      const feed = values.kind === "partner" || values.feed_channel === PLAIN ? null : values.feed_channel;
      const answer = await client.accountSettings.createKey({
        id: accountId,
        kind: values.kind,
        name: values.name,
        feed_channel: feed,
        ...(values.kind === "partner" ? { scopes: values.scopes, reach: values.reach } : {}),
        expires_on: values.expires_on === "" ? null : values.expires_on,
      });
      setMade(answer);
      await queryClient.invalidateQueries({ queryKey: keysQuery(accountId).queryKey });
      return blank;
    },
  });
  if (made !== undefined) return <NewKey accountId={accountId} made={made} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.save();
  };
  return (
    <Dialog
      opened
      onClose={form.saving ? () => undefined : onClose}
      title={t("keys.add")}
      actions={
        <>
          <Button onClick={onClose} disabled={form.saving}>
            {t("ui:dialog.cancel")}
          </Button>
          <Button type="submit" form={formId} variant="filled" loading={form.saving}>
            {t("keys.create")}
          </Button>
        </>
      }
    >
      <EditNotices form={form} />
      <form id={formId} className={styles.dialogForm} noValidate onSubmit={submit}>
        <ChoiceField
          {...form.field("kind")}
          as="open"
          choices={kinds.map((value) => ({
            value,
            label: t(`keys.kinds.${value}`),
            note: t(`keys.kindHelp.${value}`),
          }))}
        />
        <TextField {...form.field("name")} help={t("keys.nameHelp")} autoFocus />
        {form.values.kind === "feed" ? (
          <ChoiceField
            {...form.field("feed_channel")}
            as="short"
            help={t("keys.feedHelp")}
            choices={FORMATS.map((value) => ({ value, label: t(`feed.${value}`) }))}
          />
        ) : (
          <>
            <ScopesField {...form.field("scopes")} />
            {reaches.length > 1 ? <ReachField {...form.field("reach")} /> : null}
          </>
        )}
        <DateField {...form.field("expires_on")} label={t("keys.expiresOn")} help={t("keys.expiresHelp")} />
      </form>
    </Dialog>
  );
}

/** What the engine may do with its key. */
function ScopesField({ id, label, value, error, onChange }: FieldProps<PartnerScope[]>) {
  const { t } = useTranslation("accountSettings");
  return (
    <Checkbox.Group
      id={id}
      label={label}
      error={error}
      value={value}
      onChange={(chosen) => onChange(PARTNER_SCOPES.filter((scope) => chosen.includes(scope)))}
    >
      <div className={keys.scopes}>
        {PARTNER_SCOPES.map((scope) => (
          <Checkbox key={scope} value={scope} label={t(`keys.scope.${scope}`)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
