import { CAMPAIGN_TYPES } from "@okaeri/domain/enumerations";
import { VARIANTS } from "@okaeri/domain/pushes/variants";
import { SEGMENT_REFERENCES } from "@okaeri/domain/segments/fields";
import { SEGMENT_LIST_NAMES } from "@okaeri/domain/segments/lists";
import { z } from "zod";
import { call, needsAction, needsProgramme } from "../call.ts";
import { omitted } from "../customer-selection.ts";
import { bookingList } from "../lists/bookings.ts";
import { campaignList } from "../lists/campaigns.ts";
import { pushList } from "../lists/pushes.ts";
import { recipientList } from "../lists/recipients.ts";
import { date, id, listOf, listQuery, timestamp, version } from "../paging.ts";
import { revocationPreview } from "../revocations.ts";
import { filledBlock, filledLine } from "../text.ts";
import { PREVIEWS } from "./actions/kinds.ts";
import {
  audienceCount,
  audienceExplanation,
  audienceExplanationQuestion,
  audienceNames,
  audienceNamesQuestion,
  audienceSegments,
  audienceTerms,
} from "./audience/audience.ts";
import { checkedCondition, conditionNode, conditionQuestion } from "./audience/condition.ts";
import { recipient } from "./delivery/recipient.ts";
import { push } from "./delivery/sends.ts";
import { campaignDetail, campaignItem } from "./detail.ts";
import { answeredDocument, campaignEdit } from "./document.ts";
import { newCampaign, offeredPreset } from "./presets/presets.ts";
import { attributedBooking } from "./results/attributed.ts";
import { resultCalls } from "./results/results.ts";
import { previewSamplesAnswer, previewSamplesQuestion } from "./review/preview-samples.ts";
import { campaignReview } from "./review/review.ts";
import { messageTest, testQuestion, testRecipients } from "./review/tests.ts";
import {
  calendarItem,
  calendarQuestion,
  expectedCounts,
  nextRunsAnswer,
  nextRunsQuestion,
  runChange,
} from "./schedule/runs.ts";
import { occasions } from "./triggers/occasions.ts";
import { comparison } from "./variants/variants.ts";

/** A version that was replaced: who had saved it and when. */
const campaignSummary = z.object({
  version: z.number().int(),
  at: timestamp,
  /** Null: gone, or of another company. */
  by: z.string().nullable(),
  document: answeredDocument,
});

/** Any part of the send that is meant, where several are open; without it the one that waits. */
const part = { push_action_id: id.optional() };

const read = needsAction("campaigns/read");
const edit = needsProgramme("campaigns/edit");
/** Counts and previews reveal guests for any target: they need the right to edit campaigns, not only to read them. */
const compose = needsProgramme("campaigns/edit", "campaigns/create");

