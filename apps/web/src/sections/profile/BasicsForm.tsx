import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { RecordForm } from "../../parts/records/RecordForm.tsx";
import { type Loaded, useRecordForm } from "../../parts/records/use-record-form.ts";
import { notify } from "../../shell/toasts.tsx";
import { Card } from "../../ui/Card.tsx";
import { required } from "../../ui/fields/field-props.ts";
import { SecretField } from "../../ui/fields/SecretField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { ProofField, proofOf } from "./ProofField.tsx";
import { type Profile, profileQuery } from "./profile.api.ts";
import styles from "./profile.module.css";

type Values = Record<"name" | "user_email" | "password" | "code", string>;

const NO_PROOF = { password: "", code: "" };

const valuesOf = ({ version, name, user_email }: Pick<Profile, "version" | "name" | "user_email">): Loaded<Values> => ({
  version,
  values: { name, user_email, ...NO_PROOF },
});

/**
 * Name and mail address. Another address asks for the password and a code, and changes only once the mail sent to it was opened: whoever
 * gets the mails can get the password.
 */
export function BasicsForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation(["profile", "credentials"]);
  const cache = useQueryClient();
  const isNew = ({ user_email }: Values) => user_email.trim() !== profile.user_email;
  const form = useRecordForm<Values>({
    name: "profile",
    call: "auth.updateProfile",
    loaded: valuesOf(profile),
    labels: { name: t("name"), user_email: t("mail"), password: t("password.old"), code: t("password.code") },
    secret: ["password", "code"],
    // The proof is asked for with another address only.
    check: (values) => ({
      password: isNew(values) && values.password === "" ? { code: "required" } : undefined,
      code: isNew(values) && proofOf(values.code) === undefined ? { code: "not_a_proof" } : undefined,
    }),
    save: async ({ version, values }) => {
      const { name, user_email, password } = values;
      const code = proofOf(values.code);
      const proof = isNew(values) && code !== undefined ? { password, code } : {};
      const saved = await client.auth.updateProfile({ name, user_email, version, ...proof });
      cache.setQueryData(profileQuery().queryKey, (old) => (old === undefined ? old : { ...old, ...saved }));
      const pendingEmail = isNew(values) && saved.pending_email;
      notify("success", pendingEmail ? t("form.confirmSent", { mail: saved.pending_email }) : t("form.saved"));
      void cache.invalidateQueries({ queryKey: profileQuery().queryKey });
      return valuesOf(saved);
    },
    newest: async () => valuesOf(await cache.fetchQuery({ ...profileQuery(), staleTime: 0 })),
  });
  const { value, error, onChange, id, label } = form.field("code");
  return (
    <RecordForm form={form}>
      <Card title={t("form.basics")}>
        <div className={styles.form}>
          <TextField {...form.field("name")} autoComplete="name" />
          <TextField
            {...form.field("user_email")}
            help={profile.pending_email ? t("pending", { mail: profile.pending_email }) : t("form.mailHint")}
            autoComplete="email"
            onChange={(user_email) => form.change({ user_email, ...NO_PROOF })}
          />
          {isNew(form.values) ? (
            <>
              <p className={styles.lead}>{t("form.mailProof")}</p>
              <SecretField
                {...required(form.field("password"))}
                name="mail-password"
                autoComplete="current-password"
                show={t("credentials:password.show")}
              />
              <ProofField
                id={id}
                label={label}
                description={t("password.codeHint")}
                value={value}
                error={error}
                onChange={onChange}
              />
            </>
          ) : null}
        </div>
      </Card>
    </RecordForm>
  );
}
