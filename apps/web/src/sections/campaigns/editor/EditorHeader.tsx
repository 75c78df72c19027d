import { useTranslation } from "react-i18next";
import { AppLink } from "../../../shell/AppLink.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { campaignState, STATE_KINDS } from "../campaign-state.ts";
import { LaunchButton } from "../review/LaunchButton.tsx";
import { HistoryButtons } from "./HistoryButtons.tsx";
import { MoreMenu } from "./MoreMenu.tsx";
import { NameField } from "./NameField.tsx";
import { SaveLine } from "./SaveLine.tsx";
import type { useCampaignEditor } from "./use-campaign-editor.ts";

type EditorHeaderProps = { work: ReturnType<typeof useCampaignEditor>; today: string };

/** What is edited, how it stands, whether it is saved, and the one button that goes on. */
export function EditorHeader({ work, today }: EditorHeaderProps) {
  const { t } = useTranslation("campaigns");
  const { draft, record } = work.editor;
  const state = campaignState(record, today);
  return (
    <PageHeader
      title={draft.name.trim() || t("edit.unnamed")}
      titleField={<NameField />}
      state={<Tag kind={STATE_KINDS[state]}>{t(`state.${state}`)}</Tag>}
      crumbs={[
        <AppLink key="list" to="/campaigns">
          {t("title")}
        </AppLink>,
        <span key="type">{t(`type.${draft.type}.name`)}</span>,
        ...(draft.preset_type ? [<span key="preset">{t(`preset.${draft.preset_type}`)}</span>] : []),
      ]}
      actions={
        <>
          <SaveLine work={work} />
          <HistoryButtons work={work} />
          <MoreMenu work={work} />
          <LaunchButton />
        </>
      }
    />
  );
}
