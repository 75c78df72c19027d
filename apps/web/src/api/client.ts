import type { contract } from "@okaeri/contract/contract";
import { EMPTY_RESPONSE_MESSAGE } from "@okaeri/domain/auth/error-catalogue";
import { createORPCClient, ORPCError } from "@orpc/client";
import { ClientRetryPlugin, type ClientRetryPluginContext } from "@orpc/client/plugins";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { createTanstackQueryUtils } from "@orpc/tanstack-query";
import i18next from "i18next";
import { workingAccount } from "./account.ts";
import { appError, toAppError } from "./app-error.ts";
import { contractRoutes, methodOf } from "./contract-routes.ts";
import { reportFatal } from "./fatal.ts";

// specification §7: once by default for reading calls, never for PATCH, POST, PUT, DELETE.
const RETRIED = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

// specification §7: an empty body on these calls is an error.
function mustAnswer(path: readonly string[]): boolean {
  return (path[0] === "auth" && path[1] !== "logout") || path[0] === "menu";
}

/** A call given up by the page (navigation, newer search) is nobody's error. */
function isGivenUp(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

const link = new OpenAPILink<ClientRetryPluginContext>(contractRoutes, {
  url: () => {
    const account = workingAccount();
    return `${location.origin}/api${account === undefined ? "" : `?account_id=${account}`}`;
  },
  // The language of the page, which may be another than the browser's: messages come back in it.
  headers: () => ({ "x-okaeri-language": i18next.language }),
  fetch: (request, init) => fetch(request, { ...init, credentials: "same-origin" }),
  customErrorResponseBodyDecoder: (body, response) =>
    new ORPCError("CALL_FAILED", { status: response.status, data: body }),
  plugins: [
    new ClientRetryPlugin({
      default: {
        retry: ({ path }) => (methodOf(path) === "GET" ? 1 : 0),
        retryDelay: 300,
        shouldRetry: ({ error }) => (error instanceof ORPCError ? RETRIED.has(error.status) : !isGivenUp(error)),
      },
    }),
  ],
  interceptors: [
    async ({ next, path }) => {
      try {
        const answer = await next();
        if (mustAnswer(path) && (answer === undefined || answer === null || answer === "")) {
          throw appError({ message: EMPTY_RESPONSE_MESSAGE });
        }
        return answer;
      } catch (error) {
        if (isGivenUp(error)) throw error;
        const told = toAppError(error, path.join("/") === "auth/login" ? "login" : "other");
        if (told.endsSession) reportFatal(told);
        throw told;
      }
    },
  ],
});

/** Every call of the contract; fails with AppError only. */
export const client: JsonifiedClient<ContractRouterClient<typeof contract, ClientRetryPluginContext>> =
  createORPCClient(link);

/** Query and mutation options of every call: `api.customers.list.queryOptions({ input })`. */
export const api = createTanstackQueryUtils(client);
