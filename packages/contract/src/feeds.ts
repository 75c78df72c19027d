import type { FeedKind } from "@okaeri/domain/stays/feed-kinds";
import { MAX_PARTS } from "@okaeri/domain/stays/feed-row";
import { SOURCE_VALUE_FIELDS } from "@okaeri/domain/stays/source-values";
import { oc } from "@orpc/contract";
import { z } from "zod";
import {
  COMPANION_TEXTS,
  FEED_EXAMPLES,
  FEED_FIELDS,
  type FeedFieldText,
  FORMS,
  LINKAGE_TEXTS,
  NEEDED_OF_NEW,
  PRICE_TEXTS,
  ROOM_TEXTS,
} from "./feed-fields.ts";

// What hotel systems send. These are no calls of the back office: a key of one facility proves the caller, not a session. The schemas
// describe them; the server reads bodies itself, because a wrong value refuses only its row.

/** A lenient type: numbers and booleans are accepted, and only their text is validated. */
const value = ({ says, type, values, example }: FeedFieldText, isNeeded = false) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .nullish()
    .meta({
      description: [FORMS[type], values ? `One of ${values.join(", ")}.` : "", says, isNeeded ? NEEDED : ""]
        .filter(Boolean)
        .join(" "),
      examples: [example],
    });
const NEEDED =
  "A booking that was not told before is refused without it; a stay or a cancellation waits for its booking.";
const fields = (texts: Record<string, FeedFieldText>, needed: readonly string[] = []) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, value(text, needed.includes(name))]));
const { rooms, companions, use_price_detail: bill, linkage, ...plain } = FEED_FIELDS;
const listed = (text: FeedFieldText) => ({ description: `${FORMS[text.type]} ${text.says}`, examples: [text.example] });

const feedRow = z.strictObject({
  ...fields(plain, NEEDED_OF_NEW),
  rooms: z
    .array(z.strictObject(fields(ROOM_TEXTS)))
    .max(MAX_PARTS)
    .nullish()
    .meta(listed(rooms)),
  companions: z
    .array(z.strictObject(fields(COMPANION_TEXTS)))
    .max(MAX_PARTS)
    .nullish()
    .meta(listed(companions)),
  use_price_detail: z
    .array(z.strictObject(fields(PRICE_TEXTS)))
    .max(MAX_PARTS)
    .nullish()
    .meta(listed(bill)),
  linkage: z.strictObject(fields(LINKAGE_TEXTS)).nullish().meta(listed(linkage)),
});

const batch = (kind: FeedKind) =>
  z.strictObject({
    rows: z
      .array(feedRow)
      .min(1)
      .max(1_000)
      .meta({ description: "1 to 1,000 rows; each is judged by itself.", examples: [[FEED_EXAMPLES[kind]]] }),
  });
const accepted = z.object({
  batch_id: z
    .number()
    .int()
    .meta({ description: "To ask what became of the rows.", examples: [1042] }),
  received: z
    .number()
    .int()
    .meta({ description: "Rows that were stored.", examples: [1] }),
});
const count = (description: string) =>
  z
    .number()
    .int()
    .meta({ description, examples: [0] });
const status = z.object({
  status: z.enum(["waiting", "doing", "done"]).meta({
    description: "waiting: stored, not looked at yet; doing: being worked off; done: every row has its end.",
    examples: ["done"],
  }),
  new: count("Rows that made something new."),
  changed: count("Rows that changed what was there."),
  unchanged: count("Rows of which nothing counts: it was known, or newer versions say all of it."),
  refused: z
    .array(
      z.object({
        index: z
          .number()
          .int()
          .meta({ description: "Place of the row in the batch, from 0.", examples: [3] }),
        field: z.string().meta({ description: "Path within the row.", examples: ["rooms.0.adult_count"] }),
        reason: z.string().meta({ description: "Code of the reason (docs/feeds.md).", examples: ["not_a_date"] }),
        message: z
          .string()
          .meta({ description: "The same in words.", examples: ["チェックイン日: 2026年2月29日はありません"] }),
      }),
    )
    .meta({ description: "Rows that were not taken in, one line for each reason.", examples: [[]] }),
  unknown_words: z
    .array(
      z.object({
        field: z
          .enum(SOURCE_VALUE_FIELDS)
          .meta({ description: "customer_type or booking_channel.", examples: ["customer_type"] }),
        word: z.string().meta({ description: "As it was sent.", examples: ["GOLD2"] }),
        rows: count("Rows of this batch that say it."),
      }),
    )
    .meta({
      description:
        "Words for the account's own types and channels that nobody knows. Their rows were taken in without it; once staff match a word under 受信箱, these bookings and guests have it too, and the word is no longer listed.",
      examples: [[]],
    }),
  waiting: z
    .array(
      z.object({
        index: z
          .number()
          .int()
          .meta({ description: "Place of the row in the batch, from 0.", examples: [5] }),
        reservation_code: z.string().meta({ description: "The reservation that is missing.", examples: ["R-1001"] }),
      }),
    )
    .meta({
      description:
        "Stays and cancellations that leave out the guest's name or the days, and whose reservation has not come yet: they are taken in as soon as it does.",
      examples: [[]],
    }),
});

const STAYS =
  "予約がまだ送られていない宿泊も受け取ります。お名前 (guest_name) と日付があれば、その行で予約とお客様を作ります。どちらかがなければ、予約が届くまで待ってから取り込みます。reservation_code がなければ transaction_code を予約番号として扱います。予約が送られている宿泊では、お客様の項目も日付も省略できます。";

const sending = (channel: string, kind: "reservations" | "stays") =>
  oc
    .route({
      method: "POST",
      path: `/feeds/${channel}/${kind}`,
      successStatus: 202,
      tags: ["Feeds"],
      summary: kind === "reservations" ? "予約を送る" : "精算した宿泊を送る",
      ...(kind === "stays" ? { description: STAYS } : {}),
    })
    .input(batch(kind))
    .output(accepted);
const channel = (name: string) => ({ reservations: sending(name, "reservations"), stays: sending(name, "stays") });

export const feeds = {
  plain: channel("plain"),
  dynalution: channel("dynalution"),
  s4: channel("s4"),
  status: oc
    .route({ method: "GET", path: "/feeds/batches/{batch_id}", tags: ["Feeds"], summary: "送った予約がどうなったか" })
    .input(
      z.object({
        batch_id: z
          .string()
          .regex(/^[1-9][0-9]{0,14}$/)
          .meta({ description: "batch_id of the 202 answer.", examples: ["1042"] }),
      }),
    )
    .output(status),
};
