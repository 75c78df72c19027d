import contractLines from "virtual:contract-lines";
import type { contract } from "@okaeri/contract/contract";
import { EMPTY_RESPONSE_MESSAGE } from "@okaeri/domain/auth/error-catalogue";
import { type ClientLink, createORPCClient, ORPCError } from "@orpc/client";
import { ClientRetryPlugin, type ClientRetryPluginContext } from "@orpc/client/plugins";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { OpenAPILink, type OpenAPILinkOptions } from "@orpc/openapi-client/fetch";
import { createTanstackQueryUtils } from "@orpc/tanstack-query";
import i18next from "i18next";
import { workingAccount } from "./account.ts";
import { appError, FailedAnswer, toAppError } from "./app-error.ts";
import { contractOf, methodOf } from "./contract-routes.ts";
import { callBegins, reportFatal } from "./fatal.ts";
import { isGivenUp, isRetried, isUnanswered, RETRY_DELAY_MS } from "./reading.ts";

/** specification §8: a good answer has a body that can be read. Every call of ours answers JSON, also where there is little to say. */
async function readable(answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const text = await answer.text();
  try {
    const body: unknown = JSON.parse(text);
    if (body !== null && body !== "") return new Response(text, { status: answer.status, headers: JSON_TYPE });
  } catch {
    // The connection broke off, or a proxy answered with a page of its own.
  }
  throw appError({ message: EMPTY_RESPONSE_MESSAGE });
}

const JSON_TYPE = { "content-type": "application/json" };

/** Whether a 404 makes the page one that is not found: for writes, except on the pages about oneself. */
function isSave(path: readonly string[]): boolean {
  return methodOf(path) !== "GET" && path[0] !== "auth" && path[0] !== "demo";
}

/**
 * `idempotencyKey` makes a write idempotent: sent again because no answer came, it is done once. `keepalive`: the call outlives the page
 * (browsers take 64 kB of such calls at once).
 */
type CallContext = ClientRetryPluginContext & { idempotencyKey?: string; keepalive?: boolean };

/** Of each link its own: plugins write into them. */
const options = (): OpenAPILinkOptions<CallContext> => ({
  url: () => {
    const account = workingAccount();
    return `${location.origin}/api${account === undefined ? "" : `?account_id=${account}`}`;
  },
  // The language of the page, which may be another than the browser's: messages come back in it.
  headers: ({ context: { idempotencyKey: key } }) => ({
    "x-okaeri-language": i18next.language,
    ...(key === undefined ? {} : { "idempotency-key": key }),
  }),
  fetch: async (request, init, { context: { keepalive = false } }) =>
    readable(await fetch(request, { ...init, credentials: "same-origin", keepalive })),
  customErrorResponseBodyDecoder: (body, response) =>
    new FailedAnswer(response.status, body, response.headers["retry-after"]),
  plugins: [
    new ClientRetryPlugin({
      default: {
        retry: ({ path }) => (methodOf(path) === "GET" ? 1 : 0),
        retryDelay: RETRY_DELAY_MS,
        shouldRetry: ({ error }) => (error instanceof ORPCError ? isRetried(error.status) : isUnanswered(error)),
      },
    }),
  ],
  interceptors: [
    async ({ next, path }) => {
      const begun = callBegins();
      try {
        return await next();
      } catch (error) {
        if (isGivenUp(error)) throw error;
        const appError = toAppError(error, path.join("/") === "auth/login" ? "login" : "other");
        if (appError.endsSession || (appError.behaviour === "not_found" && isSave(path))) reportFatal(appError, begun);
        throw appError;
      }
    },
  ],
});

const beforeSignIn = contractOf(contractLines);
const first = new OpenAPILink(beforeSignIn, options());
let others: Promise<OpenAPILink<CallContext>> | undefined;

/** Code splitting: the calls of pages behind the sign-in load with the first of them; the sign-in page does not need their addresses. */
async function otherCalls(): Promise<OpenAPILink<CallContext>> {
  others ??= import("virtual:signed-in-lines").then(
    ({ default: lines }) => new OpenAPILink(contractOf(lines), options()),
  );
  try {
    return await others;
  } catch (error) {
    others = undefined;
    throw toAppError(error);
  }
}

const link: ClientLink<CallContext> = {
  call: async (path, input, options) =>
    (path[0] !== undefined && path[0] in beforeSignIn ? first : await otherCalls()).call(path, input, options),
};

/** Every call of the contract; fails with AppError only. */
export const client: JsonifiedClient<ContractRouterClient<typeof contract, CallContext>> = createORPCClient(link);

/** Query and mutation options of every call: `api.customers.list.queryOptions({ input })`. */
export const api = createTanstackQueryUtils(client);
