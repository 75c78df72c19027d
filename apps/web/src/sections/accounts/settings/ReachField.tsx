import { KEY_REACHES, type KeyReach } from "@okaeri/domain/accounts/partner-scopes";
import { useTranslation } from "react-i18next";
import { ChoiceField } from "../../../ui/fields/ChoiceField.tsx";
import type { FieldProps } from "../../../ui/fields/field-props.ts";

/** Whom a booking engine may ask about with its key. */
export function ReachField(field: FieldProps<KeyReach>) {
  const { t } = useTranslation("accountSettings");
  return (
    <ChoiceField
      {...field}
      as="open"
      choices={KEY_REACHES.map((value) => ({
        value,
        label: t(`keys.reaches.${value}`),
        note: t(`keys.reachHelp.${value}`),
      }))}
    />
  );
}
