import type { Language } from "../errors.ts";
import type { Entry } from "./entry.ts";

/** Campaigns by their names, which a draft need not have. */
function namesListed(names: readonly string[], language: Language): string {
  return language === "ja"
    ? names.map((name) => `「${name || "名前のないキャンペーン"}」`).join("")
    : names.map((name) => `“${name || "an unnamed campaign"}”`).join(", ");
}

/** What can be wrong with a campaign, its target, its texts, and with the scores a target asks for. */
export const CAMPAIGNS = {
  no_segments: { ja: "セグメントを1つ以上追加してください", en: "Add at least one segment" },
  no_actions: {
    ja: "ポイント・クーポン・メールを1つ以上追加してください",
    en: "Add points, a coupon or a mail",
  },
  no_stay_points: { ja: "宿泊ごとに付けるポイントを追加してください", en: "Add the points that each stay earns" },
  timing_each_stay: {
    ja: "「基本」のキャンペーンは宿泊ごとに付与するので、予定やきっかけは決められません",
    en: "A basic campaign grants with each stay: it takes no schedule and no trigger",
  },
  schedule_and_trigger: {
    ja: "予定ときっかけは、どちらか一方だけを選んでください",
    en: "Choose either a schedule or a trigger",
  },
  once_needs_schedule: {
    ja: "お一人あたりの回数は、予定と一緒に指定してください",
    en: "How often one guest is met is said together with a schedule",
  },
  once_days_unused: {
    ja: "日数は、「何日に1回」を選んだときだけ入力してください",
    en: "Give a number of days only for once in so many days",
  },
  once_per_no_stay: {
    ja: "このきっかけは宿泊ごとではないので、「1つのご予約に1回」は選べません",
    en: "This trigger is not about a stay, so it cannot be once for each stay",
  },
  service_of_stays: {
    ja: "「ご滞在のご案内」を目的にできるのは、種類が「顧客サービス」のキャンペーンだけです",
    en: "Only a customer service campaign can be about the stay itself",
  },
  coupon_not_service: {
    ja: "「ご滞在のご案内」のキャンペーンでは、クーポンを渡せません。クーポンを外すか、目的を「宣伝」にしてください",
    en: "A campaign about the stay itself gives no coupon: remove the coupon, or make its purpose marketing",
  },
  coupon_mentioned_not_service: {
    ja: "「ご滞在のご案内」のメールでは、クーポンを案内できません。クーポンのブロックと言葉を外すか、目的を「宣伝」にしてください",
    en: "A mail about the stay itself tells of no coupon: remove its block or words, or make the campaign's purpose marketing",
  },
  not_of_block: {
    ja: "この種類のブロックでは使わない項目です。空にしてください",
    en: "Blocks of this kind have no such field: leave it empty",
  },
  bad_link: {
    ja: "https://、http://、mailto:、tel: のいずれかで始まるリンク先を入力してください。差し込み、ユーザー名、IPアドレス、社内や端末の中だけで使うホスト名は使えません",
    en: "Enter a link that begins with https://, http://, mailto: or tel:. Placeholders, user names, IP addresses and host names of a private network are not possible",
  },
  image_unknown: {
    ja: "この画像は見つかりません。もう一度画像を選んでください",
    en: "There is no such image here: choose one again",
  },
  further_without_first: {
    ja: "別の言語のメールだけを保存することはできません。もとのメールも入力してください",
    en: "A mail in another language stands beside the action's own: fill that in too",
  },
  control_not_service: {
    ja: "「ご滞在のご案内」はどのお客様にも届けるので、比較グループは0%にしてください",
    en: "A campaign about the stay itself leaves nobody out: make the control group 0 percent",
  },
  control_not_each_stay: {
    ja: "「基本」のキャンペーンは何も配信しないので、比較グループは0%にしてください",
    en: "A basic campaign sends nothing: make the control group 0 percent",
  },
  preset_fixed: {
    ja: "どのプリセットから作ったかは、あとから変えられません",
    en: "The preset that a campaign was made from cannot be changed",
  },
  preset_of_other_type: {
    ja: "このプリセットは、別の種類のキャンペーンのためのものです。種類を戻すか、新しいキャンペーンを作ってください",
    en: "This preset is for campaigns of another type: choose that type again, or make a new campaign",
  },
  already_over: {
    ja: "終了日が過ぎています。今日以降の日付にしてください",
    en: "The last day has passed. Choose today or a later day",
  },
  not_started: {
    ja: "開始日がまだ来ていないので、配信できません",
    en: "The first day has not come yet, so nothing can be sent",
  },
  not_a_schedule: {
    ja: "予定として読み取れません。数字、* 、1-5 、1,15 、*/2 のように入力してください",
    en: "This cannot be read as a schedule: enter a number, *, 1-5, 1,15 or */2",
  },
  too_often: {
    ja: "予定は1時間に1回までです。分は1つだけ指定してください",
    en: "A schedule comes at most once an hour: tell a single minute",
  },
  day_and_weekday: {
    ja: "月の最終日(L)と第何曜日(4#2)は、もう一方の日の欄を * にして、それだけで使ってください",
    en: "The last day (L) and an nth weekday (4#2) stand alone: leave the other day field *",
  },
  never: {
    ja: "この予定の日時は、もう来ません。日付を変えてください",
    en: "This schedule never comes: change its days",
  },
  no_run_in_period: {
    ja: "この予定の日時は、キャンペーンの期間に入っていません。予定か期間を変えてください",
    en: "This schedule does not come within the campaign's days: change one of them",
  },
  no_such_run: {
    ja: "この日時の実行はありません。画面を開き直して、もう一度お試しください",
    en: "There is no run at this moment. Please open the page again",
  },
  moment_past: { ja: "これから来る日時にしてください", en: "Choose a moment that is still to come" },
  run_there: {
    ja: "この日時には、同じアクションの別の回があります。別の日時にしてください",
    en: "The action has another run at this moment: choose another one",
  },
  too_many_days: ({ max }: { max: number }) => ({
    ja: `一度に見られるのは${max}日分までです`,
    en: `At most ${max} days are shown at once`,
  }),
  own_send: {
    ja: "配信を始めた方は承認できません。別の方に確認してもらってください",
    en: "Who started the send cannot approve it: another person has to look at it",
  },
  send_running: {
    ja: "まだ配信しています。配信を止めてから取り消してください",
    en: "The send is still running: stop it first",
  },
  outside_period: {
    ja: "キャンペーンの期間に、この日付の範囲が入っていません",
    en: "These days lie outside the campaign's period",
  },
  message_not_each_stay: {
    ja: "「基本」のキャンペーンは、宿泊ごとにポイントを付けるもので、何も配信しません。メッセージを外すか、種類を「リピート促進」に変えてください",
    en: "A basic campaign grants points with each stay and sends nothing. Remove the message, or change the type to repeat promotion",
  },
  rate_needs_stay: {
    ja: "利用金額の割合で付けられるのは、宿泊ごとに付ける「基本」のキャンペーンだけです。ポイント数で指定してください",
    en: "Only a basic campaign, which grants with each stay, takes a share of its price: give a number of points",
  },
  already_expired: {
    ja: "付与する日より前に有効期限が切れます。後の日付にしてください",
    en: "The points would expire before they are granted: choose a later day",
  },
  all_expired: {
    ja: "いまの対象では、全員のポイントが付与した時点で失効します。日数を長くするか、期限の種類を変えてください",
    en: "For everybody in the target the points would already have expired: allow more days or another kind of expiry",
  },
  no_points_granted: {
    ja: "この対象にはポイントの付与がないので、「付与ポイント」は使えません",
    en: "This segment grants no points, so the text cannot tell how many",
  },
  no_coupon_code: {
    ja: "この対象のクーポンにはコードがないので、「クーポンコード」は使えません。クーポンの種類を「コード」にするか、言葉を外してください",
    en: "The coupons of this segment have no code, so the text cannot tell one: make the coupon one with a code, or take the word out",
  },
  no_coupon_held: {
    ja: "このお客様には、いま使えるクーポンがないため、このメールは送りません",
    en: "This guest has no coupon that can be used now, so this mail is not sent to them",
  },
  test_not_written: {
    ja: "件名と本文を入力すると、テスト送信できます",
    en: "Write a subject and a text first, then it can be tried",
  },
  nothing_to_say: {
    ja: "このお客様には、件名または本文に差し込む情報がなく、送る内容がなくなるため、このメールは送りません",
    en: "What is known of this guest leaves no subject or no text to send, so this mail is not sent to them",
  },
  preset_text_unconfirmed: ({ count }: { count: number }) => ({
    ja: `文面がプリセットのままで、${count.toLocaleString("ja-JP")}人に届きます。文面を見て、「この文面で送る」で確認するか、文面を変えてください`,
    en: `The text is still the preset's and goes to ${count.toLocaleString("en")} guests. Look at it, then confirm it with “Send this text” or change it`,
  }),
  mail_too_large: ({ size }: { size: number }) => ({
    ja: `メールが大きすぎます(${size}キロバイト)。100キロバイトを超えると、途中で切れるメールソフトがあります。ブロックを減らすか、文章を短くしてください`,
    en: `The mail is too large (${size} kB): beyond 100 kB some programs cut it off. Take out blocks or shorten texts`,
  }),
  sender_unknown: {
    ja: "アカウントに設定された差出人アドレスだけが使えます",
    en: "Only the sender address configured for the account can be used",
  },
  sender_unconfirmed: ({ address }: { address: string }) => ({
    ja: `差出人アドレス「${address}」がまだ確認されていません。届いた確認メールのリンクを開いてください(アカウントの「送信の設定」から送り直せます)`,
    en: `The sender address “${address}” is not confirmed yet. Open the link in the mail it was sent; the account's sending settings can send it again`,
  }),
  legal_sender_missing: {
    ja: "送信者の名称と住所がアカウントに設定されていません(特定電子メール法の表示に必要です)",
    en: "The account has no sender name and address yet, which the law demands in campaign mail",
  },
  preset_card_link: {
    ja: "宿泊者名簿のリンクは、まだメールに入れられません",
    en: "A mail cannot hold the link to the registration card yet",
  },
  preset_no_ranks: {
    ja: "ランクがまだありません。ランクを作るとお使いいただけます",
    en: "There are no ranks yet: make them first",
  },
  preset_ranks_by_points: {
    ja: "獲得ポイントで決まるランクは、ポイントを付与する条件には使えません",
    en: "Ranks that are given for points cannot decide who gets points",
  },
  preset_no_scores: {
    ja: "RFMスコアのあるお客様がまだいません。宿泊を取り込み、RFMを計算するとお使いいただけます",
    en: "No guest has an RFM score yet: bring in stays and have them scored",
  },
  preset_scores_not_in_plan: {
    ja: "ご契約のプランにRFMがありません",
    en: "The account's plan has no RFM",
  },
  preset_no_stays: {
    ja: "この1年のご宿泊がまだありません。宿泊を取り込むと、目安の金額を決められます",
    en: "There are no stays of the last year, from which the price would be worked out: bring them in first",
  },
  account_signature: {
    ja: "アカウントの署名に使えない差し込みがあります。配信の設定を直すか、このメールの署名を入力してください",
    en: "The account's signature has a broken placeholder: correct it in the settings, or give this mail a signature",
  },
  coupon_in_signature: {
    ja: "共通の署名はすべてのメールに付くため、クーポンの言葉は使えません。メールの本文に入れてください",
    en: "The shared signature ends every mail, so it cannot tell of a coupon: put the words into the mail itself",
  },
  unknown_placeholder: ({ name = "" }: { name?: string }) => ({
    ja: `{{ ${name} }} という差し込み項目はありません。ボタンから入れ直してください`,
    en: `There is no placeholder {{ ${name} }}. Put it in again with its button`,
  }),
  broken_placeholder: {
    ja: "{{ と }} のあいだに改行は入れられません。1行に書き直してください",
    en: "There must be no line break between {{ and }}",
  },
  empty_fallback: {
    ja: "「|」のあとに、情報がないときの言葉を入れてください",
    en: "Say after the | what stands there where nothing is known",
  },
  unclosed: { ja: "{{ が閉じられていません", en: "A {{ is not closed" },
  unopened: { ja: "対応する {{ のない }} があります", en: "A }} has no {{ before it" },
  tag_not_allowed: { ja: "{% %} は使えません", en: "{% %} cannot be used" },
  line_break: { ja: "改行は入れられません", en: "Line breaks cannot be used here" },
  not_of_campaign: { ja: "このキャンペーンのものではありません", en: "This does not belong to the campaign" },
  fixed_while_stopped: {
    ja: "配信の途中で止めたキャンペーンでは、種類、対象、施策の構成は変えられません",
    en: "The type, segments and actions cannot be changed while a stopped send waits to be resumed",
  },
  not_a_group: { ja: "条件の形式が正しくありません", en: "The condition is not in the right form" },
  unknown_combinator: {
    ja: "「すべて」か「いずれか」を選び直してください",
    en: "Choose again whether all or any of the conditions must be met",
  },
  empty_group: {
    ja: "条件を追加するか、グループを外してください",
    en: "Add a condition, or remove the group",
  },
  too_deep: { ja: "グループの入れ子が深すぎます", en: "The groups are nested too deeply" },
  too_many_rules: { ja: "条件が多すぎます", en: "There are too many conditions" },
  unknown_field: { ja: "使えない項目です。選び直してください", en: "This field cannot be used. Choose another" },
  unknown_operator: {
    ja: "この項目では使えない比べ方です。選び直してください",
    en: "This comparison is not for this field. Choose another",
  },
  counted_in_counted: {
    ja: "数える条件の中では、ほかの記録を数えられません。外側に置いてください",
    en: "Nothing can be counted within what is counted. Put this condition outside",
  },
  not_judged_as_of: {
    ja: "宿泊ごとのポイントの条件には使えません(チェックアウトの日の値が分かりません)。別の項目を選んでください",
    en: "This cannot be asked of a stay: nobody can tell what it was on the day of check-out. Choose another field",
  },
  no_reservation: {
    ja: "予約の条件は、予約や宿泊をきっかけに動くキャンペーンでだけ使えます。すべてのアクションのきっかけを予約か宿泊にするか、この条件を外してください",
    en: "Only a campaign that acts because of a reservation or stay can ask about it. Give every action such a trigger, or remove this condition",
  },
  share_alone: {
    ja: "比べるものが1つだけのときは、全員に届けます。割合を空にしてください",
    en: "What is not compared goes to everybody: leave its share empty",
  },
  remaining_of_other: {
    ja: "この対象では、ほかのアクションの比較で残りのお客様を待たせます。ここの割合の合計を100%にしてください",
    en: "Guests of this segment already wait for the choice in another action: make the shares here 100%",
  },
  share_of_variant: {
    ja: "割合は、その文面の最初の言語にだけ入力してください",
    en: "The share is said once, with the first language of the text",
  },
  variant_language: {
    ja: "この文面には、最初の文面と同じ言語のものがありません。その言語でも書いてください",
    en: "This text lacks the language of the first one: write it in that language too",
  },
  shares_over: ({ sum }: { sum: number }) => ({
    ja: `割合の合計が${sum}%です。100%以下にしてください`,
    en: `The shares come to ${sum}%: make it 100% at most`,
  }),
  shares_under: ({ sum }: { sum: number }) => ({
    ja: `割合の合計が${sum}%です。きっかけで届けるものは残りの方を待たせられないので、合計を100%にしてください`,
    en: `The shares come to ${sum}%. What a trigger sends cannot wait for a choice: make it 100%`,
  }),
  no_reservation_mentioned: {
    ja: "予約の言葉(チェックイン日など)は、予約や宿泊をきっかけに送るメッセージでだけ使えます。すべてのアクションのきっかけを予約か宿泊にするか、この言葉を消してください",
    en: "Words about a reservation, like the check-in date, are filled in only where a message is triggered by a reservation or stay. Give every action such a trigger, or remove these words",
  },
  rank_by_points: {
    ja: "獲得ポイントで決まる(決まっていた)ランクは、宿泊ごとのポイントの条件には使えません。別の項目を選んでください",
    en: "Ranks that follow, or once followed, points got cannot be asked for where each stay grants points. Choose another field",
  },
  bad_value: { ja: "値を正しく入力してください", en: "Please enter a proper value" },
  empty_list: { ja: "1つ以上選んでください", en: "Choose at least one" },
  not_ascending: {
    ja: "ひとつ前のしきい値より大きくしてください",
    en: "Must be greater than the threshold before it",
  },
  wrong_count: { ja: "スコア1から5までが必要です", en: "Scores 1 to 5 are all needed" },
  too_few_stayed: {
    ja: "しきい値を提案するには、宿泊実績のある顧客が5人以上必要です",
    en: "Suggesting thresholds needs at least five customers who have stayed",
  },
  mail_template_in_use: ({ names }: { names: readonly string[] }) => ({
    ja: `キャンペーンで使われているため、削除できません: ${namesListed(names, "ja")}`,
    en: `It cannot be deleted while campaigns use it: ${namesListed(names, "en")}`,
  }),
} as const satisfies Record<string, Entry>;
