import { ROLES } from "@okaeri/domain/permissions/roles";
import { z } from "zod";
import { call, needsAction, needsSession } from "./call.ts";
import { listOf, listQuery, pageActions } from "./paging.ts";

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
});

export const accounts = {
  picker: call(needsSession)
    .route({ method: "GET", path: "/accounts/picker", summary: "働く施設の選択肢" })
    .output(z.object({ items: z.array(pickerAccount), default_account_id: z.number().int().nullable() })),
};

export const userItem = z.object({
  id: z.number().int(),
  login_id: z.string().nullable(),
  name: z.string(),
  user_email: z.string(),
  role: z.enum(ROLES),
  status: z.enum(["pending", "active", "inactive"]),
  accounts: z.array(z.object({ id: z.number().int(), name: z.string() })),
  last_login_at: z.string().nullable(),
  page_actions: pageActions,
});

export const users = {
  list: call(needsAction("users/read"))
    .route({ method: "GET", path: "/users", summary: "ユーザー一覧" })
    .input(listQuery(["name", "login_id", "status", "role"], "name"))
    .output(listOf(userItem)),
};
