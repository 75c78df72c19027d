import { KEY_REACHES, PARTNER_SCOPES } from "@okaeri/domain/accounts/partner-scopes";
import {
  CHECK_DIGITS,
  MAX_PREFIX,
  MEMBER_NUMBER_DIGITS,
  MEMBER_NUMBER_ISSUES,
} from "@okaeri/domain/customers/member-number";
import { FEED_CHANNELS } from "@okaeri/domain/enumerations";
import { MAX_DISPLAY_NAME } from "@okaeri/domain/messaging/guest-name";
import { MAX_GRANT_POINTS } from "@okaeri/domain/points/amount";
import { z } from "zod";
import { call, needsRow } from "./call.ts";
import { activeStatus, date, id, version } from "./paging.ts";
import { block, filledLine, line, mailAddressOrEmpty, mailDomain } from "./text.ts";
import { timeOfDay } from "./time-of-day.ts";

const read = needsRow("accounts/read");
const edit = needsRow("accounts/edit");
const one = z.object({ id });

/**
 * Settings that guest data depends on belong to the programme account (product §1): on a facility beneath one they are shown, and
 * changed at the programme account. `owner` says where.
 */
export const owner = z.object({ id: z.number().int(), name: z.string(), editable: z.boolean() });
/** What an answer says beside the settings themselves: it may come back with them, and changes nothing. */
export function putBack<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).partial().shape;
}
/** 0 = never saved. */
export const settingsVersion = z.number().int().min(0);

const linkage = z.strictObject({ feed_channel: z.enum(FEED_CHANNELS), external_code: filledLine(80) });
const codeName = {
  code: filledLine(40, "code"),
  name: filledLine(80),
  sort_order: z.number().int().min(0).max(10_000),
  active_status: activeStatus,
  linkages: z.array(linkage).max(100),
};
const customerType = z.object({ id: z.number().int(), ...codeName, version, used_by: z.number().int() });
const domains = { masked_email_domains: z.array(mailDomain).max(50) };
const bookingChannel = customerType.extend(domains);

const sender = {
  /** Name by which guests know the programme; empty: the account's name without words for a headquarters. Left out of a change, it stays. */
  display_name: line(MAX_DISPLAY_NAME).optional(),
  mail_from_name: line(80),
  mail_from_address: mailAddressOrEmpty,
  mail_signature: block(2_000),
  legal_sender_name: line(120),
  legal_sender_address: line(200),
  legal_sender_tel: line(32, "tel"),
  /** Null = no cap. */
  frequency_cap_count: z.number().int().min(1).max(1_000).nullable(),
  frequency_cap_days: z.number().int().min(1).max(365),
  /** More recipients need a second person's approval; null = nobody's. */
  approval_above_count: z.number().int().min(0).max(10_000_000).nullable(),
  /** A send to more recipients waits first and goes to one percent before the rest; null = it does neither. */
  grace_above_count: z.number().int().min(0).max(10_000_000).nullable(),
  grace_seconds: z.number().int().min(10).max(3_600),
  /** Percent of the guests who are left out of everything that advertises, to be compared with; 0 = nobody. */
  standing_control_rate: z.number().int().min(0).max(50),
  /** Hours of Japan in which nothing reaches guests; both null = at any hour. */
  quiet_from: timeOfDay.nullable(),
  quiet_until: timeOfDay.nullable(),
  /** How long after its moment a run that was missed is still made up; later it is shown as missed. */
  missed_run_hours: z.number().int().min(1).max(48),
  /** What links in mails say as utm_source; empty: they say nothing. Left out of a change, it stays. */
  link_utm_source: line(60, "utm_source").optional(),
  /** For how many days after a message or a click a booking is credited to the campaign. */
  conversion_days: z.number().int().min(1).max(365).optional(),
};
const members = {
  /** Share of a booking's price that points may pay, percent. */
  point_share_percent: z.number().int().min(1).max(100),
  /** A grant by hand of more points needs a second person's approval; null = no grant does. Left out of a change, it stays. */
  point_approval_above: z.number().int().min(0).max(MAX_GRANT_POINTS).nullable().optional(),
  /** Whether guests who are registered without a member number are given one. */
  member_number_issue: z.enum(MEMBER_NUMBER_ISSUES),
  member_number_prefix: line(MAX_PREFIX, "member_prefix"),
  /** Digits of the running number, without the check digit. */
  member_number_digits: z.number().int().min(MEMBER_NUMBER_DIGITS.min).max(MEMBER_NUMBER_DIGITS.max),
  member_number_check: z.enum(CHECK_DIGITS),
};
export const memberNumbering = z.object({
  /** The running number that comes next. */
  next_number: z.number().int(),
  /** Guests without a member number. */
  without: z.number().int(),
  /** Numbers of this length that can still be given. */
  left: z.number().int(),
  /** Guests have numbers of this form that the programme did not give: a hotel may go on giving them itself. */
  similar: z.boolean(),
  work: z.object({ state: z.enum(["idle", "waiting", "running", "failed"]), since: z.string().nullable() }),
});
const membersAnswer = z.object({
  owner,
  version: settingsVersion,
  ...members,
  point_approval_above: members.point_approval_above.unwrap(),
  numbering: memberNumbering,
});

