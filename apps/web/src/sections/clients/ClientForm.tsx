import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RecordFormTop } from "../../shell/RecordFormTop.tsx";
import { UnsavedGuard } from "../../shell/UnsavedGuard.tsx";
import type { RecordForm } from "../../shell/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";

export type ClientValues = { name: string };

type ClientFormProps = { form: RecordForm<ClientValues>; onSubmit: () => void; children?: ReactNode };

/** The fields of a client, new or known. */
export function ClientForm({ form, onSubmit, children }: ClientFormProps) {
  const { t } = useTranslation("clients");
  return (
    <>
      <RecordFormTop form={form} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Card title={t("facts.title")}>
          <TextInput
            id={form.idOf("name")}
            label={t("form.name")}
            description={t("form.nameHint")}
            value={form.values.name}
            maxLength={120}
            maw={520}
            error={form.errors.name}
            autoComplete="off"
            data-autofocus
            onChange={(event) => form.change({ name: event.currentTarget.value })}
          />
        </Card>
        {children ?? <button type="submit" hidden />}
      </form>
      <UnsavedGuard isDirty={form.isDirty} changes={form.changes} />
    </>
  );
}
