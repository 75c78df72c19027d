import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { AppLink } from "../../../shell/AppLink.tsx";
import { notify } from "../../../shell/toasts.tsx";
import { UnsavedGuard } from "../../../shell/UnsavedGuard.tsx";
import { Card } from "../../../ui/Card.tsx";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { SaveBar } from "../../../ui/SaveBar.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { DateText } from "../../../ui/values.tsx";
import { companyAccountsQuery } from "../accounts.api.ts";
import { Fact } from "../settings/fields.tsx";
import { GroupFields, useGroupForm } from "./GroupForm.tsx";
import { type AccountGroup, groupChanged, groupQuery } from "./groups.api.ts";
import styles from "./groups.module.css";
import { crumbs } from "./NewGroupPage.tsx";

/** One group; the same places become fields while it is edited. */
export function GroupPage({ id }: { id: number }) {
  const query = useQuery(groupQuery(id));
  if (query.data === undefined) {
    return query.isError ? (
      <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
    ) : (
      <span className={styles.waiting} />
    );
  }
  return <Group key={id} group={query.data} />;
}

function Group({ group }: { group: AccountGroup }) {
  const { t } = useTranslation("accountGroups");
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState(false);
  const form = useGroupForm(group, null, (saved) => {
    notify("success", t("saved", { name: saved.name }));
    setEditing(false);
  });
  // What was kept when the session ended belongs into the fields.
  const shown = editing || form.changed.length > 0;
  const mayEdit = group.page_actions.includes("edit");
  const mayDelete = group.page_actions.includes("delete") && group.active_status === "active";
  const setActive = async (active: boolean) => {
    try {
      const { id } = group;
      const saved = await (active ? client.accountGroups.activate({ id }) : client.accountGroups.deactivate({ id }));
      await groupChanged(saved);
      notify("success", t(active ? "activated" : "deactivated", { name: saved.name }));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  const leave = () => {
    form.discard();
    setEditing(false);
  };
  return (
    <>
      <PageHeader
        title={group.name}
        count={group.company_name}
        state={
          <Tag kind={group.active_status === "active" ? "success" : "neutral"}>
            {t(`status.${group.active_status}`)}
          </Tag>
        }
        crumbs={crumbs}
        actions={
          shown ? (
            <Button onClick={leave} disabled={form.saving}>
              {t("stopEditing")}
            </Button>
          ) : (
            <>
              {mayDelete ? (
                <Button color="danger" onClick={() => setAsking(true)}>
                  {t("deactivate")}
                </Button>
              ) : null}
              {mayEdit && group.active_status === "inactive" ? (
                <Button onClick={() => void setActive(true)}>{t("activate")}</Button>
              ) : null}
              {mayEdit ? (
                <Button
                  variant="filled"
                  leftSection={<IconPencil size={16} aria-hidden />}
                  onClick={() => setEditing(true)}
                >
                  {t("edit")}
                </Button>
              ) : null}
            </>
          )
        }
      />
      {shown ? (
        <GroupFields form={form} companyName={group.company_name} onSubmit={() => void form.save()} />
      ) : (
        <Reading group={group} />
      )}
      <SaveBar changes={form.changes} saving={form.saving} onSave={() => void form.save()} onDiscard={leave} />
      <UnsavedGuard isDirty={form.isDirty} changes={form.changes} />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("deactivateTitle", { name: group.name })}
        confirm={t("deactivate")}
        danger
        onConfirm={() => setActive(false)}
      >
        {t("deactivateLost", { n: formatNumber(group.members.length) })}
      </ConfirmDialog>
    </>
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
