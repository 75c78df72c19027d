import { Button } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { EditNotices } from "../../../parts/edited-document/EditNotices.tsx";
import { type Loaded, useRecordForm } from "../../../parts/records/use-record-form.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ChoiceField } from "../../../ui/fields/ChoiceField.tsx";
import { DateField } from "../../../ui/fields/DateField.tsx";
import { type MadeKey, NewKey } from "./NewKey.tsx";
import { type KeyItem, keysQuery } from "./settings.api.ts";
import styles from "./settings.module.css";

const DAY = "day";
const SPANS = ["0", "1", "24", "72", "168", "720", DAY] as const;
type Span = (typeof SPANS)[number];
type Values = { works_hours: Span; works_until: string; expires_on: string };
const blank: Loaded<Values> = { version: 0, values: { works_hours: "24", works_until: "", expires_on: "" } };

type Props = { accountId: number; of: KeyItem; act: "replace" | "end"; onClose: () => void };

/** Says how long a key goes on working: once another one takes its place, or sooner than was said. */
export function KeyEndDialog({ accountId, of, act, onClose }: Props) {
  const { t } = useTranslation(["accountSettings", "ui"]);
  const formId = useId();
  const [made, setMade] = useState<MadeKey>();
  const replacing = act === "replace";
  const form = useRecordForm<Values>({
    name: `accounts/${accountId}/keys/${of.kind}/${of.id}/${act}`,
    call: replacing ? "accountSettings.replaceKey" : "accountSettings.endKey",
    loaded: blank,
    labels: {
      works_hours: t("keys.worksFor"),
      works_until: t("keys.worksUntil"),
      expires_on: t("keys.expiresOn"),
    },
    check: ({ works_hours, works_until }) => ({
      works_hours: undefined,
      works_until: works_hours === DAY && works_until === "" ? { code: "required" } : undefined,
    }),
    save: async ({ values: { works_hours, works_until, expires_on } }) => {
      const place = { id: accountId, kind: of.kind, key_id: of.id };
      const end = works_hours === DAY ? { works_until } : { works_hours: Number(works_hours) };
      if (replacing) {
        const expires = { expires_on: expires_on === "" ? null : expires_on };
        setMade(await client.accountSettings.replaceKey({ ...place, ...end, ...expires }));
      } else {
        await client.accountSettings.endKey({ ...place, ...end });
        notify("success", t("keys.ended", { name: of.name }));
        onClose();
      }
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
      title={t(`keys.${act}Title`, { name: of.name })}
      actions={
        <>
          <Button onClick={onClose} disabled={form.saving}>
            {t("ui:dialog.cancel")}
          </Button>
          <Button type="submit" form={formId} variant="filled" loading={form.saving}>
            {t(`keys.${act}Confirm`)}
          </Button>
        </>
      }
    >
      <EditNotices form={form} />
      <form id={formId} className={styles.dialogForm} noValidate onSubmit={submit}>
        <p>{t(`keys.${act}Lead`)}</p>
        <ChoiceField
          {...form.field("works_hours")}
          as="short"
          choices={SPANS.map((value) => ({ value, label: t(`keys.spans.${value}`) }))}
        />
        {form.values.works_hours === DAY ? <DateField {...form.field("works_until")} /> : null}
        {replacing ? (
          <DateField {...form.field("expires_on")} label={t("keys.newExpiresOn")} help={t("keys.expiresHelp")} />
        ) : null}
      </form>
    </Dialog>
  );
}
