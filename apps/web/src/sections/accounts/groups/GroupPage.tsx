import { Button } from "@mantine/core";
import { rowAllows } from "@okaeri/domain/permissions/row-actions";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { StateTags } from "../../../parts/accounts/contract-tags.tsx";
import { UnsavedDraftOffer } from "../../../parts/edited-document/UnsavedDraftOffer.tsx";
import { ActivityButtons } from "../../../parts/records/ActivityButtons.tsx";
import { EditButton } from "../../../parts/records/RecordButtons.tsx";
import { RecordForm } from "../../../parts/records/RecordForm.tsx";
import { RecordPage } from "../../../parts/records/RecordPage.tsx";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useNoRight } from "../../../shell/no-right.ts";
import { useSide } from "../../../shell/use-may.ts";
import { GroupFields, useGroupEdit } from "./GroupForm.tsx";
import { type AccountGroup, groupChanged, groupQuery } from "./groups.api.ts";

/** One group; the same places become fields while it is edited. */
export function GroupPage({ id }: { id: number }) {
  const { t } = useTranslation(["fields", "accountGroups"]);
  const record = useSuspenseQuery(groupQuery(id));
  const [editing, setEditing] = useState(false);
  const form = useGroupEdit(id, editing);
  const leave = () => {
    form.discard();
    setEditing(false);
  };
  const edit = () => setEditing(true);
  return (
    <RecordPage
      record={record}
      head={(group) => ({
        title: group.name,
        count: group.company_name,
        state: <StateTags of={{ ...group, contract_state: null }} />,
        crumbs: <AppLink to="/accounts/groups">{t("accountGroups:title")}</AppLink>,
        actions: editing ? (
          <Button onClick={leave} disabled={form.saving}>
            {t("record.stopEditing")}
          </Button>
        ) : (
          <GroupActions group={group} onEdit={edit} />
        ),
      })}
      // What was kept when the session ended is offered before anybody edits.
      above={() => (editing ? null : <UnsavedDraftOffer unsavedDraft={form.unsavedDraft} onRestore={edit} />)}
    >
      {(group) => (
        <RecordForm form={form} onDiscard={leave} onSaved={() => setEditing(false)} leaveTo={`/accounts/groups/${id}`}>
          <GroupFields form={form} group={group} />
        </RecordForm>
      )}
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
