import {
  CHECK_DIGITS,
  lastNumber,
  MEMBER_NUMBER_DIGITS,
  MEMBER_NUMBER_ISSUES,
  type MemberNumberForm,
  memberNumber,
} from "@okaeri/domain/customers/member-number";
import { normaliseTyped } from "@okaeri/domain/typed-text";
import { useTranslation } from "react-i18next";
import type { RecordFormState } from "../../../parts/records/use-record-form.ts";
import { Card } from "../../../ui/Card.tsx";
import { ChoiceField } from "../../../ui/fields/ChoiceField.tsx";
import { Fact } from "../../../ui/fields/Fact.tsx";
import { FieldGrid } from "../../../ui/fields/FieldGrid.tsx";
import { FigureField } from "../../../ui/fields/FigureField.tsx";
import type { FigureInput } from "../../../ui/fields/field-props.ts";
import { TextField } from "../../../ui/fields/TextField.tsx";
import type { MembersAnswer } from "./settings.api.ts";
import styles from "./settings.module.css";

export type MembersValues = {
  point_share_percent: FigureInput;
  /** Null: no grant needs an approval. */
  point_approval_above: FigureInput | null;
  member_number_issue: MembersAnswer["member_number_issue"];
  member_number_prefix: string;
  member_number_digits: FigureInput;
  member_number_check: MembersAnswer["member_number_check"];
};

type MemberNumberFieldsProps = { form: RecordFormState<MembersValues>; numbering: MembersAnswer["numbering"] };

/** Whether guests are given numbers, and of which form, with the next one as an example. */
export function MemberNumberFields({ form, numbering }: MemberNumberFieldsProps) {
  const { t } = useTranslation("accountSettings");
  const { values } = form;
  const isOn = values.member_number_issue === "registration";
  const digits = typeof values.member_number_digits === "number" ? values.member_number_digits : Number.NaN;
  const holds = digits >= MEMBER_NUMBER_DIGITS.min && digits <= MEMBER_NUMBER_DIGITS.max;
  const left = holds ? Math.max(0, lastNumber(digits) - numbering.next_number + 1) : 0;
  const numberForm: MemberNumberForm = {
    prefix: normaliseTyped(values.member_number_prefix, "member_prefix"),
    digits,
    check: values.member_number_check,
  };
  return (
    <Card title={t("members.numbers")}>
      <p className={styles.lead}>{t("members.numbersLead")}</p>
      <FieldGrid>
        <ChoiceField
          {...form.field("member_number_issue")}
          as="open"
          choices={MEMBER_NUMBER_ISSUES.map((value) => ({
            value,
            label: t(`members.issue.${value}`),
            note: t(`members.issueNote.${value}`),
          }))}
        />
        {isOn ? (
          <>
            <TextField {...form.field("member_number_prefix")} help={t("members.help.member_number_prefix")} />
            <FigureField
              {...form.field("member_number_digits")}
              unit="digits"
              help={t("members.help.member_number_digits")}
            />
            <ChoiceField
              {...form.field("member_number_check")}
              as="open"
              choices={CHECK_DIGITS.map((value) => ({
                value,
                label: t(`members.check.${value}`),
                note: t(`members.checkNote.${value}`),
              }))}
            />
            {holds ? (
              <Fact label={t("members.example")} help={t("members.left", { count: left })}>
                {left > 0 ? memberNumber(numberForm, numbering.next_number) : t("members.usedUp")}
              </Fact>
            ) : null}
          </>
        ) : null}
      </FieldGrid>
      {isOn && holds && left < Math.max(1_000, numbering.without) ? (
        <p className={styles.warning}>{t("members.leftFew", { count: left })}</p>
      ) : null}
      {isOn && numbering.similar ? <p className={styles.warning}>{t("members.similar")}</p> : null}
    </Card>
  );
}
