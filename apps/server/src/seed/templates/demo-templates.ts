import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import * as english from "./english.ts";
import * as japanese from "./japanese.ts";
import type { DemoTemplate } from "./template.ts";

/** Mails that the demo's people begin from, in both languages. */
export const DEMO_TEMPLATES: readonly DemoTemplate[] = [...Object.values(japanese), ...Object.values(english)];

/** The campaign with its mails remembering which template they began from. */
export function withTemplateOrigin(document: CampaignEdit, templates: ReadonlyMap<MailDetail, number>): CampaignEdit {
  const begun = (mail: MailDetail): MailDetail => ({ ...mail, mail_template_id: templates.get(mail) ?? null });
  const segments = document.segments.map((segment) => ({
    ...segment,
    actions: segment.actions.map((action) =>
      action.type === "mail" && action.mail !== null
        ? { ...action, mail: begun(action.mail), other_mails: (action.other_mails ?? []).map(begun) }
        : action,
    ),
  }));
  return { ...document, segments };
}
