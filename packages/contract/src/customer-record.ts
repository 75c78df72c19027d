import { CONSENT_CHANNELS, CONSENT_PURPOSES, LEDGER_PURPOSES, MESSAGE_CLASSES } from "@okaeri/domain/customers/consent";
import { GENDERS, LANGUAGE_CODES } from "@okaeri/domain/enumerations";
import { z } from "zod";
import { call, needsAction } from "./call.ts";
import { customerDetail } from "./customer-rows.ts";
import { date, id, version } from "./paging.ts";
import { block, filledBlock, filledLine, line, mailAddressOrEmpty } from "./text.ts";

/** What staff write of a guest. Empty text: nothing known. What a file may say of a guest can be saved again as it is shown. */
export const customerFields = z.strictObject({
  name: filledLine(120),
  name_kana: line(120, "kana"),
  member_number: line(32, "code"),
  email: mailAddressOrEmpty,
  tel: line(32, "tel"),
  postcode: line(20, "postcode"),
  address: line(300),
  gender: z.enum(GENDERS).nullable(),
  birthday: date.nullable(),
  /** A country's code of two or three letters, or its name. */
  nationality: line(60, "code").refine((text) => !/\d/.test(text)),
  language: z.enum(LANGUAGE_CODES),
  customer_type_ids: z.array(id).max(50),
});

const alike = z.object({
  id: z.number().int(),
  name: z.string(),
  name_kana: z.string().nullable(),
  member_number: z.string().nullable(),
  email: z.string().nullable(),
  tel: z.string().nullable(),
  reasons: z.array(z.enum(["member_number", "email", "tel", "name"])),
});

const note = z.object({
  id: z.number().int(),
  body: z.string(),
  version,
  created_at: z.string(),
  updated_at: z.string(),
  written_by: z.string().nullable(),
});

const consent = z.object({
  id: z.number().int(),
  channel: z.enum(CONSENT_CHANNELS),
  purpose: z.enum(LEDGER_PURPOSES),
  state: z.enum(["given", "withdrawn"]),
  happened_at: z.string(),
  source: z.string(),
  text_version: z.string(),
  /** The last day of a pause. */
  ends_on: z.string().nullable(),
  remarks: z.string(),
  entered_by: z.string().nullable(),
});

const read = needsAction("customers/read");
const edit = needsAction("customers/edit");
const noteOf = z.strictObject({ id, note_id: id });

/** The calls that write a customer's record, and what is read for it. */
export const customerRecord = {
  create: call(needsAction("customers/create"))
    .route({ method: "POST", path: "/customers", summary: "顧客を登録" })
    .input(customerFields)
    .output(customerDetail),
  update: call(edit)
    .route({ method: "PUT", path: "/customers/{id}", summary: "顧客を変更" })
    .input(customerFields.extend({ id, version }))
    .output(customerDetail),
  /** Who may be the same guest; asked while somebody types. */
  alike: call(read)
    .route({ method: "GET", path: "/customers/alike", summary: "似ている顧客" })
    .input(
      z.object({
        except: id.optional(),
        name: line(120).optional(),
        name_kana: line(120, "kana").optional(),
        member_number: line(32, "code").optional(),
        // Half typed is no mistake yet: such a text finds nobody.
        email: line(254).optional(),
        tel: line(32).optional(),
      }),
    )
    .output(z.object({ items: z.array(alike) })),
  notes: call(read)
    .route({ method: "GET", path: "/customers/{id}/notes", summary: "顧客のメモ" })
    .input(z.object({ id }))
    .output(z.object({ items: z.array(note) })),
  addNote: call(edit)
    .route({ method: "POST", path: "/customers/{id}/notes", summary: "顧客のメモを書く" })
    .input(z.strictObject({ id, body: filledBlock(2000) }))
    .output(note),
  changeNote: call(edit)
    .route({ method: "PUT", path: "/customers/{id}/notes/{note_id}", summary: "顧客のメモを変更" })
    .input(noteOf.extend({ version, body: filledBlock(2000) }))
    .output(note),
  removeNote: call(edit)
    .route({ method: "DELETE", path: "/customers/{id}/notes/{note_id}", summary: "顧客のメモを削除" })
    .input(noteOf)
    .output(z.object({ items: z.array(note) })),
  consents: call(read)
    .route({ method: "GET", path: "/customers/{id}/consents", summary: "同意の記録" })
    .input(z.object({ id }))
    .output(z.object({ items: z.array(consent) })),
  /** A line is added to the ledger, never changed. */
  addConsent: call(edit)
    .route({ method: "POST", path: "/customers/{id}/consents", summary: "同意または撤回を記録" })
    .input(
      z.strictObject({
        id,
        channel: z.enum(CONSENT_CHANNELS),
        /** `marketing` is all that advertises; the kinds beneath it are for mail alone. */
        purpose: z.enum([...CONSENT_PURPOSES, ...MESSAGE_CLASSES]),
        state: z.enum(["given", "withdrawn"]),
        /** The day the guest said so; not in the future. */
        happened_on: date,
        /** Version of the consent text that the guest was shown. */
        text_version: line(60),
        remarks: block(500),
      }),
    )
    .output(z.object({ items: z.array(consent) })),
};
