import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Binder, RequestContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { tfaBinding } from "../../session/cipher.ts";
import { matchingStep, newTotpSecret, otpauthUrl } from "../../session/totp.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { countAttempt, type OpenToken, openToken, useToken } from "./account-tokens.ts";
import { loginIdProblem } from "./login-id.ts";
import { renewRecoveryCodes } from "./recovery-codes.ts";
import { refuseBadPassword, storePassword } from "./set-password.ts";

/** Questions one invitation may ask; a person needs a handful. */
const ATTEMPTS_PER_TOKEN = 20;

/** specification §4, sign-up. Every step works on what the server holds for the token; the body is compared, never trusted. */
export function signUpRoutes(os: Binder) {
  return {
    signup: os.auth.signup.handler(async ({ input, context }) => {
      const { app } = context;
      const invited = await app.database.asSystem(async (tx) => {
        const token = await openToken(tx, input.token, "invitation", app.clock.now());
        if (!token) throw new CallError("LINK_INVALID");
        return invitedPerson(tx, token.user_id);
      });
      context.setStepToken("signup", input.token);
      return invited;
    }),

    signupAvailability: os.auth.signupAvailability.handler(({ input, context }) =>
      withToken(context, async (tx, token) => {
        await countOrRefuse(tx, token);
        const problem = await loginIdProblem(tx, token.user_id, input.login_id, context.language);
        return problem ? { availability: false, reason: problem } : { availability: true };
      }),
    ),

    signupGenerateTfa: os.auth.signupGenerateTfa.handler(({ input, context }) =>
      withToken(context, async (tx, token) => {
        await countOrRefuse(tx, token);
        const problem = await loginIdProblem(tx, token.user_id, input.login_id, context.language);
        // Answered, not thrown: a refusal that undid the count would tell about any number of ids (quality A17).
        if (problem) return { problem };
        const secret = newTotpSecret();
        await sql`update account_tokens set login_id = ${plainId(input.login_id)}, tfa_verified_step = null,
          tfa_secret = ${context.app.cipher.seal(secret, tokenBinding(token.id))} where id = ${token.id}`.execute(
          tx.db,
        );
        return {
          tfa_secret: secret,
          otpauth_url: otpauthUrl(secret, plainId(input.login_id), context.app.config.provider.name),
        };
      }).then((answer) => {
        if ("problem" in answer) throw new CallError("INVALID_INPUT", { fields: { login_id: answer.problem } });
        return answer;
      }),
    ),

    signupVerifyCode: os.auth.signupVerifyCode.handler(({ input, context }) =>
      withToken(context, async (tx, token) => {
        await countOrRefuse(tx, token);
        const secret = heldSecret(context, token);
        if (input.tfa_secret !== secret) throw new CallError("BAD_REQUEST");
        const step = matchingStep(secret, input.code, context.app.clock.now(), token.tfa_verified_step ?? 0);
        // The attempt stays counted: the answer is an error of the person's, the transaction is kept.
        if (step === null) return { verified: false };
        await sql`update account_tokens set tfa_verified_step = ${step} where id = ${token.id}`.execute(tx.db);
        return { verified: true };
      }).then((answer) => {
        if (!answer.verified) throw new CallError("WRONG_CODE");
        return answer;
      }),
    ),

    signupRegistration: os.auth.signupRegistration.handler(async ({ input, context }) => {
      const answer = await withToken(context, (tx, token) => register(tx, context, token, input));
      context.setStepToken("signup", null);
      return answer;
    }),
  };
}

const plainId = (loginId: string) => loginId.normalize("NFKC").trim();
const tokenBinding = (tokenId: number) => `account_tokens.tfa_secret:${tokenId}`;

async function withToken<T>(context: RequestContext, work: (tx: Tx, token: OpenToken) => Promise<T>): Promise<T> {
  const proven = context.stepToken("signup");
  if (!proven) throw new CallError("NO_SESSION");
  return context.app.database.asSystem(async (tx) => {
    const token = await openToken(tx, proven, "invitation", context.app.clock.now());
    if (!token) throw new CallError("LINK_INVALID");
    return work(tx, token);
  });
}

async function countOrRefuse(tx: Tx, token: OpenToken): Promise<void> {
  if (token.attempt_count >= ATTEMPTS_PER_TOKEN) throw new CallError("TOO_MANY_REQUESTS");
  await countAttempt(tx, token.id);
}

function heldSecret(context: RequestContext, token: OpenToken): string {
  if (!token.tfa_secret) throw new CallError("BAD_REQUEST");
  return context.app.cipher.open(token.tfa_secret, tokenBinding(token.id));
}

async function invitedPerson(tx: Tx, userId: number) {
  const found = await sql<{
    name: string;
    user_email: string;
    company_name: string;
  }>`select u.name, u.user_email, c.name as company_name
    from users u join companies c on c.id = u.company_id where u.id = ${userId}`.execute(tx.db);
  const person = found.rows[0];
  if (!person) throw new CallError("LINK_INVALID");
  return person;
}

async function register(
  tx: Tx,
  context: RequestContext,
  token: OpenToken,
  input: { login_id: string; password: string; tfa_secret: string },
) {
  const { app, language } = context;
  const now = app.clock.now();
  const loginId = plainId(input.login_id);
  // quality A18: nothing is registered before a code of this very secret was right.
  if (token.tfa_verified_step === null || token.login_id !== loginId) throw new CallError("BAD_REQUEST");
  const secret = heldSecret(context, token);
  if (secret !== input.tfa_secret) throw new CallError("BAD_REQUEST");
  const problem = await loginIdProblem(tx, token.user_id, loginId, language);
  if (problem) throw new CallError("INVALID_INPUT", { fields: { login_id: problem } });
  await refuseBadPassword(tx, { userId: token.user_id, loginId, password: input.password, language });
  if (!(await useToken(tx, token.id, now))) throw new CallError("LINK_INVALID");
  await storePassword(tx, token.user_id, input.password, now);
  const done = await sql<{
    company_id: number;
  }>`update users set login_id = ${loginId}, status = 'active', tfa_last_step = ${token.tfa_verified_step},
    tfa_secret = ${app.cipher.seal(secret, tfaBinding(token.user_id))} where id = ${token.user_id} and status = 'pending' returning company_id`.execute(
    tx.db,
  );
  const companyId = done.rows[0]?.company_id;
  if (companyId === undefined) throw new CallError("LINK_INVALID");
  const codes = await renewRecoveryCodes(tx, token.user_id);
  await recordAudit(tx, {
    actorUserId: token.user_id,
    ip: context.ip,
    action: "sign_up",
    entity: "users",
    entityId: token.user_id,
    companyId,
  });
  return { registered: true as const, recovery_codes: codes };
}
