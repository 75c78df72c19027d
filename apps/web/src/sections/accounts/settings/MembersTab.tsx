import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { RecordForm } from "../../../parts/records/RecordForm.tsx";
import { useEditForm } from "../../../parts/records/use-edit-form.ts";
import type { RecordFormState as FormOf, Loaded } from "../../../parts/records/use-record-form.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Fact } from "../../../ui/fields/Fact.tsx";
import { FieldGrid } from "../../../ui/fields/FieldGrid.tsx";
import { FigureField } from "../../../ui/fields/FigureField.tsx";
import { required } from "../../../ui/fields/field-props.ts";
import { SwitchField } from "../../../ui/fields/SwitchField.tsx";
import { MemberNumberFields, type MembersValues as Values } from "./MemberNumberFields.tsx";
import { NumberGuests } from "./NumberGuests.tsx";
import { OwnerNotice, WhenLoaded } from "./notices.tsx";
import sender from "./sender.module.css";
import { type MembersAnswer, membersQuery } from "./settings.api.ts";
import styles from "./settings.module.css";

type Settings = Omit<MembersAnswer, "owner" | "version" | "numbering">;

/** What holds for all members of a programme: how much of a price points may pay, and the numbers that guests without one are given. */
export function MembersTab({ id }: { id: number }) {
  const query = useQuery(membersQuery(id));
  return (
    <WhenLoaded query={query}>
      {(answer) => (
        <Stack gap="md">
          <MembersForm key={id} id={id} answer={answer} />
          {answer.owner.editable ? <NumberGuests id={id} answer={answer} at={query.dataUpdatedAt} /> : null}
        </Stack>
      )}
    </WhenLoaded>
  );
}

const FIELDS = [
  "point_share_percent",
  "point_approval_above",
  "member_number_issue",
  "member_number_prefix",
  "member_number_digits",
  "member_number_check",
] as const satisfies readonly (keyof Settings)[];

function MembersForm({ id, answer }: { id: number; answer: MembersAnswer }) {
  const { t } = useTranslation("accountSettings");
  const form = useEditForm<Values, MembersAnswer>({
    name: `accounts/${id}/members`,
    call: "accountSettings.updateMembers",
    editable: answer.owner.editable,
    labels: Object.fromEntries(FIELDS.map((field) => [field, t(`members.label.${field}`)])) as Record<
      keyof Values,
      string
    >,
    query: membersQuery(id),
    from: valuesOf,
    write: ({ version, values }) => client.accountSettings.updateMembers({ id, version, ...(values as Settings) }),
  });
  return (
    <>
      <OwnerNotice owner={answer.owner} id={id} tab="members" />
      <RecordForm form={form} onSaved={() => notify("success", t("members.saved"))}>
        <Card title={t("members.points")}>
          <p className={styles.lead}>{t("members.pointsLead")}</p>
          <FieldGrid>
            <FigureField
              {...form.field("point_share_percent")}
              unit="percent"
              help={t("members.help.point_share_percent")}
            />
          </FieldGrid>
          <Stack mt="md">
            <ApprovalAbove form={form} />
          </Stack>
        </Card>
        <MemberNumberFields form={form} numbering={answer.numbering} />
      </RecordForm>
    </>
  );
}

/** Above how many points a grant by hand needs a second person; switched off, it never does. */
function ApprovalAbove({ form }: { form: FormOf<Values> }) {
  const { t } = useTranslation("accountSettings");
  const { value, ...field } = form.field("point_approval_above");
  return (
    <fieldset className={sender.group}>
      <legend>{t("members.label.point_approval_above")}</legend>
      <p className={styles.help}>{t("members.help.point_approval_above")}</p>
      {form.editable ? (
        <SwitchField
          id={form.idOf("point_approval_above_on")}
          label={t("members.help.point_approval_switch")}
          value={value !== null}
          onChange={(on) => form.change({ point_approval_above: on ? 5_000 : null })}
        />
      ) : null}
      {value !== null ? (
        <FigureField {...required({ ...field, value })} unit="points" />
      ) : form.editable ? null : (
        <Fact label={t("members.label.point_approval_above")}>{t("sender.off.approval_above_count")}</Fact>
      )}
    </fieldset>
  );
}

function valuesOf({ owner: _owner, numbering: _numbering, version, ...values }: MembersAnswer): Loaded<Values> {
  return { version, values };
}
