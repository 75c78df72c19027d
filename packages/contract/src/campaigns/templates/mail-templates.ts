import { MAX_TEMPLATE_NAME } from "@okaeri/domain/campaigns/templates/mail-templates";
import { LANGUAGE_CODES, MAIL_TEMPLATE_FEATURE_TYPES, MESSAGE_JOB_TYPES } from "@okaeri/domain/enumerations";
import { z } from "zod";
import { call, needsAction, needsProgramme } from "../../call.ts";
import { mailTemplateList } from "../../lists/mail-templates.ts";
import { id, listOf, listQuery, pageActions, version } from "../../paging.ts";
import { filledLine, line } from "../../text.ts";
import { mailText } from "../actions/mail/mail.ts";

const values = {
  name: filledLine(MAX_TEMPLATE_NAME),
  /** A short word to filter by. */
  label: line(40).default(""),
  feature_type: z.enum(MAIL_TEMPLATE_FEATURE_TYPES).default("campaign"),
  message_types: z.tuple([z.literal(MESSAGE_JOB_TYPES[0])]).default([...MESSAGE_JOB_TYPES]),
  ...mailText.shape,
  /** A template is made from none. */
  mail_template_id: z.null().default(null),
};
export const mailTemplateValues = z.strictObject(values);
export type MailTemplateValues = z.output<typeof mailTemplateValues>;

const figure = z.number().int();
/** Who changed it last; null where that person is gone, or another company's. */
const by = z.string().nullable();

export const mailTemplateItem = z.object({
  id: figure,
  name: z.string(),
  label: z.string(),
  feature_type: z.enum(MAIL_TEMPLATE_FEATURE_TYPES),
  message_types: z.array(z.string()),
  title: z.string(),
  language: z.enum(LANGUAGE_CODES),
  /** Campaigns that have a mail made from it. */
  used: figure,
  version,
  updated_at: z.string(),
  updated_by_name: by,
  page_actions: pageActions,
});

const detail = mailTemplateItem.extend({
  ...mailTemplateValues.shape,
  created_at: z.string(),
  /** Campaigns that have a mail made from it: while there are any, it cannot be deleted. */
  used_in: z.array(z.object({ id: figure, name: z.string() })),
});

const read = needsAction("campaigns/read");
const write = needsProgramme("campaigns/edit");
const path = "/mail-templates/{id}";

/** Mails to begin from: a mail that was started from one is a copy of it, so that changing a template changes no campaign. */
export const mailTemplates = {
  list: call(read)
    .route({ method: "GET", path: "/mail-templates", summary: "メールのひな形一覧" })
    .input(listQuery(mailTemplateList))
    // The labels that are in use, to filter by.
    .output(listOf(mailTemplateItem).extend({ labels: z.array(z.string()), may_create: z.boolean() })),
  get: call(read).route({ method: "GET", path, summary: "メールのひな形" }).input(z.object({ id })).output(detail),
  create: call(write)
    .route({ method: "POST", path: "/mail-templates", summary: "メールのひな形を作成" })
    .input(mailTemplateValues)
    .output(detail),
  update: call(write)
    .route({ method: "PUT", path, summary: "メールのひな形を変更" })
    .input(mailTemplateValues.extend({ id, version }))
    .output(detail),
  /** Refused while a campaign uses it. */
  remove: call(write)
    .route({ method: "DELETE", path, summary: "メールのひな形を削除" })
    .input(z.strictObject({ id }))
    .output(z.object({ id: figure })),
  /** The newest first. */
  versions: call(read)
    .route({ method: "GET", path: `${path}/versions`, summary: "メールのひな形の以前の内容" })
    .input(z.object({ id }))
    .output(z.object({ items: z.array(z.object({ version, name: z.string(), at: z.string(), by })) })),
  versionOf: call(read)
    .route({ method: "GET", path: `${path}/versions/{version}`, summary: "メールのひな形の以前の内容(1件)" })
    .input(z.object({ id, version: id }))
    .output(z.object({ version, at: z.string(), by, document: mailTemplateValues })),
};
