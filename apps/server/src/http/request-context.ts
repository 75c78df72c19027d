import { ID_TEXT } from "@okaeri/contract/paging";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { isKnownTo, readDevice, rememberDevice } from "../session/device-cookie.ts";
import { lookUpSession, type SessionLookup } from "../session/session-store.ts";
import type { RequestContext } from "./binder.ts";
import { clientAddress } from "./client-address.ts";
import { isFromThisMachine } from "./from-this-machine.ts";
import { languageOf } from "./language.ts";

/** The longest that browsers keep a cookie. */
const DEVICE_DAYS = 400;

/** What a request brings with it; the session is looked up at most once, and only when a call needs it. */
export function contextOf(request: FastifyRequest, reply: FastifyReply, app: App, secure: boolean): RequestContext {
  const prefix = secure ? "__Host-" : "";
  const cookieName = `${prefix}okaeri`;
  const deviceName = `${prefix}okaeri_device`;
  const options = { path: "/", httpOnly: true, sameSite: "lax" as const, secure };
  const setCookie = (name: string, value: string | null) => {
    if (value === null) reply.clearCookie(name, options);
    else reply.setCookie(name, value, options);
  };
  let lookup: Promise<SessionLookup> | undefined;
  const query = (request.query ?? {}) as Record<string, unknown>;
  const requested = query.account_id;
  return {
    app,
    language: languageOf(request),
    ip: clientAddress(request),
    userAgent: request.headers["user-agent"] ?? "",
    demo: app.config.demo && isFromThisMachine(request),
    // A broken link must not quietly work in another account than the one it names.
    requestedAccountId: requested === undefined || requested === "" ? null : accountIdOf(requested),
    idempotencyKey: request.headers["idempotency-key"],
    queryNames: Object.keys(query),
    requestId: request.id,
    nameCall(route) {
      request.callRoute = route;
    },
    askAgainAfter: (seconds) => void reply.header("retry-after", seconds),
    session() {
      const token = request.cookies[cookieName];
      lookup ??= token ? lookUpSession(app.database, app, token) : Promise.resolve({ state: "none" });
      return lookup;
    },
    again: () => contextOf(request, reply, app, secure),
    setSessionCookie: (token) => setCookie(cookieName, token),
    knownBrowser(user) {
      const device = readDevice(app.cipher, request.cookies[deviceName]);
      return user && device && isKnownTo(device, user.id, user.devices_known_from) ? { deviceId: device.id } : null;
    },
    rememberBrowser(userId) {
      const device = readDevice(app.cipher, request.cookies[deviceName]);
      const sealed = rememberDevice(app.cipher, device, userId, app.realClock.now());
      reply.setCookie(deviceName, sealed, { ...options, maxAge: DEVICE_DAYS * 86_400 });
    },
    stepToken: (step) => request.cookies[`${prefix}okaeri_${step}`] ?? null,
    setStepToken: (step, token) => setCookie(`${prefix}okaeri_${step}`, token),
  };
}

function accountIdOf(requested: unknown): number {
  return typeof requested === "string" && ID_TEXT.test(requested) ? Number(requested) : Number.NaN;
}
