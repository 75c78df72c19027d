import type { Entry } from "./entry.ts";

/** What can be wrong with users, clients, accounts and their settings. */
export const PEOPLE_AND_PLACES = {
  not_suppressed: {
    ja: "このお客様のメールは、届かなかったことによる停止をしていません",
    en: "No bounce stops the mail of this guest",
  },
  refusal_stays: {
    ja: "お客様ご本人の配信停止や迷惑メールの報告によるものなので、解除できません",
    en: "The guest opted out or complained, so this cannot be lifted",
  },
  too_many_guests: ({ max }: { max: number }) => ({
    ja: `一度に変更できるのは${max.toLocaleString("en")}人までです。条件を追加して絞り込んでください`,
    en: `At most ${max.toLocaleString("en")} guests can be changed at once. Add a condition`,
  }),
  not_for_role: {
    ja: "この役割では持てない操作が含まれています",
    en: "It contains an action that this role cannot hold",
  },
  admin_whole: {
    ja: "管理者は、すべての操作ができます。操作を選ぶときは、役割を担当者にしてください",
    en: "An administrator may do everything. To choose actions, make the role staff",
  },
  no_rights: {
    ja: "権限がひとつもありません。権限を選ぶか、権限なしで招待することを確かめてください",
    en: "There is no right at all. Choose some, or confirm the invitation without rights",
  },
  role_family: { ja: "このクライアントでは選べない役割です", en: "This role cannot be chosen for this client" },
  self: {
    ja: "自分自身の権限や状態は変えられません。メールアドレスと認証アプリはプロフィールで変えてください",
    en: "You cannot change your own rights or status. Change mail and authenticator on your profile",
  },
  last_administrator: {
    ja: "最後の管理者なので、この操作はできません。先に別の管理者を登録してください",
    en: "This is the last administrator. Register another one first",
  },
  provider_stays_active: { ja: "サービス提供会社は無効にできません", en: "The provider cannot be deactivated" },
  same_client: {
    ja: "同じクライアントのアカウントを選んでください",
    en: "Choose an account of the same client",
  },
  beneath_itself: { ja: "自分自身や自分の下には置けません", en: "It cannot lie beneath itself" },
  provider_branch: {
    ja: "提供会社のアカウントは、いまあるアカウントの下に作ってください",
    en: "Choose the provider's account that it lies beneath",
  },
  provider_options: {
    ja: "提供会社のアカウントにオプションは付けられません",
    en: "An account of the provider has no options",
  },
  top_level_only: {
    ja: "最上位のアカウントだけが持てるオプションです",
    en: "Only a top-level account can have this",
  },
  periods_overlap: {
    ja: "同じオプションの期間が重なっています",
    en: "Two periods of the same option overlap",
  },
  active_beneath: {
    ja: "下に有効なアカウントがあるため、無効にできません",
    en: "There are active accounts beneath it",
  },
  inactive_above: {
    ja: "上のアカウントが無効です。先に有効にしてください",
    en: "The account above it is inactive. Activate that one first",
  },
  set_elsewhere: ({ name }: { name: string }) => ({
    ja: `「${name}」の設定です。そちらで変更してください`,
    en: `Please change this at “${name}”`,
  }),
  member_numbers_off: {
    ja: "会員番号の自動付与がオフです。オンにして保存してから、もう一度お試しください",
    en: "Issuing of member numbers is off. Switch it on, save, and try again",
  },
  member_numbers_short: ({ left, guests }: { left: number; guests: number }) => ({
    ja: `この桁数で付けられる番号は残り${left.toLocaleString("ja-JP")}件で、会員番号のない顧客${guests.toLocaleString("ja-JP")}人に足りません。桁数を増やしてください`,
    en: `Only ${left.toLocaleString("en-GB")} numbers of this length are left for ${guests.toLocaleString("en-GB")} customers without one. Use more digits`,
  }),
  not_member_prefix: {
    ja: "半角の英大文字・数字・ハイフンで入力してください",
    en: "Enter capital letters, digits and hyphens",
  },
  not_line_channel_id: {
    ja: "5桁から20桁の数字で入力してください",
    en: "Enter 5 to 20 digits",
  },
  not_line_basic_id: {
    ja: "@で始まる半角の英数字で入力してください",
    en: "Enter letters and digits after an @",
  },
  not_dkim_selector: {
    ja: "半角の英小文字・数字・ハイフンで入力してください(例: okaeri1)",
    en: "Enter small letters, digits and hyphens, such as okaeri1",
  },
  not_utm_source: {
    ja: "半角の英数字・ピリオド・ハイフン・下線で入力してください(例: newsletter)",
    en: "Enter letters, digits, full stops, hyphens and underscores, such as newsletter",
  },
  not_public_key: {
    ja: "SendGridの画面に表示される検証キー(Verification Key)を、そのまま貼り付けてください",
    en: "Paste the verification key exactly as SendGrid shows it",
  },
  no_sender_domain: {
    ja: "差出人アドレスを設定すると、DNSを確認できます",
    en: "Set a sender address first; its DNS can then be checked",
  },
  not_field_key: {
    ja: "英小文字で始め、英小文字・数字・_ で入力してください",
    en: "Begin with a small letter; small letters, digits and _ may follow",
  },
  /** `domains`: those that are none, where there are several. */
  not_a_domain: ({ domains }: { domains?: string }) => ({
    ja: `${domains === undefined ? "" : `「${domains}」を`}ドメインの形で入力してください(例: guest.example.com)`,
    en: `Enter ${domains === undefined ? "a domain" : `“${domains}” as a domain`}, such as guest.example.com`,
  }),
  not_a_house: ({ name }: { name: string }) => ({
    ja: `「${name}」は、下に施設のある本部のため、予約・宿泊を受け取れません。宿泊した施設を選んでください`,
    en: `“${name}” is a headquarters with facilities beneath it and takes no bookings or stays. Choose the facility where guests stay`,
  }),
  key_not_of_house: {
    ja: "このキーの施設は、下に施設のある本部のため、予約・宿泊を受け取れません。宿泊した施設のキーで送ってください",
    en: "The account of this key is a headquarters with facilities beneath it and takes no bookings or stays. Send with a key of the facility where guests stay",
  },
  channel_refused: { ja: "このチャネルは登録できません", en: "This channel cannot be registered" },
  not_sooner: {
    ja: "いまの終わりより前にしてください",
    en: "Choose an earlier end than it has now",
  },
  not_for_partner: { ja: "予約エンジンのキーには選べません", en: "Not for a partner's key" },
} as const satisfies Record<string, Entry>;
