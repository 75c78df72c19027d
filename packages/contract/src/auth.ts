import { ROLES } from "@okaeri/domain/permissions/roles";
import { z } from "zod";
import { call, type Need, needsPublic, needsSession } from "./call.ts";
import { id, version } from "./paging.ts";
import { filledLine, mailAddress } from "./text.ts";

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
const token = z.string().min(1).max(128);
const code = z
  .string()
  .min(1)
  .max(32)
  .describe("Code of the authenticator, or a recovery code.")
  .meta({ examples: ["123456"] });
const tfaSecret = z.string().min(1).max(128);
const done = z.object({ done: z.literal(true) });

const duringPasswordUpdate: Need = { kind: "session", duringPasswordUpdate: true };

export const auth = {
  login: call(needsPublic)
    .route({ method: "POST", path: "/auth/login", summary: "ログイン(パスワード)" })
    .input(z.strictObject({ userId: loginId, password }))
    .output(sessionData),
  /** `code` is the authenticator's, or one of the recovery codes. */
  verify: call({ kind: "second_step" })
    .route({ method: "POST", path: "/auth/verify", summary: "ログイン(認証コード)" })
    .input(z.strictObject({ code }))
    .output(sessionData),
  logout: call(needsPublic)
    .route({ method: "POST", path: "/auth/logout", summary: "ログアウト" })
    .input(z.object({ userId: z.string().max(128).nullish() }))
    .output(z.object({ loggedIn: z.literal(false) })),
  session: call(needsPublic)
    .route({ method: "GET", path: "/auth/session", summary: "いまのセッション" })
    .output(sessionData),

  // Sign-up: each step is bound to the token proven by the first one, never to what a later body claims.
  signup: call(needsPublic)
    .route({ method: "POST", path: "/auth/signup", summary: "登録: 招待を確かめる" })
    .input(z.strictObject({ token }))
    .output(
      z.object({
        name: z.string(),
        user_email: z.string(),
        company_name: z.string(),
        /** Null: still to be chosen. Otherwise this sign-in ID and its password stay, and the last step asks for the password. */
        login_id: z.string().nullable(),
      }),
    ),
  signupAvailability: call(needsPublic)
    .route({ method: "POST", path: "/auth/signup/availability", summary: "登録: ユーザーIDが使えるか" })
    .input(z.strictObject({ login_id: loginId }))
    .output(z.object({ availability: z.boolean(), reason: z.string().optional() })),
  signupGenerateTfa: call(needsPublic)
    .route({ method: "POST", path: "/auth/signup/generatetfa", summary: "登録: 認証アプリの鍵を作る" })
    .input(z.strictObject({ login_id: loginId }))
    .output(z.object({ tfa_secret: z.string(), otpauth_url: z.string() })),
  signupVerifyCode: call(needsPublic)
    .route({ method: "POST", path: "/auth/signup/verifycode", summary: "登録: 認証コードを確かめる" })
    .input(z.strictObject({ code, tfa_secret: tfaSecret }))
    .output(z.object({ verified: z.boolean() })),
  signupRegistration: call(needsPublic)
    .route({ method: "PUT", path: "/auth/signup/registration", summary: "登録: 完了する" })
    .input(z.strictObject({ login_id: loginId, password, tfa_secret: tfaSecret }))
    .output(z.object({ registered: z.literal(true), recovery_codes: z.array(z.string()) })),

  // Reset: forget answers the same whether the id exists or not.
  reset: call(needsPublic)
    .route({ method: "POST", path: "/auth/reset", summary: "再設定: リンクを確かめる" })
    .input(z.strictObject({ token }))
    .output(z.object({ login_id: z.string() })),
  resetForget: call(needsPublic)
    .route({ method: "PUT", path: "/auth/reset/forget", summary: "再設定: 案内メールを頼む" })
    .input(z.strictObject({ login_id: loginId }))
    .output(done),
  resetRegistration: call(needsPublic)
    .route({ method: "PUT", path: "/auth/reset/registration", summary: "再設定: 新しいパスワード" })
    .input(z.strictObject({ login_id: loginId, password }))
    .output(done),

  // The own profile. These and logout are all that a person may call while a new password is demanded.
  profile: call(duringPasswordUpdate)
    .route({ method: "GET", path: "/profile", summary: "自分の情報" })
    .output(
      z.object({
        login_id: z.string(),
        name: z.string(),
        user_email: z.string(),
        version,
        pending_email: z.string().nullable(),
        role: z.enum(ROLES),
        companies: z.array(z.string()),
        signed_in_at: z.string(),
        password_changed_at: z.string().nullable(),
        recovery_codes_left: z.number().int(),
      }),
    ),
  /** Another address than before asks for `password` and `code`, and counts once it is confirmed. */
  updateProfile: call(duringPasswordUpdate)
    .route({ method: "PUT", path: "/profile", summary: "名前とメールアドレスを変える" })
    .input(
      z.strictObject({
        name: filledLine(80),
        user_email: mailAddress,
        version: version.optional(),
        password: password.optional(),
        code: code.optional(),
      }),
    )
    .output(z.object({ name: z.string(), user_email: z.string(), pending_email: z.string().nullable(), version })),
  confirmEmail: call(duringPasswordUpdate)
    .route({ method: "POST", path: "/profile/email", summary: "新しいメールアドレスを確かめる" })
    .input(z.strictObject({ token }))
    .output(z.object({ user_email: z.string() })),
  /** Ends the other sessions and clears the demand for a new password. `code` here and below: the authenticator's or a recovery code. */
  changePassword: call(duringPasswordUpdate)
    .route({ method: "PUT", path: "/profile/password", summary: "パスワードを変える" })
    .input(z.strictObject({ old_password: password, password, code }))
    .output(sessionData),
  /** Proves the old authenticator and hands out a new key, which counts only after its own code. */
  startTfaChange: call(duringPasswordUpdate)
    .route({ method: "POST", path: "/profile/tfa", summary: "認証アプリを変える: 新しい鍵" })
    .input(z.strictObject({ code }))
    .output(z.object({ tfa_secret: z.string(), otpauth_url: z.string() })),
  finishTfaChange: call(duringPasswordUpdate)
    .route({ method: "PUT", path: "/profile/tfa", summary: "認証アプリを変える: 新しい鍵を確かめる" })
    .input(z.strictObject({ code }))
    .output(z.object({ recovery_codes: z.array(z.string()) })),
  /** Ten new recovery codes in place of the earlier ones. */
  renewRecoveryCodes: call(duringPasswordUpdate)
    .route({ method: "POST", path: "/profile/recovery-codes", summary: "復旧コードを作り直す" })
    .input(z.strictObject({ code }))
    .output(z.object({ recovery_codes: z.array(z.string()) })),
  sessions: call(needsSession)
    .route({ method: "GET", path: "/profile/sessions", summary: "自分のログインの一覧" })
    .output(
      z.array(
        z.object({
          id: z.number().int(),
          current: z.boolean(),
          device: z.string(),
          ip: z.string(),
          signed_in_at: z.string(),
          last_seen_at: z.string(),
        }),
      ),
    ),
  endSession: call(needsSession)
    .route({ method: "DELETE", path: "/profile/sessions/{id}", summary: "ほかのログインを終わらせる" })
    .input(z.object({ id }))
    .output(done),
};
