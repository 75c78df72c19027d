import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { RecordForm } from "../../../shell/RecordForm.tsx";
import { notify } from "../../../shell/toasts.tsx";
import { useEditForm } from "../../../shell/use-edit-form.ts";
import type { Loaded } from "../../../shell/use-record-form.ts";
import { Card } from "../../../ui/Card.tsx";
import { FieldGrid } from "../../../ui/fields/FieldGrid.tsx";
import { FigureField } from "../../../ui/fields/FigureField.tsx";
import type { Figure } from "../../../ui/fields/field-props.ts";
import { OwnerNotice, WhenLoaded } from "./notices.tsx";
import { type MembersAnswer, membersQuery } from "./settings.api.ts";
import styles from "./settings.module.css";

type Settings = Omit<MembersAnswer, "owner" | "version">;
type Values = { [Field in keyof Settings]: Settings[Field] extends number ? Figure : Settings[Field] };

/** What holds for all members of a programme: how much of a price points may pay. */
export function MembersTab({ id }: { id: number }) {
  const query = useQuery(membersQuery(id));
  return <WhenLoaded query={query}>{(answer) => <MembersForm key={id} id={id} answer={answer} />}</WhenLoaded>;
}

function MembersForm({ id, answer }: { id: number; answer: MembersAnswer }) {
  const { t } = useTranslation("accountSettings");
  const form = useEditForm<Values, MembersAnswer>({
    name: `accounts/${id}/members`,
    call: "accountSettings.updateMembers",
    editable: answer.owner.editable,
    labels: { point_share_percent: t("members.label.point_share_percent") },
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
        </Card>
      </RecordForm>
    </>
  );
}

function valuesOf({ owner: _owner, version, ...values }: MembersAnswer): Loaded<Values> {
  return { version, values };
}
