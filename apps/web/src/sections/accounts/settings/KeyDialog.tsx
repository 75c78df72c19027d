import { Button, Checkbox, NativeSelect, Radio, TextInput } from "@mantine/core";
import { FEED_CHANNELS } from "@okaeri/domain/enumerations";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { RecordFormTop } from "../../../shell/RecordFormTop.tsx";
import { type Loaded, useRecordForm } from "../../../shell/use-record-form.ts";
import { CopyText } from "../../../ui/CopyText.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { type FeedChannel, type KeyInput, keysQuery } from "./settings.api.ts";
import styles from "./settings.module.css";

const KINDS = ["feed", "partner"] as const;
const PLAIN = "json";
const FORMATS = [PLAIN, ...FEED_CHANNELS] as const;
type Values = { kind: KeyInput["kind"]; name: string; feed_channel: FeedChannel | typeof PLAIN; expires_on: string };
const blank: Loaded<Values> = { version: 0, values: { kind: "feed", name: "", feed_channel: PLAIN, expires_on: "" } };

/** Makes a key, then shows it this one time. */
export function KeyDialog({ accountId, onClose }: { accountId: number; onClose: () => void }) {
  const { t } = useTranslation(["accountSettings", "ui"]);
  const formId = useId();
  const [made, setMade] = useState<string>();
  const form = useRecordForm<Values>({
    name: `accounts/${accountId}/keys/new`,
    loaded: blank,
    labels: {
      kind: t("keys.kind"),
      name: t("keys.name"),
      feed_channel: t("keys.feed"),
      expires_on: t("keys.expires"),
    },
    check: (values): Record<string, string> => (values.name.trim() === "" ? { name: t("form.filled") } : {}),
    save: async ({ values }) => {
      const feed = values.kind === "partner" || values.feed_channel === PLAIN ? null : values.feed_channel;
      const answer = await client.accountSettings.createKey({
        id: accountId,
        kind: values.kind,
        name: values.name,
        feed_channel: feed,
        expires_on: values.expires_on === "" ? null : values.expires_on,
      });
      setMade(answer.key);
      await queryClient.invalidateQueries({ queryKey: keysQuery(accountId).queryKey });
      return blank;
    },
    newest: async () => blank,
  });
  const { values, errors, idOf, change } = form;
  if (made !== undefined) return <NewKey value={made} onClose={onClose} />;
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
      <RecordFormTop form={form} />
      <form id={formId} className={styles.dialogForm} noValidate onSubmit={submit}>
        <Radio.Group
          label={t("keys.kind")}
          value={values.kind}
          onChange={(kind) => change({ kind: kind === "partner" ? "partner" : "feed" })}
        >
          <div className={styles.group}>
            {KINDS.map((kind) => (
              <Radio key={kind} value={kind} label={t(`keys.kinds.${kind}`)} description={t(`keys.kindHelp.${kind}`)} />
            ))}
          </div>
        </Radio.Group>
        <TextInput
          id={idOf("name")}
          label={t("keys.name")}
          description={t("keys.nameHelp")}
          value={values.name}
          error={errors.name}
          maxLength={80}
          required
          autoComplete="off"
          data-autofocus
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {values.kind === "feed" ? (
          <NativeSelect
            id={idOf("feed_channel")}
            label={t("keys.feed")}
            description={t("keys.feedHelp")}
            data={FORMATS.map((value) => ({ value, label: t(`feed.${value}`) }))}
            value={values.feed_channel}
            error={errors.feed_channel}
            onChange={(event) => change({ feed_channel: event.currentTarget.value as Values["feed_channel"] })}
          />
        ) : null}
        <TextInput
          id={idOf("expires_on")}
          type="date"
          label={t("keys.expiresOn")}
          description={t("keys.expiresHelp")}
          value={values.expires_on}
          error={errors.expires_on}
          onChange={(event) => change({ expires_on: event.currentTarget.value })}
        />
      </form>
    </Dialog>
  );
}

/** The key itself, to copy and to confirm; nothing closes this by accident. */
function NewKey({ value, onClose }: { value: string; onClose: () => void }) {
  const { t } = useTranslation("accountSettings");
  const [noted, setNoted] = useState(false);
  const [refused, setRefused] = useState(false);
  const close = () => (noted ? onClose() : setRefused(true));
  return (
    <Dialog
      opened
      onClose={close}
      title={t("keys.madeTitle")}
      actions={
        <Button variant="filled" onClick={close}>
          {t("keys.madeClose")}
        </Button>
      }
    >
      <div className={styles.secretKey}>
        <p className={styles.warning} role="alert">
          {t("keys.madeWarning")}
        </p>
        <div className={styles.secretValue}>
          <CopyText value={value} label={t("keys.copy")} />
        </div>
        <Checkbox
          label={t("keys.noted")}
          checked={noted}
          error={refused && !noted ? t("keys.notNoted") : undefined}
          onChange={(event) => setNoted(event.currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}