export const campaigns = {
  ...resultCalls,
  list: call(read)
    .route({ method: "GET", path: "/campaigns", summary: "キャンペーン一覧" })
    .input(listQuery(campaignList))
    .output(listOf(campaignItem)),
  get: call(read)
    .route({ method: "GET", path: "/campaigns/{id}", summary: "キャンペーンの詳細と送信の状況" })
    .input(z.object({ id }))
    .output(campaignDetail),
  /** By type, in the order of the presets; the values that depend on the account are worked out now. */
  presets: call(needsProgramme("campaigns/create"))
    .route({ method: "GET", path: "/campaigns/presets", summary: "キャンペーンのプリセット" })
    .input(z.object({ matched: z.enum(["true", "false"]).default("true") }))
    .output(z.object({ items: z.array(offeredPreset) })),
  create: call(needsProgramme("campaigns/create"))
    .route({ method: "POST", path: "/campaigns", summary: "キャンペーンを作る" })
    .input(newCampaign)
    .output(z.object({ id: z.number().int() })),
  update: call(edit)
    .route({ method: "PUT", path: "/campaigns/{id}", summary: "キャンペーンを保存する" })
    .input(campaignEdit.extend({ id, version }))
    .output(campaignDetail),
  /**
   * A new draft that says the same: without dates, with coupon codes of its own, from the same preset. What has ended since comes along
   * and is missing there.
   */
  copy: call(needsProgramme("campaigns/create"))
    .route({ method: "POST", path: "/campaigns/{id}/copy", summary: "キャンペーンをコピーして下書きを作る" })
    .input(z.object({ id }))
    .output(z.object({ id: z.number().int() })),
  /** What the campaign said within the last hour and says no more, the newest first. */
  edits: call(edit)
    .route({ method: "GET", path: "/campaigns/{id}/edits", summary: "直前1時間の保存内容" })
    .input(z.object({ id }))
    .output(z.object({ items: z.array(campaignSummary) })),
  /** Saves once more what the campaign said as that version, within the last hour. */
  restoreEdit: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/edits/{edit}/restore", summary: "直前1時間の保存内容に戻す" })
    .input(z.object({ id, edit: id, version }))
    .output(campaignDetail),
  remove: call(needsProgramme("campaigns/delete"))
    .route({ method: "DELETE", path: "/campaigns/{id}", summary: "下書きのキャンペーンを削除する" })
    .input(z.object({ id }))
    .output(z.object({ id: z.number().int() })),
  audience: call(compose)
    .route({ method: "POST", path: "/campaigns/audience", summary: "対象の人数(保存しない)" })
    .input(z.strictObject({ ...audienceTerms, segments: audienceSegments }))
    .output(audienceCount),
  audienceNames: call(compose)
    .route({ method: "POST", path: "/campaigns/audience-names", summary: "対象の各段階のお客様(保存しない)" })
    .input(audienceNamesQuestion)
    .output(audienceNames),
  audienceExplanation: call(compose)
    .route({
      method: "POST",
      path: "/campaigns/audience-explanation",
      summary: "お客様に届くか、なぜ届かないか(保存しない)",
    })
    .input(audienceExplanationQuestion)
    .output(audienceExplanation),
  /** How many guests each rule and each group below the top keeps by itself, by its path in the target: "rules.0.rules.2". */
  ruleCounts: call(compose)
    .route({ method: "POST", path: "/campaigns/rule-counts", summary: "条件ごとの人数(保存しない)" })
    .input(z.strictObject({ target: conditionNode, type: z.enum(CAMPAIGN_TYPES), occasions }))
    .output(z.object({ counts: z.record(z.string(), z.number().int()) })),
  /** What a target says: as it is typed, in Lua or conditions. What is wrong with it is an answer, not an error. */
  checkCondition: call(compose)
    .route({ method: "POST", path: "/campaigns/check-condition", summary: "対象の条件を確かめる(保存しない)" })
    .input(conditionQuestion)
    .output(checkedCondition),
  /** How many guests have each value of a fact; with `list`, how many have an item of it with that value. */
  valueCounts: call(compose)
    .route({ method: "GET", path: "/campaigns/value-counts", summary: "項目の値ごとの人数" })
    .input(
      z.object({
        field: z
          .string()
          .max(60)
          .describe("Fact of the guest, or of the list's items.")
          .meta({ examples: ["plan_code"] }),
        list: z.enum(SEGMENT_LIST_NAMES).optional(),
      }),
    )
    .output(
      z.object({
        values: z.array(
          z.object({ value: z.union([z.number().int(), z.string(), z.boolean()]), count: z.number().int() }),
        ),
      }),
    ),
  /** What conditions can name, in the order of a choice. What is no longer in use is not chosen any more, and still named where it was. */
  conditionNames: call(read)
    .route({ method: "GET", path: "/campaigns/condition-names", summary: "条件で選べるものの名前" })
    .output(
      z.object({
        names: z.array(
          z.object({
            kind: z.enum(SEGMENT_REFERENCES),
            id: z.number().int(),
            name: z.string(),
            in_use: z.boolean(),
          }),
        ),
      }),
    ),
  /** Runs to come, triggers, and what was sent or missed, of all campaigns; days in Japan, both included. */
  calendar: call(read)
    .route({ method: "GET", path: "/campaigns/calendar", summary: "キャンペーンの予定表" })
    .input(calendarQuestion)
    .output(z.object({ items: z.array(calendarItem) })),
  /** Moves one run, leaves it out, or puts it back. */
  changeRun: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/runs", summary: "1回の実行の日時を変える・取りやめる" })
    .input(runChange.extend({ id }))
    .output(campaignDetail),
  /** For how many its schedules and triggers would be today. */
  expected: call(read)
    .route({ method: "GET", path: "/campaigns/{id}/expected", summary: "次の実行の人数(いまの時点)" })
    .input(z.object({ id }))
    .output(expectedCounts),
  /** Of a schedule as it is typed; what is wrong with it is an answer, not an error. */
  nextRuns: call(compose)
    .route({ method: "POST", path: "/campaigns/next-runs", summary: "予定の次の実行(保存しない)" })
    .input(nextRunsQuestion)
    .output(nextRunsAnswer),
  /** Of the saved document: what it comes to, and what could go wrong with it. */
  review: call(compose)
    .route({
      method: "GET",
      path: "/campaigns/{id}/review",
      summary: "配信する前の確認(届く人数・渡すもの・気をつけること)",
    })
    .input(z.object({ id }))
    .output(campaignReview),
  /** Sends a saved message to oneself or up to six people as one guest would get it; it counts in no cap and no figure. */
  testSend: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/test-send", summary: "自分と同僚にテスト送信する" })
    .input(testQuestion)
    .output(z.object({ jobs: z.array(messageTest) })),
  /** The newest tests that one has sent oneself, and what became of them. */
  testSends: call(compose)
    .route({ method: "GET", path: "/campaigns/{id}/test-sends", summary: "自分が送ったテスト" })
    .input(z.object({ id }))
    .output(z.object({ items: z.array(messageTest) })),
  testRecipients: call(compose)
    .route({ method: "GET", path: "/campaigns/test-recipients", summary: "テスト送信できる相手" })
    .output(testRecipients),
  previewSamples: call(compose)
    .route({
      method: "POST",
      path: "/campaigns/preview-samples",
      summary: "プレビューで見ておきたいお客様(情報の少ない方・名前の長い方・英語の方)",
    })
    .input(previewSamplesQuestion)
    .output(previewSamplesAnswer),
  preview: call(compose)
    .route({ method: "POST", path: "/campaigns/preview", summary: "メールを実際のお客様で表示する" })
    .input(PREVIEWS.input)
    .output(PREVIEWS.output),
  /** Records that the preset's own text goes out as it is, by a person who looked at this version; the version stays the same. */
  confirmText: call(edit)
    .route({
      method: "POST",
      path: "/campaigns/{id}/confirm-text",
      summary: "プリセットのままの文面で送ることを確認する",
    })
    .input(z.object({ id, version }))
    .output(campaignDetail),
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
  /** Four-eyes approval of a send, as of the version looked at; whoever started the send is refused. */
  approve: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/approve", summary: "配信を承認する" })
    .input(z.object({ id, version, ...part }))
    .output(campaignDetail),
  refuse: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/refuse", summary: "配信を承認せず、理由を付けて戻す" })
    .input(z.object({ id, reason: filledBlock(500), ...part }))
    .output(campaignDetail),
  /** Ends a send that nobody has got anything of yet; the campaign can be changed again. */
  cancel: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/cancel", summary: "始まる前の配信を取り消す" })
    .input(z.object({ id, ...part }))
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
    .output(campaignDetail.extend({ decided: z.number().int(), omitted: omitted })),
  /** What taking back all that a send gave would do, as of now; `push_action_id` is any part of the send. */
  previewRevocation: call(read)
    .route({ method: "GET", path: "/campaigns/{id}/revoke", summary: "配信で渡したものを取り消すと何が起きるか" })
    .input(z.object({ id, push_action_id: id }))
    .output(revocationPreview),
  /**
   * Takes back all that a send gave: its points, which become debts where they were spent, and coupons that nobody used. What of it still
   * waits is not sent. The send is stopped or has finished; `revocations` reports the progress. Idempotent.
   */
  revoke: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/revoke", summary: "配信で渡したポイントとクーポンを取り消す" })
    .input(z.object({ id, push_action_id: id, remarks: filledLine(200) }))
    .output(campaignDetail),
  /**
   * Pays stays that checked out before the campaign was switched on, or while it was stopped, by its rules as they stand. `preview`: dry
   * run, which only counts what would be granted. The person's right is checked again when the work begins; `stay_payments` says what
   * became of it.
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
  /** Results of each action of each send, newest send first. */
  pushes: call(read)
    .route({ method: "GET", path: "/campaigns/{id}/pushes", summary: "配信の結果(アクションごと)" })
    .input(listQuery(pushList, { id }))
    .output(listOf(push)),
  /** Its actions with several texts, and what came of each. */
  variants: call(read)
    .route({ method: "GET", path: "/campaigns/{id}/variants", summary: "比べている文面・クーポンごとの結果" })
    .input(z.object({ id }))
    .output(z.object({ items: z.array(comparison) })),
  /** Who waits for the choice of a text gets this one. Nobody chooses twice. */
  chooseVariant: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/variants", summary: "残りのお客様に届ける文面・クーポンを決める" })
    .input(z.object({ id, push_action_id: id, variant: z.enum(VARIANTS), version }))
    .output(campaignDetail),
  /** Bookings that it brought, at the person's facilities, with what each is credited for. */
  bookings: call(read)
    .route({ method: "GET", path: "/campaigns/{id}/bookings", summary: "キャンペーンから生まれた予約と宿泊" })
    .input(listQuery(bookingList, { id }))
    .output(listOf(attributedBooking)),
  recipients: call(read)
    .route({ method: "GET", path: "/campaigns/{id}/recipients", summary: "届いたお客様・届かなかったお客様" })
    .input(listQuery(recipientList, { id }))
    .output(
      listOf(recipient).extend({
        /** Who was left out and, long after, is kept as a count alone; beside `total`. */
        omitted_ended: z.number().int(),
      }),
    ),
};
