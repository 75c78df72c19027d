import { problemText } from "@okaeri/contract/problems/problems";
import { type SignInId, signInId } from "@okaeri/domain/auth/sign-in-id";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder, RequestContext } from "../../http/binder.ts";
import { CallError, fieldError } from "../../http/errors.ts";
import { bindingOf } from "../../session/sealed-places.ts";
import { matchingStep, newTotpSecret, otpauthUrl } from "../../session/totp.ts";
import { countAttempt, type OpenToken, openToken, useToken } from "./account-tokens.ts";
import { loginIdProblem, loginIdTaken } from "./login-id.ts";
import { notifyPerson } from "./notices.ts";
import { renewRecoveryCodes } from "./recovery-codes.ts";
import { refuseBadPassword, storePassword } from "./set-password.ts";
import { verifyOwnPassword } from "./verify-password.ts";

/** Rate limit: questions one invitation may ask until it ends; a person needs a handful. */
const ATTEMPTS_PER_TOKEN = 20;

/** An invitation; or the link to a new authenticator, which takes the same steps under the id and password that are kept. */
const PURPOSES = ["invitation", "tfa"] as const;

/** specification §4, sign-up. Every step works on what the server holds for the token; the body is compared, never trusted. */
export function signUpRoutes(os: Binder) {
  return {
    signup: os.auth.signup.handler(async ({ input, context }) => {
      const { app } = context;
      const invited = await app.database.asSystem(async (tx) => {
        const token = await openToken(tx, input.token, PURPOSES, app.realClock.now());
        if (!token) throw new CallError("LINK_INVALID");
        return invitedPerson(tx, token.user_id);
      });
      context.setStepToken("signup", input.token);
      return invited;
    }),

    signupAvailability: os.auth.signupAvailability.handler(({ input, context }) =>
      withToken(context, async (tx, token) => {
        await countOrRefuse(tx, token);
        const problem = await loginIdProblem(tx, token.user_id, signInId(input.login_id));
        return problem
          ? { availability: false, reason: problemText(problem, context.language) }
          : { availability: true };
      }),
    ),

    signupGenerateTfa: os.auth.signupGenerateTfa.handler(({ input, context }) =>
      withToken(context, async (tx, token) => {
        await countOrRefuse(tx, token);
        const problem = await loginIdProblem(tx, token.user_id, signInId(input.login_id));
        // Answered, not thrown: a throw would roll the count back, and then any number of ids could be tried (quality A17).
        if (problem) return { problem };
        const secret = newTotpSecret();
        const loginId = signInId(input.login_id);
        await tx.run`update account_tokens
          set login_id = ${loginId}, tfa_verified_step = null,
            tfa_secret = ${context.app.cipher.seal(secret, bindingOf("linkTfa", token.id))}
          where id = ${token.id}`;
        return {
          tfa_secret: secret,
          otpauth_url: otpauthUrl(secret, loginId, context.app.config.provider.name),
        };
      }).then((answer) => {
        if ("problem" in answer) throw fieldError("login_id", answer.problem);
        return answer;
      }),
    ),

    signupVerifyCode: os.auth.signupVerifyCode.handler(({ input, context }) =>
      withToken(context, async (tx, token) => {
        await countOrRefuse(tx, token);
        const secret = heldSecret(context, token);
        if (input.tfa_secret !== secret) throw new CallError("BAD_REQUEST");
        const step = matchingStep(secret, input.code, context.app.realClock.now(), token.tfa_verified_step ?? 0);
        // The attempt stays counted: a wrong code is the person's error, so the transaction is committed.
        if (step === null) return { verified: false };
        await tx.run`update account_tokens set tfa_verified_step = ${step} where id = ${token.id}`;
        return { verified: true };
      }).then((answer) => {
        if (!answer.verified) throw new CallError("WRONG_CODE");
        return answer;
      }),
    ),

    signupRegistration: os.auth.signupRegistration.handler(async ({ input, context }) => {
      const answer = await registration(context, { ...input, login_id: signInId(input.login_id) });
      context.setStepToken("signup", null);
      return answer;
    }),
  };
}