const senderState = {
  owner,
  /** What guests read where no display name is set. */
  display_name_default: z.string(),
  /** Whether somebody opened the link that was mailed to the set address; mails come from it only then. */
  mail_from_state: z.enum(["none", "waiting", "confirmed"]),
  /** The address that mails come from now. */
  mail_from_in_use: z.string(),
  /** When the link was mailed last; null: it was not. */
  mail_from_asked_at: z.string().nullable(),
};
const senderAnswer = z.object({ version: settingsVersion, ...sender, ...senderState });

/** A secret is written, never read back: the answer says only whether one is stored. */
const lineAnswer = z.object({
  owner,
  channel: z
    .object({
      version,
      name: z.string(),
      channel_id: z.string(),
      basic_id: z.string().nullable(),
      channel_secret_set: z.boolean(),
      channel_access_token_set: z.boolean(),
      updated_at: z.string(),
    })
    .nullable(),
});
export const secret = z
  .string()
  .max(1_000)
  .regex(/^[\x21-\x7e]+$/);

const extraField = z.strictObject({
  key: filledLine(40, "field_key"),
  label_ja: filledLine(60),
  label_en: filledLine(60),
  is_required: z.boolean(),
});
const card = {
  legal_profile: z.enum(["ryokan", "minpaku"]),
  asks_passport_photo: z.boolean(),
  extra_fields: z.array(extraField).max(20),
};
const cardAnswer = z.object({ version: settingsVersion, ...card });

const key = z.object({
  id: z.number().int(),
  kind: z.enum(["feed", "partner"]),
  name: z.string(),
  feed_channel: z.enum(FEED_CHANNELS).nullable(),
  /** What a partner's key may do; null for a feed. */
  scopes: z.array(z.enum(PARTNER_SCOPES)).nullable(),
  /** Whom a partner's key may ask about: everybody of the programme, or who has a reservation or stay at its facility; null for a feed. */
  reach: z.enum(KEY_REACHES).nullable(),
  key_hint: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  /** Rotated: another key has taken its place, and both work until `expires_at`. */
  is_replaced: z.boolean(),
});
/** `origin`: where the other system sends to. */
const keysAnswer = z.object({ origin: z.string(), items: z.array(key) });
const keyPlace = { id, kind: z.enum(["feed", "partner"]), key_id: id };
/** How long a key goes on working: so many hours from now, or to the end of a day. One of the two. */
const keyEnd = {
  works_hours: z.number().int().min(0).max(720).optional(),
  works_until: date.optional(),
};
const keyCall = z.object({
  id: z.number().int(),
  called_at: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number().int(),
  /** The batch that it stored. */
  import_batch_id: z.number().int().nullable(),
  /** Why it was refused; `message` null: the code alone is kept. */
  reasons: z.array(z.object({ field: z.string().nullable(), code: z.string(), message: z.string().nullable() })),
});
/** The key itself is in this answer and nowhere else. */
const newKey = z.object({ key: z.string(), item: key });

