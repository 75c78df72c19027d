import { USER_STATUSES } from "@okaeri/domain/enumerations";
import { ROLES } from "@okaeri/domain/permissions/roles";
import { z } from "zod";
import { call, needsRow } from "./call.ts";
import { userList } from "./lists/users.ts";
import { id, listOf, listQuery, pageActions, version } from "./paging.ts";
import { historyCall } from "./records.ts";
import { filledLine, mailAddress } from "./text.ts";

const role = z.enum(ROLES);
const status = z.enum(USER_STATUSES);

export const userItem = z.object({
  id: z.number().int(),
  login_id: z.string().nullable(),
  name: z.string(),
  user_email: z.string(),
  role,
  status,
  company_id: z.number().int(),
  company_name: z.string(),
  /** The accounts in the viewer's reach. */
  accounts: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** Accounts of this person out of the viewer's reach: why a row is read-only. */
  other_account_count: z.number().int(),
  last_login_at: z.string().nullable(),
  page_actions: pageActions,
});

/** What may be done with one person, and why not: `refusal` null = may. */
export const userAct = z.object({
  act: z.enum([
    "edit",
    "change_name",
    "change_mail",
    "change_rights",
    "reinvite",
    "deactivate",
    "activate",
    "force_password",
    "reset_tfa",
  ]),
  refusal: z
    .enum(["not_permitted", "self", "role_above", "holds_more", "wrong_status", "last_administrator"])
    .nullable(),
});

export const userDetail = userItem.omit({ accounts: true }).extend({
  version,
  password_update_required: z.boolean(),
  password_changed_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Until when the mailed invitation works; null without an open one. */
  invitation_expires_at: z.string().nullable(),
  tfa_registered: z.boolean(),
  /** Until when the mailed link to a new authenticator works; null without an open one. */
  tfa_link_expires_at: z.string().nullable(),
  accounts: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      code: z.string(),
      parent_id: z.number().int().nullable(),
      permissions: z.array(z.string()),
      /** May take people's data out as files; "*" implies it. */
      can_export: z.boolean(),
    }),
  ),
  acts: z.array(userAct),
});

export const userListInput = listQuery(userList);

const membership = z.strictObject({
  account_id: z.number().int().positive().max(999_999_999_999_999),
  permissions: z.array(z.string().min(1).max(40)).max(60),
  /** Left out: as it is, and off where the account is new. */
  can_export: z.boolean().optional(),
});
const edit = {
  name: filledLine(80),
  user_email: mailAddress,
  role,
  accounts: z.array(membership).min(1).max(300),
};
const one = z.strictObject({ id });

export const users = {
  list: call(needsRow("users/read"))
    .route({ method: "GET", path: "/users", summary: "ユーザー一覧" })
    .input(userListInput)
    .output(listOf(userItem)),
  /** What the permission editor offers: roles the person may give, and per account what that role may hold and the person may give. */
  offers: call(needsRow("users/read"))
    .route({ method: "GET", path: "/users/offers", summary: "与えられる権限" })
    .input(z.object({ role, company_id: id.optional() }))
    .output(
      z.object({
        roles: z.array(role),
        /** Whose people the person may look after. */
        companies: z.array(z.object({ id: z.number().int(), name: z.string(), is_provider: z.boolean() })),
        default_permissions: z.array(z.string()),
        accounts: z.array(
          z.object({
            id: z.number().int(),
            code: z.string(),
            name: z.string(),
            parent_id: z.number().int().nullable(),
            company_id: z.number().int(),
            company_name: z.string(),
            /** Values valid for the role in this account. */
            allowed: z.array(z.string()),
            /** Those of them that something asks for. */
            offered: z.array(z.string()),
            /** Those of them that the person may give or take away. */
            grantable: z.array(z.string()),
            /** Whether the person may give or take away `can_export` there. */
            can_export: z.boolean(),
          }),
        ),
      }),
    ),
  get: call(needsRow("users/read"))
    .route({ method: "GET", path: "/users/{id}", summary: "ユーザー" })
    .input(z.object({ id }))
    .output(userDetail),
  /** The person is pending and gets an invitation mail. Nobody is invited without any right unless `without_rights` says so. */
  create: call(needsRow("users/create"))
    .route({ method: "POST", path: "/users", summary: "ユーザーを招待" })
    .input(z.strictObject({ ...edit, without_rights: z.boolean().optional() }))
    .output(userDetail),
  update: call(needsRow("users/edit"))
    .route({ method: "PUT", path: "/users/{id}", summary: "ユーザーを変更" })
    .input(z.strictObject({ id, version, ...edit }))
    .output(userDetail),
  reinvite: call(needsRow("users/edit"))
    .route({ method: "POST", path: "/users/{id}/invitation", summary: "招待メールを送り直す" })
    .input(one)
    .output(userDetail),
  /** Needs the row's `edit`, too: the users list knows no other action. */
  deactivate: call(needsRow("users/delete"))
    .route({ method: "DELETE", path: "/users/{id}", summary: "ユーザーを無効にする" })
    .input(one)
    .output(userDetail),
  /** Active again; who has not signed up: pending, with a new invitation; who lacks only the authenticator gets the link to a new one. */
  activate: call(needsRow("users/edit"))
    .route({ method: "POST", path: "/users/{id}/activation", summary: "ユーザーを有効に戻す" })
    .input(one)
    .output(userDetail),
  forcePassword: call(needsRow("users/edit"))
    .route({ method: "POST", path: "/users/{id}/password-demand", summary: "パスワードの変更を求める" })
    .input(one)
    .output(userDetail),
  /** Forgets authenticator and recovery codes; a mailed link registers a new one. Id, status and password stay. */
  resetTfa: call(needsRow("users/edit"))
    .route({ method: "POST", path: "/users/{id}/tfa-reset", summary: "認証アプリの登録を取り消す" })
    .input(one)
    .output(userDetail),
  history: historyCall("/users/{id}", "ユーザー"),
};
