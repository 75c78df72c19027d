import type { accountGroup } from "@okaeri/contract/account-groups";
import type { accountItem } from "@okaeri/contract/accounts";
import type { auditLine } from "@okaeri/contract/audit";
import type { campaignItem } from "@okaeri/contract/campaigns/detail";
import type { mailTemplateItem } from "@okaeri/contract/campaigns/templates/mail-templates";
import type { clientItem } from "@okaeri/contract/clients";
import type { customerItem } from "@okaeri/contract/customer-rows";
import type { inboxBatch } from "@okaeri/contract/inbox";
import { accountGroupList } from "@okaeri/contract/lists/account-groups";
import { accountList } from "@okaeri/contract/lists/accounts";
import { auditList } from "@okaeri/contract/lists/audit";
import { campaignList } from "@okaeri/contract/lists/campaigns";
import { clientList } from "@okaeri/contract/lists/clients";
import { acquiredCouponList, usedCouponList } from "@okaeri/contract/lists/coupons";
import { customerList } from "@okaeri/contract/lists/customers";
import { inboxList } from "@okaeri/contract/lists/inbox";
import type { List } from "@okaeri/contract/lists/list";
import { mailTemplateList } from "@okaeri/contract/lists/mail-templates";
import { mergeList } from "@okaeri/contract/lists/merges";
import { grantPointList, usePointList } from "@okaeri/contract/lists/points";
import { userList } from "@okaeri/contract/lists/users";
import type { mergeCandidate } from "@okaeri/contract/merges";
import type { userItem } from "@okaeri/contract/users";
import { shownDate, shownDateTime } from "@okaeri/domain/shown-dates";
import { texts as customers } from "../apps/web/src/i18n/ja/customers.ts";
import { texts as shell } from "../apps/web/src/i18n/ja/shell.ts";
import { texts as ui } from "../apps/web/src/i18n/ja/ui.ts";
import { texts as users } from "../apps/web/src/i18n/ja/users.ts";
import type { GuestFacts } from "./lists.fixture.ts";

export type Value = string | number | null;
type Answer<Schema extends { _zod: { output: unknown } }> = Schema["_zod"]["output"];
export type Row = { id: number };
/**
 * What a row says about each condition and each order of its list: the conditions are asked with every value that occurs, and the
 * answers compared with these. A condition may have several values in one row.
 */
type Facts<L extends List, R> = {
  filters: { [Name in keyof L["filters"]]: (row: R) => Value | readonly Value[] };
  sorts: { [Name in L["sorts"][number]]: (row: R) => Value };
  file?: { [Name in NonNullable<L["file"]>[number]]: (row: R) => Value };
  /** The value of a condition that holds where nobody asks it. */
  byDefault?: { [Name in keyof L["filters"]]?: string };
};
export type Case = { list: List; facts: Facts<List, Row> };
const described = <L extends List, R>(list: L, facts: Facts<L, R>): Case => ({ list, facts: facts as never });

/** A row of a guest's history, as far as conditions ask. */
type History = {
  id: number;
  kind: string;
  remaining: number | null;
  grant_date: string;
  use_date: string;
  cancel_date: string | null;
  acquire_date: string;
  state: string;
};
const USES = {
  state: (one: History) => (one.cancel_date === null ? "valid" : "cancelled"),
  used_on: (one: History) => one.use_date,
};

