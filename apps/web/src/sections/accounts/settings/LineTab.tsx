import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { RecordForm } from "../../../parts/records/RecordForm.tsx";
import { type RecordFormState as Form, type Loaded, useRecordForm } from "../../../parts/records/use-record-form.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Card } from "../../../ui/Card.tsx";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { Fact } from "../../../ui/fields/Fact.tsx";
import { FieldGrid } from "../../../ui/fields/FieldGrid.tsx";
import { required } from "../../../ui/fields/field-props.ts";
import { SecretField } from "../../../ui/fields/SecretField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { OwnerNotice, WhenLoaded } from "./notices.tsx";
import { type LineAnswer, lineQuery } from "./settings.api.ts";
import styles from "./settings.module.css";

const SECRETS = ["channel_secret", "channel_access_token"] as const;
type Values = { name: string; channel_id: string; basic_id: string } & Record<(typeof SECRETS)[number], string>;

/** The LINE official account that messages come from; its secrets are written and never shown. */
export function LineTab({ id }: { id: number }) {
  const query = useQuery(lineQuery(id));
  // Removed and registered anew, the form starts over.
  return (
    <WhenLoaded query={query}>
      {(answer) => <LineForm key={`${id}/${answer.channel === null}`} id={id} answer={answer} />}
    </WhenLoaded>
  );
}

function LineForm({ id, answer }: { id: number; answer: LineAnswer }) {
  const { t } = useTranslation("accountSettings");
  const { owner, channel } = answer;
  const [removing, setRemoving] = useState(false);
  const keys = ["name", "channel_id", "basic_id", ...SECRETS] as const;
  const set = { channel_secret: channel?.channel_secret_set, channel_access_token: channel?.channel_access_token_set };
  const form = useRecordForm<Values>({
    name: `accounts/${id}/line`,
    call: "accountSettings.updateLine",
    editable: owner.editable,
    loaded: valuesOf(answer),
    labels: Object.fromEntries(keys.map((key) => [key, t(`line.label.${key}`)])) as Record<keyof Values, string>,
    secret: SECRETS,
    // A stored secret stays when nothing is typed.
    check: (values) =>
      Object.fromEntries(
        SECRETS.filter((field) => !set[field] && values[field].trim() === "").map((field) => [
          field,
          { code: "required" },
        ]),
      ),
    save: async ({ version, values }) => {
      const { basic_id, channel_secret, channel_access_token, ...plain } = values;
      const saved = await client.accountSettings.updateLine({
        id,
        version,
        ...plain,
        channel_id: plain.channel_id.trim(),
        basic_id: basic_id.trim() === "" ? null : basic_id.trim(),
        ...(channel_secret === "" ? {} : { channel_secret: channel_secret.trim() }),
        ...(channel_access_token === "" ? {} : { channel_access_token: channel_access_token.trim() }),
      });
      queryClient.setQueryData(lineQuery(id).queryKey, saved);
      return valuesOf(saved);
    },
    newest: async () => valuesOf(await queryClient.fetchQuery({ ...lineQuery(id), staleTime: 0 })),
  });
  const remove = async () => {
    try {
      queryClient.setQueryData(lineQuery(id).queryKey, await client.accountSettings.removeLine({ id }));
      notify("success", t("line.removed"));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return (
    <>
      <OwnerNotice owner={owner} id={id} tab="line" />
      <RecordForm form={form} onSaved={() => notify("success", t("line.saved"))}>
        <Card
          title={t("line.title")}
          note={<Tag kind={channel ? "success" : "neutral"}>{t(channel ? "line.registered" : "line.none")}</Tag>}
          aside={
            owner.editable && channel ? (
              <Button color="danger" onClick={() => setRemoving(true)}>
                {t("line.remove")}
              </Button>
            ) : undefined
          }
        >
          <p className={styles.lead}>{t("line.lead")}</p>
          <FieldGrid>
            <TextField {...form.field("name")} help={t("line.help.name")} />
            <TextField {...form.field("basic_id")} placeholder="@123abcde" help={t("line.help.basic_id")} />
            <TextField {...form.field("channel_id")} placeholder="1234567890" help={t("line.help.channel_id")} />
            {SECRETS.map((field) => (
              <StoredSecret
                key={`${field}/${channel?.version}`}
                field={field}
                form={form}
                isSet={set[field] ?? false}
              />
            ))}
          </FieldGrid>
        </Card>
      </RecordForm>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t("line.removeTitle", { name: channel?.name || t("line.title") })}
        confirm={t("line.remove")}
        danger
        onConfirm={remove}
      >
        {t("line.removeLost")}
      </ConfirmDialog>
    </>
  );
}

function valuesOf({ channel }: LineAnswer): Loaded<Values> {
  const { version = 0, name = "", channel_id = "", basic_id = null } = channel ?? {};
  return {
    version,
    values: { name, channel_id, basic_id: basic_id ?? "", channel_secret: "", channel_access_token: "" },
  };
}

type StoredSecretProps = {
  field: (typeof SECRETS)[number];
  form: Form<Values>;
  isSet: boolean;
};

/** Set or not set; once set it can only be replaced. */
function StoredSecret({ field, form, isSet }: StoredSecretProps) {
  const { t } = useTranslation("accountSettings");
  const [replacing, setReplacing] = useState(false);
  const { editable } = form;
  const label = form.labels[field];
  const open = editable && (!isSet || replacing || form.values[field] !== "");
  if (!open) {
    return (
      <Fact label={label} help={t(`line.help.${field}`)}>
        <span className={styles.stored}>
          <Tag kind={isSet ? "success" : "neutral"}>{t(isSet ? "line.set" : "line.notSet")}</Tag>
          {editable ? (
            <Button size="xs" aria-label={t("line.replaceOf", { label })} onClick={() => setReplacing(true)}>
              {t("line.replace")}
            </Button>
          ) : null}
        </span>
      </Fact>
    );
  }
  return (
    <div>
      <SecretField
        {...(isSet ? form.field(field) : required(form.field(field)))}
        help={isSet ? t("line.replaceHelp") : t(`line.help.${field}`)}
        autoComplete="new-password"
        show={t("line.show", { label })}
        now={replacing}
      />
      {isSet ? (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => {
            setReplacing(false);
            form.change({ [field]: "" });
          }}
        >
          {t("line.keep")}
        </Button>
      ) : null}
    </div>
  );
}
