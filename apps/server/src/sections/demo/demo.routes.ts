import { setTimeout as sleep } from "node:timers/promises";
import { signInId } from "@okaeri/domain/auth/sign-in-id";
import type { App } from "../../app.ts";
import type { Binder } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { DEMO_COMPANIES, DEMO_PASSWORD } from "../../seed/demo-organisation.ts";
import { bindingOf } from "../../session/sealed-places.ts";
import { codeOfStep, stepAt } from "../../session/totp.ts";
import { userByLoginId } from "../auth/auth.read.ts";

const STEP_MS = 30_000;

/** Help for trying the product out. Outside demo mode, and for who is not on this machine, these calls do not exist. */
export function demoRoutes(os: Binder) {
  return {
    signIns: os.demo.signIns.handler(({ context: { demo } }) => {
      if (!demo) throw new CallError("NOT_FOUND");
      return DEMO_COMPANIES.flatMap((company) =>
        company.users
          .filter((user) => user.shown)
          .map(({ role, login_id, name }) => ({
            role,
            login_id,
            password: DEMO_PASSWORD,
            name,
            company_name: company.name,
          })),
      );
    }),
    code: os.demo.code.handler(async ({ input, context: { app, demo } }) => {
      if (!demo) throw new CallError("NOT_FOUND");
      return { code: await freshCode(app, input.login_id) };
    }),
  };
}

/** A code that has not been used: that of the current step, or of the next one once it begins. Replay protection stays as strict as ever. */
export async function freshCode(app: App, loginId: string): Promise<string> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const user = await app.database.asSystem((tx) => userByLoginId(tx, signInId(loginId)));
    const isDemo = DEMO_COMPANIES.some((company) => company.users.some((demo) => demo.login_id === user?.login_id));
    if (!user?.tfa_secret || !isDemo) throw new CallError("NOT_FOUND");
    const now = app.realClock.now().getTime();
    const step = stepAt(new Date(now));
    if (user.tfa_last_step < step) return codeOfStep(app.cipher.open(user.tfa_secret, bindingOf("tfa", user.id)), step);
    await sleep((step + 1) * STEP_MS - now + 20);
  }
  throw new CallError("UNAVAILABLE");
}
