import { Button } from "@mantine/core";
import { MOST_TEMPLATE_VERSIONS } from "@okaeri/domain/campaigns/templates/mail-templates";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import { MailView } from "../actions/mail/MailView.tsx";
import { TargetWords } from "../audience/ConditionSummary.tsx";
import { versionQuery, versionsQuery } from "./mail-templates.api.ts";
import { mailOf, pick } from "./template-values.ts";
import styles from "./templates.module.css";
import type { TemplateForm } from "./use-template-form.ts";

type TemplateVersionsProps = { id: number; form: TemplateForm; onClose: () => void };

/** What the template said before each save; one of them is looked at and put back into the form. */
export function TemplateVersions({ id, form, onClose }: TemplateVersionsProps) {
  const { t } = useTranslation("mailTemplates");
  const [shown, setShown] = useState<number>();
  return (
    <Dialog opened onClose={onClose} size="lg" title={t("versions.title")}>
      {shown === undefined ? (
        <VersionList id={id} onShow={setShown} />
      ) : (
        <OneVersion id={id} version={shown} form={form} onBack={() => setShown(undefined)} onDone={onClose} />
      )}
    </Dialog>
  );
}

function VersionList({ id, onShow }: { id: number; onShow: (version: number) => void }) {
  const { t } = useTranslation("mailTemplates");
  const versions = useQuery(versionsQuery(id));
  if (versions.isError) return <ErrorState message={versions.error.message} onRetry={() => void versions.refetch()} />;
  const items = versions.data?.items ?? [];
  if (versions.data !== undefined && items.length === 0) return <p>{t("versions.none")}</p>;
  return (
    <>
      <p>{t("versions.lead", { most: MOST_TEMPLATE_VERSIONS })}</p>
      <ul className={styles.versions}>
        {items.map(({ version, name, at, by }) => (
          <li key={version}>
            <span>
              {t("versions.of", { at: formatDateTime(at) })} {name}
              {by === null ? null : <small> {t("versions.by", { name: by })}</small>}
            </span>
            <Button size="xs" variant="subtle" onClick={() => onShow(version)}>
              {t("versions.show")}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

type OneVersionProps = { id: number; version: number; form: TemplateForm; onBack: () => void; onDone: () => void };

function OneVersion({ id, version, form, onBack, onDone }: OneVersionProps) {
  const { t } = useTranslation("mailTemplates");
  const found = useQuery(versionQuery(id, version));
  if (found.isError) return <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />;
  const document = found.data?.document;
  return (
    <>
      {document === undefined ? null : <MailView mail={mailOf(pick(document))} Conditions={TargetWords} />}
      <div className={styles.acts}>
        <Button onClick={onBack}>{t("versions.back")}</Button>
        {form.editable ? (
          <>
            <Button
              variant="filled"
              disabled={document === undefined}
              onClick={() => {
                if (document === undefined) return;
                form.change(pick(document));
                onDone();
              }}
            >
              {t("versions.putBack")}
            </Button>
            <small>{t("versions.putBackHint")}</small>
          </>
        ) : null}
      </div>
    </>
  );
}
