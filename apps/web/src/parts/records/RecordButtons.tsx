import { Button } from "@mantine/core";
import type { SectionAction } from "@okaeri/domain/permissions/actions";
import { IconPencil, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type SearchParams, useGo } from "../../shell/navigation.ts";
import { useNoRight } from "../../shell/no-right.ts";
import { useMay } from "../../shell/use-may.ts";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";

/** How a list leads to a new record. */
export type Creating = {
  to: string;
  search?: SearchParams;
  /** Asked for; who does not hold it reads so. */
  action: SectionAction;
  label: string;
  icon?: ReactNode;
};

/** Leads to a new record of a list; `plain`: beside or in place of the rows, for whoever may. */
export function CreateButton({ to, search, action, label, icon, plain = false }: Creating & { plain?: boolean }) {
  const go = useGo();
  const noRight = useNoRight();
  const may = useMay(action);
  if (plain) return may ? <Button onClick={() => void go(to, search)}>{label}</Button> : null;
  return (
    <ReasonedButton
      variant="filled"
      leftSection={icon ?? <IconPlus size={16} aria-hidden />}
      reason={may ? undefined : noRight}
      onClick={() => void go(to, search)}
    >
      {label}
    </ReasonedButton>
  );
}

type EditButtonProps = {
  /** The address of its edit mode, or what opens it in place. */
  to: string | (() => void);
  /** Why it may not be changed, in words; undefined = it may. */
  reason?: string | undefined;
};

/** Leads to a record's edit mode. */
export function EditButton({ to, reason }: EditButtonProps) {
  const { t } = useTranslation("fields");
  const go = useGo();
  return (
    <ReasonedButton
      variant="filled"
      leftSection={<IconPencil size={16} aria-hidden />}
      reason={reason}
      onClick={() => (typeof to === "string" ? void go(to) : to())}
    >
      {t("record.edit")}
    </ReasonedButton>
  );
}

/** Leads from a record's edit mode back to what is shown of it. */
export function StopEditing({ to }: { to: string }) {
  const { t } = useTranslation("fields");
  const go = useGo();
  return <Button onClick={() => void go(to)}>{t("record.stopEditing")}</Button>;
}
