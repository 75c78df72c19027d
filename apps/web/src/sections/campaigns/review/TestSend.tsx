import { Button, MultiSelect } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { notify } from "../../../shell/toasts.tsx";
import { useMay } from "../../../shell/use-may.ts";
import { formatDateTime } from "../../../ui/format.ts";
import { variantKeysOf } from "../actions/mail/mail-draft.ts";
import { type MessageTest, testRecipientsQuery, testsQuery } from "../campaigns.api.ts";
import { useEditor } from "../editor/editor-context.ts";
import text from "../text.module.css";
import { nearestVariantKey } from "../variants/variant-key.ts";
import styles from "./PreviewPane.module.css";

const MOST = 5;

/** 自分にテスト送信: the message as it is saved, for the guest who is looked at; what becomes of it is said below. */
export function TestSend({ segment, action, guest }: { segment: number; action: number; guest: number | null }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const may = useMay("campaigns/edit");
  const { record, save, variantKeyOf } = useEditor();
  const [colleagues, setColleagues] = useState<string[]>([]);
  const [sending, setSending] = useState(false);
  const people = useQuery(testRecipientsQuery(may));
  const tests = useQuery(testsQuery(record.id));
  if (!may) return null;
  const send = async () => {
    setSending(true);
    try {
      const saved = await save();
      const ordered = saved?.segments.toSorted((a, b) => a.priority_seq - b.priority_seq)[segment];
      const tried = ordered?.actions.toSorted((a, b) => a.seq - b.seq)[action];
      const actionId = tried?.id ?? null;
      if (saved === undefined || tried === undefined || actionId === null) return;
      const me = people.data?.items.find(({ is_me }) => is_me)?.user_id;
      const to = colleagues.length === 0 || me === undefined ? null : [me, ...colleagues.map(Number)];
      const variant = nearestVariantKey(variantKeysOf([tried]), variantKeyOf(tried.type))?.variant ?? null;
      await client.campaigns.testSend({ id: saved.id, action_id: actionId, variant, customer_id: guest, to });
      await queryClient.refetchQueries({ queryKey: testsQuery(saved.id).queryKey });
    } catch (error) {
      const { fields, message } = toAppError(error);
      notify("error", Object.values(fields)[0] ?? message);
    } finally {
      setSending(false);
    }
  };
  const others = (people.data?.items ?? []).filter(({ is_me }) => !is_me);
  const shown = tests.data?.items ?? [];
  return (
    <div className={styles.trial}>
      <Button fullWidth leftSection={<IconSend size={16} aria-hidden />} loading={sending} onClick={() => void send()}>
        {colleagues.length === 0 ? t("trial.send") : t("trial.sendMore", { count: colleagues.length })}
      </Button>
      {others.length > 0 ? (
        <MultiSelect
          label={t("trial.colleagues")}
          placeholder={colleagues.length < MOST ? t("trial.colleaguesHint") : ""}
          data={others.map(({ user_id, name }) => ({ value: String(user_id), label: name }))}
          value={colleagues}
          onChange={setColleagues}
          maxValues={MOST}
          searchable
          clearable
        />
      ) : null}
      <p className={text.quiet}>{t("trial.note")}</p>
      {shown.length > 0 ? (
        <ul className={styles.trials} aria-label={t("trial.states")} aria-live="polite">
          {shown.slice(0, MOST + 1).map((one) => (
            <li key={one.id} data-state={one.push_status}>
              <TestState test={one} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** What one does about it. */
const NEXT = { invalid_email: "trial.checkAddress", other: "trial.tryAgain" } as const;

function TestState({ test }: { test: MessageTest }) {
  const { t } = useTranslation("campaigns");
  const { name, push_status, failure_reason, message, push_sent_time } = test;
  if (push_status === "done") return t("trial.done", { name, at: formatDateTime(push_sent_time ?? "") });
  if (failure_reason !== null)
    return t("trial.failure", { name, message: message ?? "", next: t(NEXT[failure_reason]) });
  return message === null ? t("trial.sending", { name }) : t("trial.waiting", { name, message });
}
