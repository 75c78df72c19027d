import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { ActivityButtons } from "../../../shell/ActivityButtons.tsx";
import { AppLink } from "../../../shell/AppLink.tsx";
import { KeptFormOffer } from "../../../shell/KeptFormOffer.tsx";
import { RecordForm } from "../../../shell/RecordForm.tsx";
import { RecordPage } from "../../../shell/RecordPage.tsx";
import { notify } from "../../../shell/toasts.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Fact } from "../../../ui/fields/Fact.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { Tag } from "../../../ui/Tag.tsx";
import { DateText } from "../../../ui/values.tsx";
import { companyAccountsQuery } from "../accounts.api.ts";
import { GroupFields, useGroupForm } from "./GroupForm.tsx";
import { type AccountGroup, groupChanged, groupQuery } from "./groups.api.ts";
import styles from "./groups.module.css";
import { crumbs } from "./NewGroupPage.tsx";

/** One group; the same places become fields while it is edited. */
export function GroupPage({ id }: { id: number }) {
  const record = useQuery(groupQuery(id));
  if (record.data !== undefined) return <Group key={id} group={record.data} />;
  return (
    <RecordPage record={record} head={({ name }) => ({ title: name })}>
      {null}
    </RecordPage>
  );
}

function Group({ group }: { group: AccountGroup }) {
  const { t } = useTranslation(["accountGroups", "fields", "ui"]);
  const [editing, setEditing] = useState(false);
  const form = useGroupForm(group, null, (saved) => {
    notify("success", t("fields:record.saved", { name: saved.name }));
    setEditing(false);
  });
  // What was kept when the session ended belongs into the fields.
  const shown = editing || form.changed.length > 0;
  const mayEdit = group.page_actions.includes("edit");
  const leave = () => {
    form.discard();
    setEditing(false);
  };
  return (
    <RecordPage
      record={useQuery(groupQuery(group.id))}
      head={() => ({
        title: group.name,
        count: group.company_name,
        state: (
          <Tag kind={group.active_status === "active" ? "success" : "neutral"}>
            {t(`ui:activeStatus.${group.active_status}`)}
          </Tag>
        ),
        crumbs,
        actions: shown ? (
          <Button onClick={leave} disabled={form.saving}>
            {t("fields:record.stopEditing")}
          </Button>
        ) : (
          <>
            {group.page_actions.includes(group.active_status === "active" ? "delete" : "edit") ? (
              <ActivityButtons
                record={group}
                whyNot={{}}
                means={{ deactivate: t("deactivateLost", { count: group.members.length }) }}
                run={async (act) => groupChanged(await client.accountGroups[act]({ id: group.id }))}
              />
            ) : null}
            {mayEdit ? (
              <Button
                variant="filled"
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                {t("fields:record.edit")}
              </Button>
            ) : null}
          </>
        ),
      })}
    >
      {shown ? (
        <RecordForm form={form} onDiscard={leave}>
          <GroupFields form={form} companyName={group.company_name} />
        </RecordForm>
      ) : (
        <>
          <KeptFormOffer kept={form.kept} />
          <Reading group={group} />
        </>
      )}
    </RecordPage>
  );
}

function Reading({ group }: { group: AccountGroup }) {
  const { t } = useTranslation(["accountGroups", "ui"]);
  // For the hierarchy only: without it the members still stand in their order.
  const { data: accounts } = useQuery(companyAccountsQuery(group.company_id));
  const depth = new Map(accounts?.map((account) => [account.id, account.depth]));
  const place = new Map(accounts?.map((account, index) => [account.id, index]));
  const depthOf = (id: number) => Math.min(depth.get(id) ?? 0, 6);
  // Indented from the topmost member on: what lies above it is not in the group.
  const top = Math.min(...group.members.map((member) => depthOf(member.id)));
  const members = group.members.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  return (
    <div className={styles.form}>
      <Card title={t("section.basics")}>
        <div className={styles.fields}>
          <Fact label={t("field.company")}>{group.company_name}</Fact>
          <Fact label={t("field.updated")}>
            <DateText value={group.updated_at} withTime />
          </Fact>
          <div className={styles.wide}>
            <Fact label={t("field.description")}>
              <span className={styles.block}>{group.description || t("ui:none")}</span>
            </Fact>
          </div>
        </div>
      </Card>
      <Card title={t("section.membersOf")} note={t("members.count", { n: formatNumber(members.length) })} flush>
        <ul className={styles.list} aria-label={t("section.membersOf")}>
          {members.map((member) => (
            <li key={member.id} style={{ paddingInlineStart: `${16 + (depthOf(member.id) - top) * 24}px` }}>
              <AppLink to={`/accounts/${member.id}`}>{member.name}</AppLink>
              <small>{member.code}</small>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
