import { z } from "zod";
import { optionType, payment, runningOption } from "./billing.ts";
import { call, needsRow, needsSession } from "./call.ts";
import { accountList, CONTRACT_STATES } from "./lists/accounts.ts";
import { activeStatus, date, id, listOf, listQuery, pageActions, version } from "./paging.ts";
import { historyCall, switchCalls } from "./records.ts";
import { filledLine, line } from "./text.ts";

export const contractStateWord = z.enum(CONTRACT_STATES);

/** An account the person may work in. Guest data belongs to `programme_account_id` (product §1). */
const pickerAccount = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  parent_id: z.number().int().nullable(),
  company_id: z.number().int(),
  company_name: z.string(),
  programme_account_id: z.number().int(),
  facility_count: z.number().int(),
  /** Working in it, the person is narrowed to that facility's guests; figures of the whole programme are named as such. */
  facility_only: z.boolean(),
});

export const accountItem = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  company_id: z.number().int(),
  company_name: z.string(),
  parent_id: z.number().int().nullable(),
  parent_name: z.string().nullable(),
  /** 0 = top level. */
  depth: z.number().int(),
  programme_account_id: z.number().int(),
  contract_started_at: z.string().nullable(),
  contract_ended_at: z.string().nullable(),
  /** Null = not for this person: a clerk reads names and contacts. */
  contract_state: contractStateWord.nullable(),
  /** Null = not for this person. */
  options: z.array(runningOption).nullable(),
  active_status: activeStatus,
  updated_at: z.string(),
  page_actions: pageActions,
});

const accountOption = z.object({
  id: z.number().int(),
  option_type: optionType,
  option_started_at: z.string(),
  option_ended_at: z.string().nullable(),
  option_item: z.string(),
  is_active_today: z.boolean(),
});

/** What there is to read about an account beyond its names, in the order of the screen's tabs. */
/** `codes`: customer types and booking channels; `card`: the registration card. */
export const EDITABLE_PARTS = [
  "name",
  "basics",
  "contract",
  "payment",
  "options",
  "settings",
  "codes",
  "card",
  "keys",
] as const;
export const ACCOUNT_PARTS = [
  "basics",
  "payment",
  "options",
  "users",
  "groups",
  "types",
  "channels",
  "members",
  "sender",
  "templates",
  "line",
  "card",
  "keys",
  "history",
] as const;

export const accountDetail = accountItem.extend({
  version,
  created_at: z.string(),
  programme_account_name: z.string(),
  children: z.array(z.object({ id: z.number().int(), code: z.string(), name: z.string() })),
  groups: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** People of the account; null for whoever may not read them. */
  user_count: z.number().int().nullable(),
  account_options: z.array(accountOption),
  /** Only for those who may see the client's billing: provider staff. */
  payment: payment.nullable(),
  /** Parts the person may read: a clerk neither contract, options and keys nor what connects the account to other systems. */
  readable_parts: z.array(z.enum(ACCOUNT_PARTS)),
  /** Parts the person may change: the provider's business is not the client's. */
  editable_parts: z.array(z.enum(EDITABLE_PARTS)),
});

/** What stops when an account or a client is switched off or its contract or options end, counted. */
export const stopsAnswer = z.object({
  /** Accounts in force that stop, the one itself among them. */
  accounts: z.number().int(),
  /** Connection keys that work. */
  keys: z.number().int(),
  /** Campaigns in force. */
  campaigns: z.number().int(),
  /** Sends under way or waiting. */
  sends: z.number().int(),
  /** Files whose import or undoing is under way or waiting. */
  imports: z.number().int(),
  /** Batches of feeds that are under way or waiting. */
  feed_batches: z.number().int(),
  /** Guests; their data stays. */
  guests: z.number().int(),
});
export type Stops = z.output<typeof stopsAnswer>;

const ending = z.object({
  account_id: z.number().int(),
  account_name: z.string(),
  company_name: z.string(),
  subject: z.enum(["contract", ...optionType.options]),
  /** The last day. */
  ends_on: z.string(),
  /** Days from today to the last one; negative once it is over. */
  days_left: z.number().int(),
});

export const accountListInput = listQuery(accountList);

const optionEdit = z.strictObject({
  /** Null = new. */
  id: z.number().int().nullable(),
  option_type: optionType,
  option_started_at: date,
  option_ended_at: date.nullable(),
  option_item: line(120).default(""),
});
const basics = {
  code: filledLine(40, "code"),
  name: filledLine(120),
  parent_id: z.number().int().positive().nullable(),
  contract_started_at: date.nullable(),
  contract_ended_at: date.nullable(),
};

export const accounts = {
  picker: call(needsSession)
    .route({ method: "GET", path: "/accounts/picker", summary: "働く施設の選択肢" })
    .output(z.object({ items: z.array(pickerAccount), default_account_id: z.number().int().nullable() })),
  /** Notices on the home page: contracts and options that end within 30 days or ended within the last 7. */
  endings: call(needsSession)
    .route({ method: "GET", path: "/accounts/endings", summary: "まもなく終わる契約とオプション" })
    .output(z.object({ items: z.array(ending) })),
  list: call(needsRow("accounts/read"))
    .route({ method: "GET", path: "/accounts", summary: "アカウント一覧" })
    .input(accountListInput)
    .output(listOf(accountItem)),
  get: call(needsRow("accounts/read"))
    .route({ method: "GET", path: "/accounts/{id}", summary: "アカウント" })
    .input(z.object({ id }))
    .output(accountDetail),
  create: call(needsRow("accounts/create"))
    .route({ method: "POST", path: "/accounts", summary: "アカウントを登録" })
    .input(
      z.strictObject({
        company_id: z.number().int().positive(),
        ...basics,
        options: z
          .array(optionEdit.omit({ id: true }))
          .max(50)
          .default([]),
      }),
    )
    .output(accountDetail),
  /** Client administrators may change the name only; code, parent and contract are the provider's. */
  update: call(needsRow("accounts/edit"))
    .route({ method: "PUT", path: "/accounts/{id}", summary: "アカウントの基本情報と契約を変更" })
    .input(z.strictObject({ id, version, ...basics }))
    .output(accountDetail),
  updatePayment: call(needsRow("accounts/edit"))
    .route({ method: "PUT", path: "/accounts/{id}/payment", summary: "請求先を変更" })
    .input(z.strictObject({ id, version, ...payment.shape }))
    .output(accountDetail),
  /** The whole list of option periods; periods left out end up inactive. */
  updateOptions: call(needsRow("accounts/edit"))
    .route({ method: "PUT", path: "/accounts/{id}/options", summary: "オプションと期間を変更" })
    .input(z.strictObject({ id, version, options: z.array(optionEdit).max(50) }))
    .output(accountDetail),
  /** With `option_types` what stops when these end, in place of the contract. */
  stops: call(needsRow("accounts/edit"))
    .route({ method: "GET", path: "/accounts/{id}/stops", summary: "アカウントとともに止まるもの" })
    .input(z.object({ id, option_types: z.array(optionType).max(optionType.options.length).optional() }))
    .output(stopsAnswer),
  ...switchCalls("accounts", "/accounts/{id}", "アカウント", accountDetail),
  history: historyCall("/accounts/{id}", "アカウント"),
};
