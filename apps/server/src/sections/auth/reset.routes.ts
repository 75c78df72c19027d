import { sql } from "kysely";
import type { Binder } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { addAccountMail } from "./account-mails.ts";
import { openToken, useToken } from "./account-tokens.ts";
import { countFailure, isThrottled } from "./auth.queries.ts";
import { userById } from "./auth.read.ts";
import { refuseBadPassword, storePassword } from "./set-password.ts";

const ASKS_PER_ADDRESS = 20;
const ASKS_PER_USER = 5;

/** specification §4, password reset. The two-factor step is still asked at the next sign-in. */
export function resetRoutes(os: Binder) {
  return {
    // The same answer and the same work for every id (quality A21): only a job is added, which looks the id up later.
    resetForget: os.auth.resetForget.handler(async ({ input, context }) => {
      const { app, ip, language } = context;
      const now = app.clock.now();
      const loginId = input.login_id.normalize("NFKC").trim();
      await app.database.asSystem(async (tx) => {
        if (await isThrottled(tx, "forget_ip", ip, now)) throw new CallError("TOO_MANY_REQUESTS");
        await countFailure(tx, "forget_ip", ip, ASKS_PER_ADDRESS, now);
        const often = await isThrottled(tx, "forget_user", loginId.toLowerCase(), now);
        await countFailure(tx, "forget_user", loginId.toLowerCase(), ASKS_PER_USER, now);
        if (!often) await addAccountMail(app, tx, { kind: "forget", loginId, language, ip });
      });
      return { done: true as const };
    }),

    reset: os.auth.reset.handler(async ({ input, context }) => {
      const { app } = context;
      const loginId = await app.database.asSystem(async (tx) => {
        const token = await openToken(tx, input.token, "reset", app.clock.now());
        const user = token && (await userById(tx, token.user_id));
        if (user?.status !== "active") throw new CallError("LINK_INVALID");
        return user.login_id;
      });
      context.setStepToken("reset", input.token);
      return { login_id: loginId };
    }),

    resetRegistration: os.auth.resetRegistration.handler(async ({ input, context }) => {
      const { app, ip, language } = context;
      const now = app.clock.now();
      const proven = context.stepToken("reset");
      if (!proven) throw new CallError("NO_SESSION");
      await app.database.asSystem(async (tx) => {
        const token = await openToken(tx, proven, "reset", now);
        const user = token && (await userById(tx, token.user_id));
        if (!token || user?.status !== "active" || user.login_id !== input.login_id)
          throw new CallError("LINK_INVALID");
        await refuseBadPassword(tx, { userId: user.id, loginId: user.login_id, password: input.password, language });
        if (!(await useToken(tx, token.id, now))) throw new CallError("LINK_INVALID");
        await storePassword(tx, user.id, input.password, now);
        await sql`update sessions set ended_at = ${now}, end_reason = 'replaced' where user_id = ${user.id} and ended_at is null`.execute(
          tx.db,
        );
        await recordAudit(tx, {
          actorUserId: user.id,
          ip,
          action: "password_reset",
          entity: "users",
          entityId: user.id,
          companyId: user.company_id,
        });
      });
      context.setStepToken("reset", null);
      return { done: true as const };
    }),
  };
}
