import { Button } from "@mantine/core";
import {
  IconArrowBackUp,
  IconCopy,
  IconHistory,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconTrash,
} from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { api, client } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { useReach } from "./audience/use-reach.ts";
import { isEditable, isPushOpen } from "./campaign-state.ts";
import { type CampaignDetail, createCampaignCopy, showCampaign } from "./campaigns.api.ts";
import { PayStaysDialog } from "./delivery/PayStaysDialog.tsx";
import { RevokeDialog } from "./delivery/RevokeDialog.tsx";
import { StopDialog } from "./delivery/StopDialog.tsx";
import { amountsOf } from "./delivery/send-words.ts";
import { isAutomatic } from "./schedule/timed.ts";

/** What may be done with the campaign as it stands; stopping a running send has its place beside the progress. */
export function CampaignActions({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const go = useGo();
  const [asking, setAsking] = useState<"delete" | "stop" | "resume" | "pay" | "revoke">();
  const { id, commands, type, name } = campaign;
  const always = type === "basic";
  const rest = campaign.pushes.filter(isPushOpen);
  const close = () => setAsking(undefined);
  const run = (work: () => Promise<unknown>) => async () => {
    try {
      await work();
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  const remove = run(async () => {
    await client.campaigns.remove({ id });
    void queryClient.invalidateQueries({ queryKey: api.campaigns.list.key() });
    notify("success", t("detail.deleted", { name }));
    await go("/campaigns", {}, { replace: true });
  });
  const stop = run(async () => {
    showCampaign(await client.campaigns.stop({ id }));
    notify("success", t("detail.switchedOff"));
  });
  const resume = run(async () => {
    showCampaign(await client.campaigns.resume({ id }));
    notify("success", t(always ? "launch.activated" : automatic ? "runs.resumed" : "launch.resumed"));
  });
  const copy = run(async () => {
    await go(`/campaigns/${await createCampaignCopy(id)}/edit`);
    notify("success", t("detail.copied"));
  });
  const automatic = isAutomatic(campaign);
  const resumable = commands.includes("resume") && (always || automatic || rest.length > 0);
  const editable = isEditable(campaign);
  return (
    <>
      {commands.includes("delete") ? (
        <Button color="danger" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsking("delete")}>
          {t("detail.delete")}
        </Button>
      ) : null}
      {commands.includes("copy") ? (
        <Button
          variant={editable || resumable ? "default" : "filled"}
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {t("detail.copy")}
        </Button>
      ) : null}
      {commands.includes("revoke") ? (
        <Button leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={() => setAsking("revoke")}>
          {t("revoke.open")}
        </Button>
      ) : null}
      {commands.includes("pay_stays") ? (
        <Button leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setAsking("pay")}>
          {t("pay.open")}
        </Button>
      ) : null}
      {(always || automatic) && commands.includes("stop") ? (
        <Button color="danger" leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={() => setAsking("stop")}>
          {t("detail.switchOff")}
        </Button>
      ) : null}
      {editable ? (
        <Button
          variant={resumable ? "default" : "filled"}
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => void go(`/campaigns/${id}/edit`)}
        >
          {t("detail.edit")}
        </Button>
      ) : null}
      {resumable ? (
        <Button
          variant="filled"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={() => setAsking("resume")}
        >
          {t(always ? "launch.activate" : automatic ? "runs.resume" : "detail.resume")}
        </Button>
      ) : null}
      {asking === "revoke" ? <RevokeDialog campaign={campaign} onClose={close} /> : null}
      {asking === "pay" ? <PayStaysDialog campaign={campaign} onClose={close} /> : null}
      <ConfirmDialog
        opened={asking === "delete"}
        onClose={close}
        title={t("detail.deleteTitle", { name })}
        confirm={t("detail.delete")}
        danger
        onConfirm={remove}
      >
        {t("detail.deleteLoss", { count: campaign.segments.length })}
      </ConfirmDialog>
      {automatic ? <StopDialog campaign={campaign} opened={asking === "stop"} onClose={close} /> : null}
      <ConfirmDialog
        opened={asking === "stop" && !automatic}
        onClose={close}
        title={t("detail.switchOffTitle", { name })}
        confirm={t("detail.switchOff")}
        danger
        onConfirm={stop}
      >
        {t("detail.switchOffText")}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === "resume"}
        onClose={close}
        title={t(always ? "detail.reactivateTitle" : automatic ? "runs.resumeTitle" : "detail.resumeTitle")}
        confirm={t(always ? "launch.activate" : automatic ? "runs.resume" : "detail.resume")}
        onConfirm={resume}
      >
        {always ? <Reactivated campaign={campaign} /> : null}
        {!always && rest.length > 0 ? <p>{t("detail.resumeText", { n: amountsOf(rest, "waiting", t) })}</p> : null}
        {automatic ? <p>{t("runs.resumeText")}</p> : null}
      </ConfirmDialog>
    </>
  );
}

/** What setting it going again means; for how many as soon as they are counted. */
function Reactivated({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation("campaigns");
  const reach = useReach(campaign);
  const { name } = campaign;
  return reach === undefined
    ? t("launch.activateWhat", { name })
    : t("launch.activateText", { count: reach.people, name });
}
