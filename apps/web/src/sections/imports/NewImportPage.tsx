import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { useNoRight } from "../../shell/no-right.ts";
import { UnsavedGuard } from "../../shell/UnsavedGuard.tsx";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Steps } from "../../ui/Steps.tsx";
import { FileStep } from "./FileStep.tsx";
import { importQuery } from "./imports.api.ts";
import { MappingStep } from "./MappingStep.tsx";
import { useUpload } from "./use-upload.ts";

export type NewImportSearch = { import_id?: number | undefined };

/** Facility and file, then which column is what. The import's id is in the URL, so that a reload goes on where it was. */
export function NewImportPage({ search }: { search: NewImportSearch }) {
  const { t } = useTranslation("imports");
  const noRight = useNoRight();
  const go = useGo();
  const mayImport = useMay("customers/create");
  const id = search.import_id;
  const upload = useUpload((declared) => void go("/customers/imports/new", { import_id: declared }, { replace: true }));
  const batch = useQuery({ ...importQuery(id ?? 0), enabled: id !== undefined });
  const known = id === undefined ? undefined : batch.data;
  const busy = upload.state.kind === "sending";
  const started = known !== undefined && known.state !== "uploading" && known.state !== "uploaded";
  useEffect(() => {
    // What has been started is shown on its own page.
    if (started) void go(`/customers/imports/${known.id}`, {}, { replace: true });
  });

  const startOver = async () => {
    // The file that is left behind must not wait for ever in the list; one that was refused has ended by itself.
    if (id !== undefined) await client.imports.cancel({ id }).catch(() => undefined);
    await go("/customers/imports/new");
  };
  const step = known?.state === "uploaded" && !busy ? "mapping" : "file";
  return (
    <>
      <PageHeader
        title={t("new.title")}
        crumbs={[
          <AppLink key="customers" to="/customers">
            {t("customers")}
          </AppLink>,
          <AppLink key="imports" to="/customers/imports">
            {t("title")}
          </AppLink>,
        ]}
      />
      {mayImport ? (
        <Steps
          steps={(["file", "mapping", "run"] as const).map((key) => ({ key, label: t(`new.steps.${key}`) }))}
          current={step}
        />
      ) : null}
      <UnsavedGuard isDirty={() => busy} changes={[t("new.leaving")]} />
      {!mayImport ? (
        <Card>
          <EmptyState
            sentence={noRight}
            action={<Button onClick={() => void go("/customers/imports")}>{t("new.toList")}</Button>}
          />
        </Card>
      ) : batch.isError && known === undefined && !busy ? (
        <Card>
          <ErrorState message={batch.error.message} onRetry={() => void batch.refetch()} />
        </Card>
      ) : known !== undefined && step === "mapping" ? (
        <MappingStep key={known.id} batch={known} onStartOver={() => void startOver()} />
      ) : started || (id !== undefined && known === undefined && !busy) ? null : (
        <FileStep upload={upload} batch={known} onStartOver={() => void startOver()} />
      )}
    </>
  );
}
