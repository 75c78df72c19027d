import { FEED_CHANNELS } from "@okaeri/domain/enumerations";
import { useTranslation } from "react-i18next";
import type { RecordFormState } from "../../../parts/records/use-record-form.ts";
import { ChoiceField } from "../../../ui/fields/ChoiceField.tsx";
import { RowsField } from "../../../ui/fields/RowsField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import type { CodeEdit } from "./code-lists.ts";

/** What the systems that feed reservations call this code. */
export function LinkageRows<V extends Pick<CodeEdit, "linkages">>({ form }: { form: RecordFormState<V> }) {
  const { t } = useTranslation("accountSettings");
  const feeds = FEED_CHANNELS.map((value) => ({ value, label: t(`feed.${value}`) }));
  return (
    <RowsField
      {...form.field("linkages", t("codes.linkages"))}
      value={form.values.linkages}
      compact
      help={t("codes.linkagesHelp")}
      nameOf={(row) => row.external_code}
      make={() => ({ feed_channel: FEED_CHANNELS[0], external_code: "" })}
      first="external_code"
      add={t("codes.addLinkage")}
      row={(_row, index) => (
        <>
          <ChoiceField
            {...form.field(`linkages.${index}.feed_channel`, t("codes.feedOf", { n: index + 1 }))}
            as="short"
            hideLabel
            choices={feeds}
          />
          <TextField
            {...form.field(`linkages.${index}.external_code`, t("codes.externalOf", { n: index + 1 }))}
            hideLabel
            placeholder={t("codes.external")}
          />
        </>
      )}
    />
  );
}
