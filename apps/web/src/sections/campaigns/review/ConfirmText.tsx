import { Button } from "@mantine/core";
import { PRESET_TEXT_LIMIT } from "@okaeri/domain/campaigns/presets/text-limit";
import { occasionsOf } from "@okaeri/domain/campaigns/triggers/occasions";
import { IconCheck, IconEye, IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { recordChanged } from "../../../api/records.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { kindOf } from "../actions/kinds.ts";
import { targetDescription } from "../audience/target-description.ts";
import { campaignQuery } from "../campaigns.api.ts";
import { segmentOf } from "../editor/draft-problems.ts";
import { useEditor } from "../editor/editor-context.ts";
import styles from "./ConfirmText.module.css";
import { type UnconfirmedText, useUnconfirmedText } from "./use-unconfirmed-text.ts";

/**
 * Asks for a preset's own text to be looked at before many people get it. Nothing while nobody has to. `onLeave`: the person goes to the
 * text to change it.
 */
export function ConfirmText({ onLeave }: { onLeave?: () => void }) {
  const { t } = useTranslation("campaigns");
  const { save, refuse, focusOn } = useEditor();
  const text = useUnconfirmedText();
  const [looking, setLooking] = useState(false);
  const [running, setRunning] = useState(false);
  if (text === undefined) return null;
  const confirm = async () => {
    setRunning(true);
    try {
      const saved = await save();
      if (saved === undefined) return;
      const { id, version } = saved;
      recordChanged(campaignQuery(id), await client.campaigns.confirmText({ id, version }));
      notify("success", t("presetText.confirmed"));
    } catch (error) {
      await refuse(error);
    } finally {
      setRunning(false);
    }
  };
  const change = () => {
    onLeave?.();
    focusOn(`${text.paths[0]}.title`);
  };
  return (
    <section className={styles.ask} aria-label={t("presetText.title")}>
      <p className={styles.title}>{t("presetText.title")}</p>
      <p>{t("presetText.text", { count: text.people, limit: PRESET_TEXT_LIMIT })}</p>
      <div className={styles.choices}>
        <Button leftSection={<IconEye size={16} aria-hidden />} onClick={() => setLooking(true)}>
          {t("presetText.look")}
        </Button>
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={change}>
          {t("presetText.change")}
        </Button>
        <Button
          variant="filled"
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={running}
          onClick={() => void confirm()}
        >
          {t("presetText.confirm")}
        </Button>
      </div>
      <Dialog opened={looking} onClose={() => setLooking(false)} title={t("presetText.look")} size="lg">
        <Previews text={text} />
      </Dialog>
    </section>
  );
}

/** Each segment's message as one of its guests reads it. */
function Previews({ text }: { text: UnconfirmedText }) {
  const { record } = useEditor();
  const segments = new Set(text.paths.map(segmentOf));
  return record.segments.map((segment, at) => {
    const [Preview] = segment.actions.flatMap(({ type }) => kindOf(type).preview?.Saved ?? []);
    return segments.has(at) && Preview ? (
      <Preview
        key={segment.id}
        target={targetDescription(segment)}
        occasions={[...occasionsOf(record, segment)]}
        purpose={record.purpose}
        period={record}
        actions={segment.actions}
      />
    ) : null;
  });
}
