// One valid input for every call that takes any; each of its fields is then replaced by those of hostile-values.fixture.ts.

export type Target = {
  name: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  input: Record<string, unknown>;
  /** Sent by provider staff; otherwise by a client's administrator. */
  provider?: true;
};

const point = {
  grant_type: "absolute",
  grant_absolute: 500,
  grant_rate: null,
  grant_condition: 1,
  plan_code: ["A"],
  expiration_type: "days_from_grant",
  expiration_days_from_grant: 365,
  expiration_days_from_last_stay: null,
  expiration_date: "2027-01-01",
};
const mail = { title: "お知らせ", body: "{{ name }}様", signature: "", from_address: "" };
const template = {
  name: "誕生日のお祝い",
  label: "誕生日",
  feature_type: "campaign",
  message_types: ["mail"],
  ...mail,
};
const coupon = {
  name: "冬の割引",
  description: "平日に",
  type: "code",
  code: "FUYU",
  acquire_amount_limit: 9,
  use_amount_limit: 9,
  use_times_limit: 1,
  use_quantity_limit: 1,
  reservation_end_date: "2026-12-01",
  stay_start_date: "2026-12-01",
  stay_end_date: "2027-01-31",
  valid_days_from_acquire: null,
  valid_months_from_acquire: null,
  available_months: [12],
  day_of_week: [1],
  unavailable_period: [{ start: "2026-12-30", end: "2027-01-02" }],
  use_condition: 1000,
  plan_code: ["A"],
  includes_free: true,
  can_use_together: true,
  discount_type: "rate",
  absolute_type: null,
  rate_type: "action",
  discount_absolute: null,
  discount_rate: 10,
  discount_limit: 500,
  cancellation_includes_discount: true,
};
export const everyStay = {
  combinator: "and",
  not: false,
  rules: [{ field: "stay_count", operator: ">=", value: 1 }],
};
const schedule = { minute: "0", hour: "10", day_of_month: "1", month: "*", day_of_week: "*", year: "*" };
const trigger = { base: "after_check_out", offset_days: 1, time: "10:00", once_per: "stay", once_days: null };
const actions = [
  {
    id: null,
    seq: 1,
    type: "point",
    point,
    schedule,
    schedule_once: { once_per: "days", once_days: 365 },
    trigger: null,
  },
  { id: null, seq: 2, type: "mail", mail, schedule: null, schedule_once: null, trigger },
  { id: null, seq: 3, type: "coupon", coupon },
];
export const campaign = {
  name: "秋",
  type: "repeat_promotion",
  preset_type: "information",
  campaign_start_dt: "2026-11-01",
  campaign_end_dt: "2027-01-31",
  purpose: "marketing",
  priority: 5,
  control_rate: 10,
  segments: [{ id: null, priority_seq: 1, name: "常連の方", target: everyStay, benefits_to_reached: true, actions }],
};
const years = { frequency_aggregation_years: 2, monetary_aggregation_years: 2 };
const rfm = {
  ...years,
  details: [1, 2, 3, 4, 5].map((score) => ({
    score,
    recency: (5 - score) * 60,
    frequency: score - 1,
    monetary: (score - 1) * 1000,
  })),
  groups: [{ id: null, name: "常連", recency_score: 5, frequency_score: null, monetary_score: null, priority: 1 }],
};
const rank = {
  definition: "stay",
  use_point_unit: 100,
  active_month: 12,
  base_month: 24,
  base_date: 31,
  valid_from: "2026-12-01",
  details: [
    { id: null, name: "シルバー", total_stay: 2, total_use_price: null, total_get_point: null, priority: 1 },
    { id: null, name: "一般", total_stay: 0, priority: 2, min_use_point: 100, max_use_point: 5000 },
  ],
};
const paged = { page: "1", size: "20" };
const list = { ...paged, sort: "name", q: "山田" };
const ids = { rfm_group_id: "1", rfm_id: "1", rank_detail_id: "1", customer_type_id: "1", facility_account_id: "1" };
const scores = { recency_score: "1", frequency_score: "1", monetary_score: "1" };
const ranges = { stay_count_min: "0", stay_count_max: "9", use_price_min: "0", use_price_max: "9", point_min: "0" };
const customerFilters = {
  ...list,
  sort: "-last_stay_on",
  ...ids,
  ...scores,
  ...ranges,
  point_max: "9",
  birthday_month: "1",
  last_stay_from: "2026-01-01",
  last_stay_to: "2026-12-31",
  mail: "reachable",
  line: "reachable",
};
const signUp = { login_id: "taro", password: "a long enough pass", tfa_secret: "ABC" };
const file = { file_name: "a.csv", byte_size: 10 };
const mapping = { reservation_code: "予約番号" };
const HISTORIES = "reservations stays messages campaigns grant-points use-points acquire-coupons use-coupons".split(
  " ",
);