export const accountSettings = {
  customerTypes: call(read)
    .route({ method: "GET", path: "/accounts/{id}/customer-types", summary: "顧客区分と外部コード" })
    .input(one)
    .output(z.object({ owner, items: z.array(customerType) })),
  createCustomerType: call(edit)
    .route({ method: "POST", path: "/accounts/{id}/customer-types", summary: "顧客区分を登録" })
    .input(z.strictObject({ id, ...codeName }))
    .output(customerType),
  updateCustomerType: call(edit)
    .route({ method: "PUT", path: "/accounts/{id}/customer-types/{type_id}", summary: "顧客区分を変更" })
    .input(z.strictObject({ id, type_id: id, version, ...codeName }))
    .output(customerType),
  bookingChannels: call(read)
    .route({ method: "GET", path: "/accounts/{id}/booking-channels", summary: "予約経路と外部コード" })
    .input(one)
    .output(z.object({ owner, items: z.array(bookingChannel) })),
  createBookingChannel: call(edit)
    .route({ method: "POST", path: "/accounts/{id}/booking-channels", summary: "予約経路を登録" })
    .input(z.strictObject({ id, ...codeName, ...domains }))
    .output(bookingChannel),
  updateBookingChannel: call(edit)
    .route({ method: "PUT", path: "/accounts/{id}/booking-channels/{channel_id}", summary: "予約経路を変更" })
    .input(z.strictObject({ id, channel_id: id, version, ...codeName, ...domains }))
    .output(bookingChannel),
  sender: call(read)
    .route({ method: "GET", path: "/accounts/{id}/sender", summary: "メールの差出人と配信の決まり" })
    .input(one)
    .output(senderAnswer),
  updateSender: call(edit)
    .route({ method: "PUT", path: "/accounts/{id}/sender", summary: "メールの差出人と配信の決まりを変更" })
    .input(z.strictObject({ id, version: settingsVersion, ...sender, ...putBack(senderState) }))
    .output(senderAnswer),
  /** Mails the link to the set address again. */
  askSender: call(edit)
    .route({
      method: "POST",
      path: "/accounts/{id}/sender/confirmation",
      summary: "差出人アドレスの確認メールを送り直す",
    })
    .input(z.strictObject({ id }))
    .output(senderAnswer),
  members: call(read)
    .route({ method: "GET", path: "/accounts/{id}/members", summary: "会員とポイントの決まり" })
    .input(one)
    .output(membersAnswer),
  updateMembers: call(edit)
    .route({ method: "PUT", path: "/accounts/{id}/members", summary: "会員とポイントの決まりを変更" })
    .input(z.strictObject({ id, version: settingsVersion, ...members }))
    .output(membersAnswer),
  numberMembers: call(edit)
    .route({ method: "POST", path: "/accounts/{id}/members/number", summary: "会員番号のない顧客に番号を付ける" })
    .input(z.strictObject({ id }))
    .output(membersAnswer),
  line: call(read)
    .route({ method: "GET", path: "/accounts/{id}/line", summary: "LINEチャネル" })
    .input(one)
    .output(lineAnswer),
  /** A secret left out stays as stored; the first save needs both. */
  updateLine: call(edit)
    .route({ method: "PUT", path: "/accounts/{id}/line", summary: "LINEチャネルを登録・変更" })
    .input(
      z.strictObject({
        id,
        version: settingsVersion,
        name: line(80),
        channel_id: filledLine(20, "line_channel_id")
          .describe("Channel ID of LINE, 5 to 20 digits.")
          .meta({ examples: ["1650000001"] }),
        basic_id: filledLine(41, "line_basic_id").nullable(),
        channel_secret: secret.optional(),
        channel_access_token: secret.optional(),
      }),
    )
    .output(lineAnswer),
  removeLine: call(edit)
    .route({ method: "DELETE", path: "/accounts/{id}/line", summary: "LINEチャネルを外す" })
    .input(z.strictObject({ id }))
    .output(lineAnswer),
  /** The facility's own card: which law's fields, and its extra ones; 403 unless registration_card_option runs there. */
  registrationCard: call(read)
    .route({ method: "GET", path: "/accounts/{id}/registration-card", summary: "宿泊者名簿の設定" })
    .input(one)
    .output(cardAnswer),
  updateRegistrationCard: call(edit)
    .route({ method: "PUT", path: "/accounts/{id}/registration-card", summary: "宿泊者名簿の設定を変更" })
    .input(z.strictObject({ id, version: settingsVersion, ...card }))
    .output(cardAnswer),
  keys: call(read)
    .route({ method: "GET", path: "/accounts/{id}/keys", summary: "連携キー" })
    .input(one)
    .output(
      keysAnswer.extend({
        kinds: z.array(z.enum(["feed", "partner"])),
        /** `facility` where there are other facilities' guests beside its own. */
        reaches: z.array(z.enum(KEY_REACHES)),
      }),
    ),
  createKey: call(edit)
    .route({ method: "POST", path: "/accounts/{id}/keys", summary: "連携キーを発行" })
    .input(
      z.strictObject({
        id,
        kind: z.enum(["feed", "partner"]),
        name: filledLine(80),
        /** Null = the plain JSON feed; always null for a partner. */
        feed_channel: z.enum(FEED_CHANNELS).nullable(),
        /** What a partner's key may do: all of it when nothing is said. Not for a feed. */
        scopes: z.array(z.enum(PARTNER_SCOPES)).min(1).max(PARTNER_SCOPES.length).optional(),
        /** Whom a partner's key may ask about: everybody of the programme when nothing is said. Not for a feed. */
        reach: z.enum(KEY_REACHES).optional(),
        /** The last day it works; null = until revoked. */
        expires_on: date.nullable(),
      }),
    )
    .output(newKey),
  /** Whom the key may ask about from now on. Not for a feed. */
  updateKey: call(edit)
    .route({
      method: "PUT",
      path: "/accounts/{id}/keys/{kind}/{key_id}",
      summary: "連携キーで照会できる会員の範囲を変更",
    })
    .input(
      z.strictObject({
        ...keyPlace,
        kind: keyPlace.kind.describe("Always a partner's key.").meta({ examples: ["partner"] }),
        reach: z.enum(KEY_REACHES),
      }),
    )
    .output(keysAnswer),
  revokeKey: call(edit)
    .route({ method: "DELETE", path: "/accounts/{id}/keys/{kind}/{key_id}", summary: "連携キーを取り消す" })
    .input(z.strictObject(keyPlace))
    .output(keysAnswer),
  /** Key rotation: a new key of the same kind. The old one works until the given end, so that the other system can switch over. */
  replaceKey: call(edit)
    .route({
      method: "POST",
      path: "/accounts/{id}/keys/{kind}/{key_id}/replace",
      summary: "連携キーを新しいキーに置き換える",
    })
    .input(z.strictObject({ ...keyPlace, ...keyEnd, expires_on: date.nullable() }))
    .output(newKey),
  endKey: call(edit)
    .route({
      method: "POST",
      path: "/accounts/{id}/keys/{kind}/{key_id}/end",
      summary: "連携キーの終わりを早める",
    })
    .input(z.strictObject({ ...keyPlace, ...keyEnd }))
    .output(keysAnswer),
  keyCalls: call(read)
    .route({
      method: "GET",
      path: "/accounts/{id}/keys/{kind}/{key_id}/calls",
      summary: "連携キーの最近の呼び出し",
    })
    .input(z.object(keyPlace))
    .output(z.object({ key, items: z.array(keyCall) })),
};
