import { FEED_CHANNELS } from "@okaeri/domain/enumerations";
import { COMPANION_FIELDS, FEED_ONLY_FIELDS, ROOM_FIELDS } from "@okaeri/domain/stays/feed-row";
import { IMPORT_FIELD_NAMES } from "@okaeri/domain/stays/import-fields";
import { oc } from "@orpc/contract";
import { z } from "zod";

// What hotel systems send. These are no calls of the back office: a key of one facility proves the caller, not a session. The schemas
// describe them; the server reads bodies itself, because a wrong value refuses only its row.

const value = z.union([z.string(), z.number(), z.boolean()]).nullish();
const fields = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, value]));

const feedRow = z.strictObject({
  ...fields(IMPORT_FIELD_NAMES),
  ...fields(FEED_ONLY_FIELDS),
  rooms: z
    .array(z.strictObject(fields(ROOM_FIELDS)))
    .max(100)
    .nullish(),
  companions: z
    .array(z.strictObject(fields(COMPANION_FIELDS)))
    .max(100)
    .nullish(),
  use_price_detail: z
    .array(z.strictObject({ name: z.string(), price: z.number().int() }))
    .max(100)
    .nullish(),
  linkage: z.strictObject({ feed_channel: z.enum(FEED_CHANNELS), reservation_code: z.string() }).nullish(),
});

const batch = z.strictObject({ rows: z.array(feedRow).min(1).max(1_000) });
const accepted = z.object({ batch_id: z.number().int(), received: z.number().int() });
const status = z.object({
  status: z.enum(["waiting", "doing", "done"]),
  new: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  refused: z.array(z.object({ index: z.number().int(), field: z.string(), reason: z.string(), message: z.string() })),
});

const STAYS =
  "予約がまだ送られていない宿泊も受け取ります。その行のお客様 (guest_name は必須。カナ、メール、電話、会員番号などは任意) で予約とお客様を作ります。reservation_code がなければ transaction_code を予約番号として扱います。予約が送られている宿泊では、お客様の項目を省略できます。";

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
    .input(batch)
    .output(accepted);
const channel = (name: string) => ({ reservations: sending(name, "reservations"), stays: sending(name, "stays") });

export const feeds = {
  plain: channel("plain"),
  dynalution: channel("dynalution"),
  s4: channel("s4"),
  status: oc
    .route({ method: "GET", path: "/feeds/batches/{batch_id}", tags: ["Feeds"], summary: "送った予約がどうなったか" })
    .input(z.object({ batch_id: z.string().regex(/^[1-9][0-9]{0,14}$/) }))
    .output(status),
};