const open = { contract_started_at: "2026-01-01", contract_ended_at: "2026-12-31" };
const period = { option_type: "crm_option", option_started_at: "2026-01-01", option_ended_at: "2026-12-31" };
const status = { active_status: "active", contract_state: "running" };
const about = { in_account_id: "1", company_id: "1" };
const payment = {
  company_name: "本社",
  company_name_kana: "ホンシャ",
  post_code: "100-0001",
  address: "東京都",
  department_name: "経理",
  contact_name: "経理 花子",
  contact_tel: "03-1234-5678",
  contact_email: "a@example.jp",
  discount_amount: 1000,
  discount_started_at: "2026-01-01",
  discount_ended_at: "2026-12-31",
};

export type Ids = {
  company: number;
  account: number;
  user: number;
  customer: number;
  campaign: number;
  rfm: number;
  batch: number;
};

export function targets(id: Ids): Target[] {
  const call = (name: string, method: Target["method"], url: string, input: Record<string, unknown>): Target => ({
    name: `${method} ${name}`,
    method,
    url: `/api${url}`,
    input,
  });
  const ofProvider = (...of: Parameters<typeof call>): Target => ({ ...call(...of), provider: true });
  const person = {
    name: "仲居 花子",
    user_email: "a@example.jp",
    role: "role_user",
    accounts: [{ account_id: id.account, permissions: ["customers/read"] }],
  };
  const oneAccount = `/accounts/${id.account}`;
  const oneCampaign = `/campaigns/${id.campaign}`;
  const oneGuest = `/customers/${id.customer}`;
  const booking = { remarks: "売店", stay_reservation_id: 1 };
  return [
    call("login", "POST", "/auth/login", { userId: "taro", password: "x" }),
    call("sign-up", "POST", "/auth/signup", { token: "abc" }),
    call("availability", "POST", "/auth/signup/availability", { login_id: "taro" }),
    call("generate", "POST", "/auth/signup/generatetfa", { login_id: "taro" }),
    call("verify code", "POST", "/auth/signup/verifycode", { code: "123456", tfa_secret: "ABC" }),
    call("registration", "PUT", "/auth/signup/registration", signUp),
    call("reset", "POST", "/auth/reset", { token: "abc" }),
    call("forget", "PUT", "/auth/reset/forget", { login_id: "taro" }),
    call("new password", "PUT", "/auth/reset/registration", { login_id: "taro", password: "x" }),
    call("profile", "PUT", "/profile", { name: "花子", user_email: "a@example.jp" }),
    call("mail address", "POST", "/profile/email", { token: "abc" }),
    call("demo code", "GET", "/demo/code", { login_id: "taro" }),
    call("users", "GET", "/users", { ...list, ...about, status: "active", role: "role_user" }),
    call("user", "POST", "/users", person),
    call("user", "PUT", `/users/${id.user}`, { ...person, version: 1 }),
    call("rights on offer", "GET", "/users/offers", { role: "role_user", company_id: "1" }),
    call("accounts", "GET", "/accounts", { ...list, ...status, company_id: "1", option_type: "crm_option" }),
    call("account groups", "GET", "/accounts/groups", { ...list, ...about, active_status: "active" }),
    call("clients", "GET", "/clients", { ...list, ...status }),
    call("audit", "GET", "/audit", {
      ...paged,
      q: "山田",
      sort: "-at",
      from: "2026-01-01",
      to: "2026-12-31",
      action: "login",
      entity: "users",
      ...about,
      actor_user_id: "1",
      entity_id: "1",
    }),
    call("history", "GET", `/users/${id.user}/history`, { ...paged, q: "山田", sort: "at" }),
    ofProvider("client", "POST", "/clients", { name: "新しい会社" }),
    ofProvider("client", "PUT", `/clients/${id.company}`, { name: "改めた会社", version: 1 }),
    ofProvider("account", "POST", "/accounts", {
      company_id: id.company,
      code: "NEW",
      name: "別館",
      parent_id: id.account,
      ...open,
      options: [period],
    }),
    ofProvider("account", "PUT", oneAccount, { ...open, code: "A-宿", name: "宿", parent_id: null, version: 99 }),
    ofProvider("payment", "PUT", `${oneAccount}/payment`, { ...payment, version: 99 }),
    ofProvider("options", "PUT", `${oneAccount}/options`, { version: 99, options: [{ id: null, ...period }] }),
    call("customers", "GET", "/customers", customerFilters),
    ...HISTORIES.map((part) => call(part, "GET", `/customers/${id.customer}/${part}`, paged)),
    call("use points", "POST", `${oneGuest}/use-points`, { ...booking, use_point: 1, facility_account_id: id.account }),
    call("grant points", "POST", `${oneGuest}/grant-points`, {
      grant_point: 1,
      remarks: "お詫び",
      expiration_type: "date",
      expiration_date: "2027-01-01",
      facility_account_id: id.account,
      reverses_grant_point_id: 1,
    }),
    call("give coupon", "POST", `${oneGuest}/acquire-coupons`, { coupon_id: 1, remarks: "お詫び" }),
    call("coupon taken back", "POST", `${oneGuest}/acquire-coupons/1/cancellation`, { remarks: "誤り" }),
    call("use coupon", "POST", `${oneGuest}/use-coupons`, { ...booking, coupon_id: 1, quantity: 1, plan_figure: 1 }),
    call("coupon use cancelled", "POST", `${oneGuest}/use-coupons/1/cancellation`, { remarks: "誤り" }),
    call("quote coupon", "GET", `${oneGuest}/use-coupons/quote`, {
      coupon_id: "1",
      stay_reservation_id: "1",
      quantity: "1",
      plan_figure: "1.5",
    }),
    call("campaigns", "GET", "/campaigns", { ...list, status: "active", type: "basic" }),
    call("presets", "GET", "/campaigns/presets", { matched: "true" }),
    call("campaign", "POST", "/campaigns", campaign),
    call("campaign", "PUT", oneCampaign, { ...campaign, version: 1 }),
    call("what a campaign said", "POST", `${oneCampaign}/edits/1/restore`, { version: 1 }),
    call("audience", "POST", "/campaigns/audience", {
      segments: [
        {
          target: everyStay,
          types: ["mail"],
          tells_of: "coupon",
          coupons: [{ action_id: 1, given: "each", limit: 1 }],
        },
      ],
    }),
    call("audience's names", "POST", "/campaigns/audience-names", {
      segments: [{ target: everyStay, types: ["mail"] }],
      segment: 0,
      step: "consented",
      who: "left",
    }),
    call("audience's verdict", "POST", "/campaigns/audience-explanation", {
      segments: [{ target: everyStay, types: ["mail"] }],
      customer_id: id.customer,
    }),
    call("awkward guests", "POST", "/campaigns/preview-samples", { target: everyStay }),
    call("preview", "POST", "/campaigns/preview", { target: everyStay, mail, points: 1, customer_id: id.customer }),
    call("testSend", "POST", `${oneCampaign}/test-send`, {
      action_id: 1,
      customer_id: id.customer,
      to: [1],
    }),
    call("next runs", "POST", "/campaigns/next-runs", {
      schedule: { minute: "0", hour: "10", day_of_month: "L", month: "*", day_of_week: "?", year: "*" },
      after: "2026-12-01T00:00:00Z",
      count: 3,
    }),
    call("calendar", "GET", "/campaigns/calendar", { from: "2026-11-01", to: "2026-11-30" }),
    call("a run", "POST", `${oneCampaign}/runs`, {
      action_id: 1,
      at: "2026-12-01T01:00:00Z",
      move_to: "2026-12-01T02:00:00Z",
    }),
    call("pushes", "GET", `${oneCampaign}/pushes`, paged),
    call("bookings", "GET", `${oneCampaign}/bookings`, { ...paged, touch: "click" }),
    call("results", "GET", `${oneCampaign}/results`, {
      by: "day",
      lift: "false",
      from: "2026-11-01",
      to: "2026-11-30",
    }),
    call("guests of results", "GET", `${oneCampaign}/results/guests`, { ...paged, key: "1", figure: "sent" }),
    call("lift", "GET", `${oneCampaign}/lift`, {}),
    call("recipients", "GET", `${oneCampaign}/recipients`, { ...paged, outcome: "sent" }),
    call("codes", "POST", `${oneCampaign}/coupons/1/codes`, { text: "AKI-1", first_line: 1 }),
    call("made codes", "POST", `${oneCampaign}/coupons/1/codes/generation`, { count: 1, known: 0 }),
    call("alarm of codes", "PUT", `${oneCampaign}/coupons/1/codes/alarm`, { alarm_at: 1 }),
    call("activate", "POST", `${oneCampaign}/activate`, { version: 99 }),
    call("mail templates", "GET", "/mail-templates", { ...list, label: "誕生日", feature_type: "campaign" }),
    call("mail template", "POST", "/mail-templates", template),
    call("mail template", "PUT", "/mail-templates/999999", { ...template, version: 1 }),
    call("RFM movement", "GET", `/rfms/${id.rfm}/movement`, { from: "2026-01-01", to: "2026-02-01" }),
    call("RFM preview", "POST", `/rfms/${id.rfm}/preview`, rfm),
    call("RFM of a group", "POST", "/rfms", { group_id: 999_999 }),
    call("RFM deleted", "DELETE", `/rfms/${id.rfm}`, { version: 1 }),
    call("RFM suggestion", "POST", `/rfms/${id.rfm}/suggest`, years),
    call("RFM scored", "POST", `/rfms/${id.rfm}/score`, {}),
    call("RFM", "PUT", `/rfms/${id.rfm}`, { ...rfm, version: 1 }),
    call("rank suggestion", "POST", "/ranks/suggest", { definition: "stay", base_month: 24 }),
    call("rank tried", "POST", "/ranks/preview", { ...rank, page: "1", size: "20" }),
    call("rank", "POST", "/ranks", rank),
    call("rank", "PUT", "/ranks/1", { ...rank, version: 1 }),
    call("ranks judged", "POST", "/ranks/1/evaluate", {}),
    call("rank deleted", "DELETE", "/ranks/1", { version: 1, lose_ranks: true }),
    call("reports", "GET", "/reports", { from: "2026-01-01", to: "2026-12-31" }),
    call("imports", "GET", "/imports", paged),
    call("import", "POST", "/imports", { ...file, facility_account_id: id.account }),
    call("start", "POST", `/imports/${id.batch}/start`, { mapping }),
    call("rejections", "GET", `/imports/${id.batch}/rejections`, paged),
  ];
}