async function withToken<T>(context: RequestContext, work: (tx: Tx, token: OpenToken) => Promise<T>): Promise<T> {
  const proven = context.stepToken("signup");
  if (!proven) throw new CallError("NO_SESSION");
  return context.app.database.asSystem(async (tx) => {
    const token = await openToken(tx, proven, PURPOSES, context.app.realClock.now());
    if (!token) throw new CallError("LINK_INVALID");
    return work(tx, token);
  });
}

async function countOrRefuse(tx: Tx, token: OpenToken): Promise<void> {
  if (token.attempt_count >= ATTEMPTS_PER_TOKEN)
    throw new CallError("TOO_MANY_REQUESTS", { retryAfter: token.seconds_left });
  await countAttempt(tx, token.id);
}

function heldSecret(context: RequestContext, token: OpenToken): string {
  if (!token.tfa_secret) throw new CallError("BAD_REQUEST");
  return context.app.cipher.open(token.tfa_secret, bindingOf("linkTfa", token.id));
}

async function invitedPerson(tx: Tx, userId: number) {
  const person = await tx.maybe<{
    name: string;
    user_email: string;
    company_name: string;
    login_id: string | null;
  }>`select person.name, person.user_email, company.name as company_name, person.login_id
    from users person
    join companies company on company.id = person.company_id
    where person.id = ${userId}`;
  if (!person) throw new CallError("LINK_INVALID");
  return person;
}

type Registration = { login_id: SignInId; password: string; tfa_secret: string };

async function registration(context: RequestContext, input: Registration) {
  // The proven steps are checked before the password: a guess at it needs the whole way up to here.
  const existingUserId = await withToken(context, async (tx, token) => {
    await refuseUnproven(tx, context, token, input);
    return token.purpose === "tfa" ? token.user_id : null;
  });
  if (existingUserId !== null) await verifyOwnPassword(context, existingUserId, input.password, "password");
  try {
    const { userId, ...answer } = await withToken(context, (tx, token) => register(tx, context, token, input));
    context.rememberBrowser(userId);
    return answer;
  } catch (error) {
    throw loginIdTaken(error);
  }
}

/** quality A18: nothing is registered before a code of this very secret was right, under the id it was made for. */
async function refuseUnproven(tx: Tx, context: RequestContext, token: OpenToken, input: Registration): Promise<number> {
  if (token.tfa_verified_step === null || token.login_id !== input.login_id) throw new CallError("BAD_REQUEST");
  if (heldSecret(context, token) !== input.tfa_secret) throw new CallError("BAD_REQUEST");
  const problem = await loginIdProblem(tx, token.user_id, input.login_id);
  if (problem) throw fieldError("login_id", problem);
  return token.tfa_verified_step;
}

async function register(tx: Tx, context: RequestContext, token: OpenToken, input: Registration) {
  const { app, ip } = context;
  const { user_id: userId, purpose } = token;
  const now = app.realClock.now();
  const step = await refuseUnproven(tx, context, token, input);
  const isNew = purpose === "invitation";
  if (isNew) await refuseBadPassword(tx, { userId, loginId: input.login_id, password: input.password });
  if (!(await useToken(tx, token.id, now))) throw new CallError("LINK_INVALID");
  if (isNew) await storePassword(tx, userId, input.password, now);
  // A step of the authenticator before, if any, is spent for this one, too: steps only grow.
  const done = await tx.maybe<{ company_id: number }>`update users
    set login_id = ${input.login_id}, status = 'active', tfa_last_step = greatest(tfa_last_step, ${step}),
      tfa_secret = ${app.cipher.seal(input.tfa_secret, bindingOf("tfa", userId))}, updated_by = ${userId}, updated_at = ${now},
      version = version + 1
    where id = ${userId} and status = ${isNew ? "pending" : "active"}
    returning company_id`;
  const companyId = done?.company_id;
  if (companyId === undefined) throw new CallError("LINK_INVALID");
  const codes = await renewRecoveryCodes(tx, userId);
  const action = isNew ? "sign_up" : "tfa_changed";
  await recordAudit(tx, { actorUserId: userId, ip, action, entity: "users", entityId: userId, companyId });
  if (!isNew) await notifyPerson(tx, context, userId, { about: "tfa_changed" });
  return { userId, registered: true as const, recovery_codes: codes };
}
