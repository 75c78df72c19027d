import { signInId } from "@okaeri/domain/auth/sign-in-id";
import { createRouterClient } from "@orpc/server";
import type { App } from "../app.ts";
import type { RequestContext } from "../http/binder.ts";
import { serverRouter } from "../main/router.ts";
import { userByLoginId } from "../sections/auth/auth.read.ts";
import { endSession, lookUpSession, openSession } from "../session/session-store.ts";

/**
 * The product's own calls as one of the demo's users, at the time of `app.clock`: what the demo holds went through the same checks,
 * rules and audit as what a person does.
 */
export async function actAs<T>(
  app: App,
  loginId: string,
  accountId: number | null,
  work: (calls: ReturnType<typeof callsWith>) => Promise<T>,
): Promise<T> {
  const user = await app.database.asSystem((tx) => userByLoginId(tx, signInId(loginId)));
  if (!user) throw new Error(`no demo user ${loginId}`);
  const who = { userId: user.id, verified: true, ip: "127.0.0.1", userAgent: "demo" };
  const token = await app.database.asSystem((tx) => openSession(tx, app.realClock, who));
  const found = await lookUpSession(app.database, app, token);
  const context: RequestContext = {
    app,
    language: "ja",
    ip: who.ip,
    userAgent: who.userAgent,
    demo: false,
    requestedAccountId: accountId,
    idempotencyKey: undefined,
    queryNames: [],
    requestId: "demo",
    nameCall: () => {},
    askAgainAfter: () => {},
    session: async () => found,
    again: () => context,
    setSessionCookie: () => {},
    knownBrowser: () => null,
    rememberBrowser: () => {},
    stepToken: () => null,
    setStepToken: () => {},
  };
  try {
    return await work(callsWith(context));
  } finally {
    if (found.state === "live") {
      const { sessionId } = found.session;
      await app.database.asSystem((tx) => endSession(tx, app.realClock, sessionId, "logout"), { person: user.id });
    }
  }
}

function callsWith(context: RequestContext) {
  return createRouterClient(serverRouter, { context });
}
