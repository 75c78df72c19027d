import { Button } from "@mantine/core";
import { IconPlayerPlay, IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, client } from "../../../../api/client.ts";
import { queryClient } from "../../../../api/query-client.ts";
import { useGo } from "../../../../shell/navigation.ts";
import { notify } from "../../../../shell/toasts.tsx";
import { useMay } from "../../../../shell/use-may.ts";
import { ConfirmDialog } from "../../../../ui/Dialog.tsx";
import { formatDateTime } from "../../../../ui/format.ts";
import { reachOf } from "../../audience-question.ts";
import { campaignQuery, type Review, reviewQuery } from "../../campaigns.api.ts";
import { useEditor } from "../editor-context.ts";
import { useAudience } from "../use-audience.ts";
import { reachWords } from "./reach-words.ts";
import { worthWords } from "./worth-words.ts";

/** 確認して配信する: opens what is to be looked over; there it sets the campaign going after naming how many people it reaches. */
export function LaunchButton() {
  const { t } = useTranslation(["campaigns", "ui"]);
  const go = useGo();
  const may = useMay("campaigns/edit");
  const { draft, record, card, open, missing, focusOn, save, refuse } = useEditor();
  const { query, done, busy: counting } = useAudience(draft);
  const [asking, setAsking] = useState(false);
  const review = useQuery({ ...reviewQuery(record.id, record.version), enabled: may && card === "sure" });
  const always = draft.type === "basic";
  // A stopped send goes on from its own page; launching again would start a second one.
  const stopped = record.status === "stopped" ? record : undefined;
  if (!may) return null;
  if (stopped) {
    return (
      <Button variant="filled" onClick={() => void go(`/campaigns/${stopped.id}`)}>
        {t("launch.fromPage")}
      </Button>
    );
  }
  const reach = query.data && reachOf(done, query.data);
  const reached = reach?.people;
  const launch = async () => {
    const saved = await save();
    if (saved === undefined) return;
    try {
      const started = await client.campaigns.activate({ id: saved.id, version: saved.version });
      queryClient.setQueryData(campaignQuery(saved.id).queryKey, started);
      void queryClient.invalidateQueries({ queryKey: api.campaigns.list.key() });
      notify("success", t(always ? "launch.activated" : "launch.started"));
      void go(`/campaigns/${saved.id}`, {}, { replace: true });
    } catch (error) {
      await refuse(error);
    }
  };
  const nobody = !always && reached === 0;
  const [first] = missing;
  const looksOver = card === "sure";
  const press = () => {
    if (!looksOver) open("sure");
    else if (first) focusOn(first.path);
    else setAsking(true);
  };
  return (
    <>
      <Button
        variant="filled"
        disabled={looksOver && !first && (nobody || reached === undefined || counting)}
        leftSection={always ? <IconPlayerPlay size={16} aria-hidden /> : <IconSend size={16} aria-hidden />}
        onClick={press}
      >
        {t(always ? "launch.lookOverBasic" : "launch.lookOver")}
      </Button>
      {nobody && !first ? <span role="status">{t("launch.nobody")}</span> : null}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t(always ? "launch.activateTitle" : "launch.sendTitle", { count: reached ?? 0 })}
        confirm={t(always ? "launch.activate" : "launch.sendTo", { count: reached ?? 0 })}
        onConfirm={launch}
      >
        <p>{t(always ? "launch.activateText" : "launch.sendText", { name: draft.name, count: reached ?? 0 })}</p>
        {always || reach === undefined ? null : (
          <ul>
            {(review.data ? worthWords(review.data, t) : reachWords(reach, t)).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
        {always || !review.data ? null : <Holds holds={review.data.holds} />}
        {always ? null : <p>{t("launch.sendWarning")}</p>}
      </ConfirmDialog>
    </>
  );
}

/** What stands between the button and the guests, said before it is pressed. */
function Holds({ holds }: Pick<Review, "holds">) {
  const { t } = useTranslation("campaigns");
  const { approval, grace_seconds: grace, quiet_until: quiet } = holds;
  return (
    <>
      {approval ? <p>{t("letter.approval")}</p> : null}
      {grace === null ? null : <p>{t("letter.grace", { count: grace })}</p>}
      {quiet === null ? null : <p>{t("letter.quiet", { at: formatDateTime(quiet) })}</p>}
    </>
  );
}