/** Every list whose conditions and orders are asked. `of` says what of a guest the row leaves out. */
export const describeLists = (of: (id: number) => GuestFacts | undefined): Case[] => [
  described<typeof customerList, Answer<typeof customerItem>>(customerList, {
    filters: {
      q: (one) => one.name,
      rank_detail_id: (one) => one.rank?.id ?? null,
      rfm_group_id: (one) => one.rfm_group?.id ?? null,
      rfm_id: (one) => of(one.id)?.rfms ?? [],
      last_stay: (one) => one.last_stay_on,
      stay_count: (one) => one.stay_count,
      use_price: (one) => one.use_price_total,
      point: (one) => one.point_balance,
      birthday_month: (one) => of(one.id)?.month ?? null,
      mail: (one) => (one.mail_state === "reachable" ? "reachable" : "unreachable"),
      line: (one) => (one.line_state === "reachable" ? "reachable" : "unreachable"),
      facility_account_id: (one) => of(one.id)?.facilities ?? [],
      reserved_facility_account_id: (one) => of(one.id)?.booked ?? [],
      customer_type_id: (one) => of(one.id)?.types ?? [],
      recency_score: (one) => of(one.id)?.scores?.[0] ?? null,
      frequency_score: (one) => of(one.id)?.scores?.[1] ?? null,
      monetary_score: (one) => of(one.id)?.scores?.[2] ?? null,
      rfm_flow: (one) => of(one.id)?.flows ?? [],
    },
    sorts: {
      last_stay_on: (one) => one.last_stay_on,
      name_kana: (one) => one.name_kana,
      stay_count: (one) => one.stay_count,
      use_price_total: (one) => one.use_price_total,
      point_balance: (one) => one.point_balance,
      member_number: (one) => one.member_number,
    },
    file: {
      member_number: (one) => one.member_number,
      name: (one) => one.name,
      name_kana: (one) => one.name_kana,
      tel: (one) => one.tel,
      email: (one) => one.email,
      rank: (one) => one.rank?.name ?? "",
      rfm_group: (one) => one.rfm_group?.name ?? "",
      last_stay_on: (one) => shownDate(one.last_stay_on, "ja"),
      last_facility: (one) => one.last_facility_name,
      stay_count: (one) => one.stay_count,
      use_price_total: (one) => one.use_price_total,
      point_balance: (one) => one.point_balance,
      next_point_expiry: (one) => shownDate(one.next_point_expiry, "ja"),
      mail: (one) => ({ ...customers.contact.mail, reachable: "届く", none: "なし" })[one.mail_state],
      line: (one) =>
        ({ ...customers.contact.mail, blocked: customers.contact.line.blocked, reachable: "届く", none: "なし" })[
          one.line_state
        ],
    },
  }),
  described<typeof userList, Answer<typeof userItem>>(userList, {
    filters: {
      q: (one) => one.name,
      status: (one) => one.status,
      role: (one) => one.role,
      company_id: (one) => one.company_id,
      in_account_id: (one) => one.accounts.map(({ id }) => id),
    },
    sorts: {
      name: (one) => one.name,
      login_id: (one) => one.login_id,
      role: (one) => one.role,
      status: (one) => one.status,
      last_login_at: (one) => one.last_login_at,
      company_name: (one) => one.company_name,
    },
    file: {
      name: (one) => one.name,
      login_id: (one) => one.login_id,
      user_email: (one) => one.user_email,
      role: (one) => shell.roles[one.role],
      status: (one) => users.status[one.status],
      company: (one) => one.company_name,
      accounts: (one) => one.accounts.map(({ name }) => name).join("、"),
      last_login_at: (one) => shownDateTime(one.last_login_at === null ? null : new Date(one.last_login_at), "ja"),
    },
  }),
  described<typeof clientList, Answer<typeof clientItem>>(clientList, {
    filters: {
      q: (one) => one.name,
      contract_state: (one) => one.contract_state,
      active_status: (one) => one.active_status,
    },
    sorts: {
      name: (one) => one.name,
      account_count: (one) => one.account_count,
      user_count: (one) => one.user_count,
      contract_ended_at: (one) => one.contract_ended_at,
      updated_at: (one) => one.updated_at,
    },
    file: {
      name: (one) => one.name,
      accounts: (one) => one.account_count,
      users: (one) => one.user_count,
      contract: (one) => (one.contract_state === null ? "" : ui.contract[one.contract_state]),
      contract_ended_at: (one) => shownDate(one.contract_ended_at, "ja"),
      status: (one) => ui.activeStatus[one.active_status],
    },
  }),
  described<typeof accountList, Answer<typeof accountItem>>(accountList, {
    filters: {
      q: (one) => [one.name, one.company_name],
      company_id: (one) => one.company_id,
      contract_state: (one) => one.contract_state,
      option_type: (one) => (one.options ?? []).map((option) => option.option_type),
      active_status: (one) => one.active_status,
    },
    sorts: {
      hierarchy: (one) => one.company_name,
      name: (one) => one.name,
      code: (one) => one.code,
      company_name: (one) => one.company_name,
      contract_started_at: (one) => one.contract_started_at,
      contract_ended_at: (one) => one.contract_ended_at,
      updated_at: (one) => one.updated_at,
    },
    file: {
      code: (one) => one.code,
      name: (one) => one.name,
      company: (one) => one.company_name,
      parent: (one) => one.parent_name,
      started: (one) => shownDate(one.contract_started_at, "ja"),
      ended: (one) => shownDate(one.contract_ended_at, "ja"),
      contract: (one) => (one.contract_state === null ? "" : ui.contract[one.contract_state]),
      options: (one) => (one.options ?? []).map((option) => ui.option[option.option_type]).join("、"),
      status: (one) => ui.activeStatus[one.active_status],
    },
  }),
  described<typeof accountGroupList, Answer<typeof accountGroup>>(accountGroupList, {
    filters: { q: (one) => one.name, company_id: (one) => one.company_id, active_status: (one) => one.active_status },
    sorts: { name: (one) => one.name, company_name: (one) => one.company_name, updated_at: (one) => one.updated_at },
  }),
  described<typeof campaignList, Answer<typeof campaignItem>>(campaignList, {
    filters: {
      q: (one) => one.name,
      status: (one) => one.status,
      type: (one) => one.type,
      preset_type: (one) => one.preset_type,
    },
    sorts: {
      updated_at: (one) => one.updated_at,
      name: (one) => one.name,
      campaign_start_dt: (one) => one.campaign_start_dt,
      last_sent_at: (one) => one.last_sent_at,
    },
  }),
  described<typeof mailTemplateList, Answer<typeof mailTemplateItem>>(mailTemplateList, {
    filters: { q: (one) => one.name, label: (one) => one.label || null, feature_type: (one) => one.feature_type },
    sorts: { name: (one) => one.name, label: (one) => one.label || null, updated_at: (one) => one.updated_at },
  }),
  described<typeof auditList, Answer<typeof auditLine>>(auditList, {
    filters: {
      q: (one) => one.actor?.name ?? null,
      period: (one) => new Date(Date.parse(one.at) + 9 * 3_600_000).toISOString().slice(0, 10),
      actor_user_id: (one) => one.actor?.id ?? null,
      action: (one) => one.action,
      entity: (one) => one.entity,
      company_id: (one) => one.company?.id ?? null,
      in_account_id: (one) => one.account?.id ?? null,
    },
    sorts: { at: (one) => one.at },
  }),
  described<typeof inboxList, Answer<typeof inboxBatch>>(inboxList, {
    filters: {
      state: (one) => one.state,
      held: (one) => (one.rows_held > 0 ? "yes" : null),
      channel: (one) => one.channel,
      kind: (one) => one.kind,
      facility_account_id: (one) => one.facility_account_id,
      received: (one) => new Date(Date.parse(one.created_at) + 9 * 3_600_000).toISOString().slice(0, 10),
    },
    sorts: { created_at: (one) => one.created_at },
  }),
  described<typeof mergeList, Answer<typeof mergeCandidate>>(mergeList, {
    filters: {
      q: (one) => (one.customer ?? one.guest)?.name ?? null,
      kind: (one) => one.kind,
      reason: (one) => one.reasons,
      decision: (one) => one.decision,
      import_batch_id: (one) => (one.import_batch_id === null ? null : String(one.import_batch_id)),
    },
    sorts: { score: (one) => one.score, created_at: (one) => one.created_at },
    byDefault: { decision: "open" },
  }),
  described<typeof grantPointList, History>(grantPointList, {
    filters: {
      kind: (one) => one.kind,
      left: (one) => ((one.remaining ?? 0) > 0 ? "left" : "none"),
      granted_on: (one) => one.grant_date,
    },
    sorts: {},
  }),
  described<typeof usePointList, History>(usePointList, { filters: USES, sorts: {} }),
  described<typeof acquiredCouponList, History>(acquiredCouponList, {
    filters: { state: (one) => one.state, acquired_on: (one) => one.acquire_date },
    sorts: {},
  }),
  described<typeof usedCouponList, History>(usedCouponList, { filters: USES, sorts: {} }),
];
