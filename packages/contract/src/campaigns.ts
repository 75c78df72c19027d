import { MAX_ACTIONS } from "@okaeri/domain/campaigns/readiness";
import { MAX_COUPONS } from "@okaeri/domain/coupons/coupon";
import { MAX_GRANT_CONDITION, MAX_GRANT_POINTS } from "@okaeri/domain/points/amount";
import { HOLDS } from "@okaeri/domain/pushes/next-steps";
import { z } from "zod";
import { call, needsAction, needsProgramme } from "./call.ts";
import { couponDetail } from "./coupons.ts";
import { leftOut } from "./customer-selection.ts";
import { campaignList } from "./lists/campaigns.ts";
import { pushList } from "./lists/pushes.ts";
import { OUTCOMES, recipientList } from "./lists/recipients.ts";
import { date, id, listOf, listQuery, pageActions, version } from "./paging.ts";
import { percent } from "./percent.ts";
import { planCode } from "./plan-code.ts";
import { push } from "./pushes.ts";
import { takeBack, takeBackPreview } from "./take-backs.ts";
import { filledBlock, filledLine } from "./text.ts";

export const CAMPAIGN_TYPES = ["basic", "customer_service", "repeat_promotion"] as const;
export const CAMPAIGN_STATUSES = ["active", "inactive", "stopped"] as const;
export const POINT_EXPIRATIONS = ["none", "date", "days_from_grant", "days_from_last_stay"] as const;
export const POINT_GRANTS = ["absolute", "rate"] as const;

/** The condition tree of a segment. Its shape and limits are checked by `@okaeri/domain/segments/condition`. */
export type ConditionNode =
  | { combinator: "and" | "or"; not?: boolean | undefined; rules: ConditionNode[] }
  | { field: string; operator: string; value: unknown };
export const conditionNode: z.ZodType<ConditionNode, ConditionNode> = z.lazy(() =>
  z.union([
    z.strictObject({
      combinator: z.enum(["and", "or"]),
      not: z.boolean().optional(),
      rules: z.array(conditionNode).max(50),
    }),
    z.strictObject({ field: z.string().max(60), operator: z.string().max(30), value: z.unknown() }),
  ]),
);

/** Points of an action: absolute points, or `grant_rate` percent (three decimals) of a stay's use_price. */
export const pointDetail = z.strictObject({
  grant_type: z.enum(POINT_GRANTS),
  grant_absolute: z.number().int().min(1).max(MAX_GRANT_POINTS).nullable(),
  grant_rate: percent.nullable(),
  /** Least use_price of the stay, in yen; null means any. */
  grant_condition: z.number().int().min(0).max(MAX_GRANT_CONDITION).nullable(),
  plan_code: z.array(planCode).max(100),
  expiration_type: z.enum(POINT_EXPIRATIONS),
  expiration_days_from_grant: z.number().int().min(1).max(36_500).nullable(),
  expiration_days_from_last_stay: z.number().int().min(1).max(36_500).nullable(),
  expiration_date: date.nullable(),
});

/**
 * Mail of an action; a draft's may be empty. `body` is text with placeholders; blank lines part paragraphs. `from_address` is the
 * account's configured sender, or empty for it.
 */
export const mailDetail = z.strictObject({
  title: z.string().max(200),
  body: z.string().max(20_000),
  signature: z.string().max(2_000),
  from_address: z.string().max(254),
});

export const campaignAction = z.strictObject({
  id: z.number().int().nullable(),
  seq: z.number().int().min(1).max(20),
  type: z.enum(["point", "coupon", "mail"]),
  point: pointDetail.nullable(),
  coupon: couponDetail.nullable().default(null),
  mail: mailDetail.nullable(),
});

export const campaignSegment = z.strictObject({
  id: z.number().int().nullable(),
  priority_seq: z.number().int().min(1).max(20),
  target: conditionNode,
  actions: z.array(campaignAction).max(20),
});

