import { CLIENT_SECTIONS } from "@okaeri/domain/permissions/actions";
import { ROLES } from "@okaeri/domain/permissions/roles";
import { z } from "zod";
import { optionType } from "./billing.ts";
import { call, needsPublic, needsSession } from "./call.ts";
import { pageActions } from "./paging.ts";

export const menu = {
  list: call(needsSession)
    .route({ method: "GET", path: "/menu", summary: "メニュー" })
    .output(
      z.array(
        z.object({
          section: z.enum(CLIENT_SECTIONS),
          label: z.string(),
          path: z.string(),
          disabled: z.boolean(),
          /** The option whose end shut the section to this person, and its last day; null where something else or nothing did. */
          closed_by: z.object({ option_type: optionType, ended_on: z.string() }).nullable(),
          /** What the person may do in this section, in the account they work in. */
          page_actions: pageActions,
          /** Whether people's data of the section may be taken out as files. */
          can_export: z.boolean(),
        }),
      ),
    ),
};

/** Texts and addresses that the provider configures; shown before sign-in. */
export const site = {
  brand: call(needsPublic)
    .route({ method: "GET", path: "/site", summary: "提供者の表示名とリンク" })
    .output(
      z.object({
        provider_name: z.string(),
        provider_logo_url: z.string().nullable(),
        company_url: z.string(),
        privacy_url: z.string(),
        year: z.number().int(),
        today: z.string(),
        demo: z.boolean(),
      }),
    ),
};

export const demo = {
  signIns: call(needsPublic)
    .route({ method: "GET", path: "/demo/sign-ins", summary: "デモ用のログイン情報(デモのときだけ)" })
    .output(
      z.array(
        z.object({
          role: z.enum(ROLES),
          login_id: z.string(),
          password: z.string(),
          name: z.string(),
          company_name: z.string(),
        }),
      ),
    ),
  code: call(needsPublic)
    .route({ method: "GET", path: "/demo/code", summary: "デモ用の認証コード(デモのときだけ)" })
    .input(z.object({ login_id: z.string().min(1).max(128) }))
    .output(z.object({ code: z.string() })),
};
