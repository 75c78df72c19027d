import { Button } from "@mantine/core";
import { IconPlayerPlay, IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useGo } from "../../../shell/navigation.ts";
import { notify } from "../../../shell/toasts.tsx";
import { useMay } from "../../../shell/use-may.ts";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import type { T } from "../actions/kind.ts";
import { sendReach } from "../audience/audience-question.ts";
import { useAudience } from "../audience/use-audience.ts";
import { campaignQuery, reviewQuery } from "../campaigns.api.ts";
import { useEditor } from "../editor/editor-context.ts";
import { useStart } from "../schedule/use-when-lines.ts";
import { ConfirmText } from "./ConfirmText.tsx";
import { estimateWords } from "./estimate-words.ts";
import { holdLines } from "./hold-lines.ts";
import { reachWords } from "./reach-words.ts";
import { useItselfLines } from "./use-itself-lines.ts";
import { useUnconfirmedText } from "./use-unconfirmed-text.ts";

const WORDS = {
  stays: {
    lookOver: "launch.lookOverBasic",
    title: "launch.activateTitle",
    text: "launch.activateText",
    confirm: "launch.activate",
    done: "launch.activated",
  },
  hand: {
    lookOver: "launch.lookOver",
    title: "launch.sendTitle",
    text: "launch.sendText",
    confirm: "launch.sendTo",
    done: "launch.started",
  },
  itself: {
    lookOver: "launch.lookOverAuto",
    title: "launch.autoTitle",
    text: "launch.sendText",
    confirm: "launch.startAuto",
    done: "launch.autoStarted",
  },
} as const;

/** 確認して配信する: opens what is to be looked over; there it sets the campaign going after naming how many people it reaches. */
export function LaunchButton() {
  const { t } = useTranslation(["campaigns", "ui"]);
  const go = useGo();
  const may = useMay("campaigns/edit");
  const { draft, record, card, open, missing, focusOn, save, refuse } = useEditor();
  const { query, done, busy: counting } = useAudience(draft);
  const [asking, setAsking] = useState(false);
  const review = useQuery({ ...reviewQuery(record.id, record.version), enabled: may && card === "review" });
  const start = useStart();
  const itself = useItselfLines();
  const unconfirmed = useUnconfirmedText();
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
  const reach = query.data && sendReach(done, query.data);
  const reached = reach?.people;
  const launch = async () => {
    const saved = await save();
    if (saved === undefined) return;
    try {
      const started = await client.campaigns.activate({ id: saved.id, version: saved.version });
      queryClient.setQueryData(campaignQuery(saved.id).queryKey, started);
      void queryClient.invalidateQueries({ queryKey: api.campaigns.list.key() });
      notify("success", t(WORDS[start].done));
      void go(`/campaigns/${saved.id}`, {}, { replace: true });
    } catch (error) {
      await refuse(error);
    }
  };
  const nobody = start === "hand" && reached === 0;
  const of = { name: draft.name, count: reached ?? 0 };
  // Whom a trigger meets is not the guests of today.
  const perRun = start === "hand" || (start === "itself" && draft.when.by === "schedule");
  const estimates = review.data ? estimateWords(review.data, t) : reach ? reachWords(reach, t) : [];
  const [first] = missing;
  const looksOver = card === "review";
  const press = () => {
    if (!looksOver) open("review");
    else if (first) focusOn(first.path);
    else setAsking(true);
  };
  return (
    <>
      <Button
        variant="filled"
        disabled={looksOver && !first && start !== "itself" && (nobody || reached === undefined || counting)}
        leftSection={start === "hand" ? <IconSend size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
        onClick={press}
      >
        {t(WORDS[start].lookOver)}
      </Button>
      {nobody && !first ? <span role="status">{t("launch.nobody")}</span> : null}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t(WORDS[start].title, of)}
        confirm={t(WORDS[start].confirm, of)}
        size={record.preset_text ? "lg" : "sm"}
        ready={unconfirmed === undefined}
        onConfirm={launch}
      >
        <ConfirmText onLeave={() => setAsking(false)} />
        {(start === "itself" ? itself : [t(WORDS[start].text, of)]).map((line) => (
          <p key={line}>{line}</p>
        ))}
        {perRun && estimates.length > 0 ? (
          <ul>
            {estimates.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        ) : null}
        {review.data ? holdLines(t as T, review.data, start).map((line) => <p key={line}>{line}</p>) : null}
        {start === "stays" ? null : <p>{t(start === "itself" ? "launch.autoWarning" : "launch.sendWarning")}</p>}
      </ConfirmDialog>
    </>
  );
}