/** A campaign as the edit screen holds it. A draft may be incomplete; sending asks for everything. */
export const campaignEdit = z.strictObject({
  name: z.string().min(1).max(100),
  type: z.enum(CAMPAIGN_TYPES),
  campaign_start_dt: date.nullable(),
  campaign_end_dt: date.nullable(),
  segments: z.array(campaignSegment).min(1).max(20),
});

/** Who would receive it and why the others would not. Counts of customers. */
export const funnel = z.object({
  matched: z.number().int(),
  consented: z.number().int(),
  reachable: z.number().int(),
  not_capped: z.number().int(),
  will_receive: z.number().int(),
  reasons: z.object({
    no_consent: z.number().int(),
    no_address: z.number().int(),
    bounced: z.number().int(),
    opted_out: z.number().int(),
    capped: z.number().int(),
    /** The mail tells of a coupon, and the guest has none that can be used. */
    no_coupon: z.number().int(),
  }),
});

export const campaignItem = z.object({
  id: z.number().int(),
  name: z.string(),
  type: z.enum(CAMPAIGN_TYPES),
  status: z.enum(CAMPAIGN_STATUSES),
  campaign_start_dt: z.string().nullable(),
  campaign_end_dt: z.string().nullable(),
  action_types: z.array(z.enum(["point", "coupon", "line", "mail"])),
  sending: z.boolean(),
  /** Why a send that is under way rests. */
  held: z.enum(HOLDS).nullable(),
  last_sent_at: z.string().nullable(),
  recipients: z.number().int(),
  /** What the ledger granted for it, whatever became of the points. */
  points_granted: z.number().int(),
  /** What of them was taken back: by hand, with the send, or because stays changed. */
  points_reversed: z.number().int(),
  updated_at: z.string(),
  page_actions: pageActions,
});

const stayPayment = z.object({
  id: z.number().int(),
  from: z.string(),
  to: z.string(),
  state: z.enum(["waiting", "running", "done", "refused"]),
  /** A sentence when it was refused. */
  refused_because: z.string().nullable(),
  stays: z.number().int(),
  points: z.number().int(),
  created_by_name: z.string(),
  created_at: z.string(),
});

/** A coupon that a segment gives: to so many guests (null: to all), as long as its pool has codes, or one code to everybody. */
const countedCoupon = z.strictObject({
  action_id: id.nullable(),
  given: z.enum(["each", "pool", "shared"]),
  limit: z.number().int().min(1).max(MAX_COUPONS).nullable(),
});

export const CAMPAIGN_COMMANDS = [
  "edit",
  "delete",
  "activate",
  "stop",
  "resume",
  "approve",
  "refuse",
  "cancel",
  "pay_stays",
  "decide_unknown",
  "take_back",
] as const;

export const campaignDetail = campaignItem.extend({
  /** What the person may do with it right now: by permission, status and the sends under way. */
  commands: z.array(z.enum(CAMPAIGN_COMMANDS)),
  segments: z.array(campaignSegment.extend({ target_count: z.number().int().nullable(), lua_script: z.string() })),
  /** The parts of the newest send. */
  pushes: z.array(push),
  /** What came of all sends together, by what they give or say. */
  totals: z.array(
    push.pick({ type: true, targets: true, waiting: true, sent: true, skipped: true, failed: true, unknown: true }),
  ),
  /** One part of each send that can be taken back, the newest first. */
  returnable: z.array(z.object({ push_action_id: z.number().int(), sent_at: z.string() })),
  /** The newest ones of older stays; figures as counted when somebody asked. */
  stay_payments: z.array(stayPayment),
  /** The newest ones of sends whose points and coupons were taken back. */
  take_backs: z.array(takeBack),
  /** What still has to be filled in before it can be sent or switched on; `path` names the field. */
  missing: z.array(z.object({ path: z.string(), message: z.string() })),
  version,
});

