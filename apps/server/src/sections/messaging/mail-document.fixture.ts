import type { MailDetailBlock } from "@okaeri/contract/campaigns/actions/mail/mail";
import type { App } from "../../app.ts";

/** A block of the kind that says nothing yet. */
export const blankBlock = (kind: MailDetailBlock["kind"], seq = 1): MailDetailBlock => ({
  seq,
  kind,
  text: "",
  label: "",
  url: "",
  image: null,
  alt: "",
  target: null,
});

/** A template of the programme. */
export const makeTemplate = (app: App, accountId: number): Promise<number> =>
  app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const { id } = await tx.one<{ id: number }>`insert into mail_templates (account_id, name, feature_type, title, body)
      values (${accountId}, '季節のお便り', 'campaign', '季節のお便り', '')
      returning id`;
    return id;
  });
