import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { KeptFormOffer } from "../../shell/KeptFormOffer.tsx";
import { UnsavedGuard } from "../../shell/UnsavedGuard.tsx";
import type { RecordForm } from "../../shell/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { Refusal } from "../../ui/Refusal.tsx";

export type ClientValues = { name: string };

type ClientFormProps = { form: RecordForm<ClientValues>; onSubmit: () => void; children?: ReactNode };

/** The fields of a client, new or known. */
export function ClientForm({ form, onSubmit, children }: ClientFormProps) {
  const { t } = useTranslation("clients");
  return (
    <>
      <KeptFormOffer kept={form.kept} />
      <Refusal
        attempts={form.attempts}
        failure={form.failure}
        errors={form.told}
        stale={{ note: t("form.staleKept"), action: t("form.stale"), onLoad: () => void form.loadNewest() }}
      />
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