const read = needsAction("campaigns/read");
const edit = needsProgramme("campaigns/edit");
/** Counts and previews show guests for any target one thinks of: they are part of making a campaign, not of reading one. */
const compose = needsProgramme("campaigns/edit", "campaigns/create");

export const campaigns = {
  list: call(read)
    .route({ method: "GET", path: "/campaigns", summary: "キャンペーン一覧" })
    .input(listQuery(campaignList))
    .output(listOf(campaignItem)),
  get: call(read)
    .route({ method: "GET", path: "/campaigns/{id}", summary: "キャンペーンの詳細と送信の状況" })
    .input(z.object({ id }))
    .output(campaignDetail),
  create: call(needsProgramme("campaigns/create"))
    .route({ method: "POST", path: "/campaigns", summary: "キャンペーンを作る" })
    .input(campaignEdit)
    .output(z.object({ id: z.number().int() })),
  update: call(edit)
    .route({ method: "PUT", path: "/campaigns/{id}", summary: "キャンペーンを保存する" })
    .input(campaignEdit.extend({ id, version }))
    .output(campaignDetail),
  remove: call(needsProgramme("campaigns/delete"))
    .route({ method: "DELETE", path: "/campaigns/{id}", summary: "下書きのキャンペーンを削除する" })
    .input(z.object({ id }))
    .output(z.object({ id: z.number().int() })),
  audience: call(compose)
    .route({ method: "POST", path: "/campaigns/audience", summary: "対象の人数(保存しない)" })
    .input(
      z.strictObject({
        segments: z
          .array(
            z.strictObject({
              target: conditionNode,
              types: z.array(z.enum(["point", "coupon", "mail"])),
              /** The mail tells of a coupon, perhaps with its code: one that the segment gives, or else one that the guest has. */
              tells_of: z.enum(["coupon", "code"]).nullable().default(null),
              coupons: z.array(countedCoupon).max(20).default([]),
            }),
          )
          .min(1)
          .max(20),
      }),
    )
    .output(
      z.object({
        segments: z.array(
          funnel.extend({
            examples: z.array(z.object({ id: z.number().int(), name: z.string() })),
            /** How many guests get a coupon which they do not have yet; null where none is given. */
            coupons: z.number().int().nullable(),
          }),
        ),
        milliseconds: z.number().int(),
      }),
    ),
  preview: call(compose)
    .route({ method: "POST", path: "/campaigns/preview", summary: "メールを実際のお客様で表示する" })
    .input(
      z.strictObject({
        target: conditionNode,
        mail: mailDetail,
        points: z
          .number()
          .int()
          .min(0)
          .max(MAX_ACTIONS * MAX_GRANT_POINTS)
          .nullable(),
        /**
         * The coupon that the mail's segment gives, as it is typed. A guest who does not have it yet is shown it as an example, with the
         * code that would be given next.
         */
        coupon: couponDetail
          .pick({
            type: true,
            name: true,
            description: true,
            code: true,
            reservation_end_date: true,
            stay_end_date: true,
          })
          .extend({ action_id: z.number().int().nullable() })
          .nullable()
          .default(null),
        customer_id: z.number().int().nullable(),
      }),
    )
    .output(
      z.object({
        customer: z.object({ id: z.number().int(), name: z.string(), email: z.string().nullable() }).nullable(),
        subject: z.string(),
        html: z.string(),
        text: z.string(),
        from: z.string(),
        /** The coupon it tells of is not this guest's yet. */
        coupon_is_example: z.boolean(),
        problems: z.array(z.object({ field: z.string(), message: z.string() })),
      }),
    ),
  /** Freezes the audience and starts the jobs; a basic campaign is switched on instead. */
  activate: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/activate", summary: "今すぐ配信する・有効にする" })
    .input(z.object({ id, version }))
    .output(campaignDetail),
  stop: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/stop", summary: "配信を止める" })
    .input(z.object({ id }))
    .output(campaignDetail),
  resume: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/resume", summary: "残りの配信を再開する" })
    .input(z.object({ id }))
    .output(campaignDetail),
  /** Lets a send go that needs a second person, as of the version looked at; who started it is refused. */
  approve: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/approve", summary: "配信を承認する" })
    .input(z.object({ id, version }))
    .output(campaignDetail),
  refuse: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/refuse", summary: "配信を承認せず、理由を付けて戻す" })
    .input(z.object({ id, reason: filledBlock(500) }))
    .output(campaignDetail),
  /** Ends a send that nobody has got anything of yet; the campaign can be changed again. */
  cancel: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/cancel", summary: "始まる前の配信を取り消す" })
    .input(z.object({ id }))
    .output(campaignDetail),
  /**
   * What became of mails with an unknown outcome, by a person who looked into the mail server's log: sent again, or noted as delivered.
   * `recipients`: null for all of them. Those whose outcome is known meanwhile are left out.
   */
  decideUnknown: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/unknown", summary: "結果不明の送信を再送する・届いたと記録する" })
    .input(
      z.object({
        id,
        decision: z.enum(["resend", "delivered"]),
        recipients: z
          .array(z.strictObject({ push_action_id: z.number().int(), customer_id: z.number().int() }))
          .min(1)
          .max(1_000)
          .nullable(),
      }),
    )
    .output(campaignDetail.extend({ decided: z.number().int(), left_out: leftOut })),
  /** What taking back all that a send gave would do, as of now; `push_action_id` is any part of the send. */
  previewTakeBack: call(read)
    .route({ method: "GET", path: "/campaigns/{id}/take-back", summary: "配信で渡したものを取り消すと何が起きるか" })
    .input(z.object({ id, push_action_id: id }))
    .output(takeBackPreview),
  /**
   * Takes back all that a send gave: its points, which become debts where they were spent, and coupons that nobody used. What of it still
   * waits goes out no more. The send is stopped or over; `take_backs` says how far the work is. Asked for twice, it is done once.
   */
  takeBack: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/take-back", summary: "配信で渡したポイントとクーポンを取り消す" })
    .input(z.object({ id, push_action_id: id, remarks: filledLine(200) }))
    .output(campaignDetail),
  /**
   * Pays stays that checked out before the campaign was switched on, or while it was stopped, by its rules as they stand. `preview`:
   * only counts what would be granted. The work asks for the person's right again when it begins; `stay_payments` says what became of it.
   */
  payStays: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/pay-stays", summary: "過去の宿泊にポイントを付与する" })
    .input(z.object({ id, from: date, to: date, preview: z.boolean().default(false) }))
    .output(
      z.object({
        /** Stays that are granted points, the guests whose they are, and the points. */
        stays: z.number().int(),
        customers: z.number().int(),
        points: z.number().int(),
      }),
    ),
  /** What each action of each send gave or said, newest send first. */
  pushes: call(read)
    .route({ method: "GET", path: "/campaigns/{id}/pushes", summary: "配信の結果(アクションごと)" })
    .input(listQuery(pushList, { id }))
    .output(listOf(push)),
  recipients: call(read)
    .route({ method: "GET", path: "/campaigns/{id}/recipients", summary: "届いたお客様・届かなかったお客様" })
    .input(listQuery(recipientList, { id }))
    .output(
      listOf(
        z.object({
          push_action_id: z.number().int(),
          customer_id: z.number().int(),
          customer_name: z.string(),
          type: z.enum(["point", "coupon", "line", "mail"]),
          outcome: z.enum(OUTCOMES),
          reason: z.string().nullable(),
          address: z.string().nullable(),
          at: z.string().nullable(),
          /** Of a mail with an unknown outcome: what to look for in the mail server's log. */
          message_id: z.string().nullable(),
        }),
      ).extend({
        /** Who was left out and, long after, is kept as a count alone; beside `total`. */
        left_out_ended: z.number().int(),
      }),
    ),
};
