import { ROLES } from "@okaeri/domain/permissions/roles";
import { z } from "zod";
import { call, needsPublic, needsSession } from "./call.ts";

const permittedPageActions = z.object({
  account_id: z.number().int(),
  parent_id: z.number().int().optional(),
  actions: z.array(z.string()),
});

/** Session data as specification §4 and §7 spell it. Signed out: `loggedIn` false and nothing else filled. */
export const sessionData = z.object({
  loggedIn: z.boolean(),
  verified: z.boolean(),
  userId: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  pwdUpdateRequired: z.boolean(),
  permitted_page_actions: z.array(permittedPageActions),
  planOptions: z.array(z.string()),
});
export type SessionData = z.infer<typeof sessionData>;

const loginId = z.string().min(1).max(128);
// The real upper bound of a password is 128 code points; a longer one is refused before any hashing.
const password = z.string().min(1).max(512);

export const auth = {
  login: call(needsPublic)
    .route({ method: "POST", path: "/auth/login", summary: "ログイン(パスワード)" })
    .input(z.strictObject({ userId: loginId, password }))
    .output(sessionData),
  verify: call({ kind: "second_step" })
    .route({ method: "POST", path: "/auth/verify", summary: "ログイン(認証コード)" })
    .input(z.strictObject({ code: z.string().min(1).max(16) }))
    .output(sessionData),
  logout: call(needsPublic)
    .route({ method: "POST", path: "/auth/logout", summary: "ログアウト" })
    .input(z.object({ userId: z.string().max(128).nullish() }))
    .output(z.object({ loggedIn: z.literal(false) })),
  session: call(needsPublic)
    .route({ method: "GET", path: "/auth/session", summary: "いまのセッション" })
    .output(sessionData),
  profile: call({ kind: "session", duringPasswordUpdate: true })
    .route({ method: "GET", path: "/profile", summary: "自分の情報" })
    .output(
      z.object({
        login_id: z.string(),
        name: z.string(),
        user_email: z.string(),
        role: z.enum(ROLES),
        companies: z.array(z.string()),
        signed_in_at: z.string(),
      }),
    ),
};

export const menu = {
  list: call(needsSession)
    .route({ method: "GET", path: "/menu", summary: "メニュー" })
    .output(
      z.array(
        z.object({
          section: z.enum(["users", "ranks", "rfms", "customers", "campaigns", "reports"]),
          label: z.string(),
          path: z.string(),
          disabled: z.boolean(),
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
    .input(z.object({ login_id: loginId }))
    .output(z.object({ code: z.string() })),
};
