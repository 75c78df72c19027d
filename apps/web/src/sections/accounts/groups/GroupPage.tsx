import { Button } from "@mantine/core";
import { rowAllows } from "@okaeri/domain/permissions/row-actions";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { AccountTable } from "../../../shell/AccountTable.tsx";
import { ActivityButtons } from "../../../shell/ActivityButtons.tsx";
import { KeptFormOffer } from "../../../shell/KeptFormOffer.tsx";
import { useNoRight } from "../../../shell/no-right.ts";
import { EditButton } from "../../../shell/RecordButtons.tsx";
import { RecordForm } from "../../../shell/RecordForm.tsx";
import { RecordPage } from "../../../shell/RecordPage.tsx";
import { notify } from "../../../shell/toasts.tsx";
import { useSide } from "../../../shell/use-may.ts";
import { Card } from "../../../ui/Card.tsx";
import { Cards } from "../../../ui/Cards.tsx";
import { StateTags } from "../../../ui/contract-tags.tsx";
import { Fact } from "../../../ui/fields/Fact.tsx";
import { FieldGrid, WideField } from "../../../ui/fields/FieldGrid.tsx";
import { CountText, DateText } from "../../../ui/values.tsx";
import { companyAccountsQuery } from "../accounts.api.ts";
import { GroupFields, useGroupCrumbs, useGroupEdit } from "./GroupForm.tsx";
import { type AccountGroup, groupChanged, groupQuery } from "./groups.api.ts";
import styles from "./groups.module.css";

/** One group; the same places become fields while it is edited. */
export function GroupPage({ id }: { id: number }) {
  const { t } = useTranslation("fields");
  const record = useSuspenseQuery(groupQuery(id));
  const crumbs = useGroupCrumbs();
  const [editing, setEditing] = useState(false);
  const form = useGroupEdit(id);
  // What was kept when the session ended belongs into the fields.
  const shown = editing || form.changed.length > 0;
  const leave = () => {
    form.discard();
    setEditing(false);
  };
  return (
    <RecordPage
      record={record}
      head={(group) => ({
        title: group.name,
        count: group.company_name,
        state: <StateTags of={{ ...group, contract_state: null }} />,
        crumbs,
        actions: shown ? (
          <Button onClick={leave} disabled={form.saving}>
            {t("record.stopEditing")}
          </Button>
        ) : (
          <GroupActions group={group} onEdit={() => setEditing(true)} />
        ),
      })}
    >
      {(group) =>
        shown ? (
          <RecordForm
            form={form}
            onDiscard={leave}
            onSaved={({ values }) => {
              notify("success", t("record.saved", { name: values.name }));
              setEditing(false);
            }}
          >
            <GroupFields form={form} companyName={group.company_name} />
          </RecordForm>
        ) : (
          <Cards>
            <KeptFormOffer kept={form.kept} />
            <GroupFacts group={group} />
          </Cards>
        )
      }
    </RecordPage>
  );
}

/** The provider makes groups; whoever of it may not reads why. */
function GroupActions({ group, onEdit }: { group: AccountGroup; onEdit: () => void }) {
  const { t } = useTranslation("accountGroups");
  const noRight = useNoRight();
  const { provider } = useSide();
  const whyNot = (action: "edit" | "delete") => (rowAllows(group.page_actions, action) ? undefined : noRight);
  if (!provider) return null;
  return (
    <>
      <ActivityButtons
        record={group}
        whyNot={{ deactivate: whyNot("delete"), activate: whyNot("edit") }}
        means={{ deactivate: t("deactivateLost", { count: group.members.length }) }}
        run={async (act) => groupChanged(await client.accountGroups[act]({ id: group.id }))}
      />
      <EditButton to={onEdit} reason={whyNot("edit")} />
    </>
  );
}

function GroupFacts({ group }: { group: AccountGroup }) {
  const { t } = useTranslation(["accountGroups", "ui"]);
  const { company_id, members } = group;
  const { data: accounts } = useQuery(companyAccountsQuery(company_id));
  const ids = new Set(members.map((member) => member.id));
  return (
    <>
      <Card title={t("section.basics")}>
        <FieldGrid>
          <Fact label={t("field.company")}>{group.company_name}</Fact>
          <Fact label={t("field.updated")}>
            <DateText value={group.updated_at} withTime />
          </Fact>
          <WideField>
            <Fact label={t("field.description")}>
              <span className={styles.block}>{group.description || t("ui:none")}</span>
            </Fact>
          </WideField>
        </FieldGrid>
      </Card>
      <Card title={t("section.membersOf")} note={<CountText value={members.length} unit="items" />} flush>
        <AccountTable
          caption={t("section.membersOf")}
          // For their hierarchy; until it is there they stand in their order.
          accounts={accounts?.filter(({ id }) => ids.has(id)) ?? members.map((member) => ({ ...member, depth: 0 }))}
          path={({ id }) => `/accounts/${id}`}
          empty={null}
        />
      </Card>
    </>
  );
}
