import type { FastifyInstance } from "fastify";
import type { pino } from "pino";
import type { App } from "../app.ts";
import { createServer } from "../http/server.ts";
import { senderPages } from "../sections/accounts/mail-delivery/sender.pages.ts";
import { feedEndpoint } from "../sections/feeds/feed-endpoint.ts";
import { imageAddresses } from "../sections/images/image-addresses.ts";
import { sendgridHook } from "../sections/messaging/bounces/sendgrid-hook.ts";
import { couponPages } from "../sections/messaging/coupon-page/coupon-page.routes.ts";
import { trackingAddresses } from "../sections/messaging/events/tracking.routes.ts";
import { unsubscribePages } from "../sections/messaging/unsubscribe.routes.ts";
import { partnerEndpoint } from "../sections/partner/partner-endpoint.ts";
import { FILES } from "./downloads.ts";
import { figures } from "./figures.ts";
import { serverRouter } from "./router.ts";

/** The web part with everything the sections answer. `busyAfterMs` and `stopping` as in ServerParts. */
export function buildServer(
  app: App,
  log: pino.Logger,
  { busyAfterMs = 2_000, stopping = new AbortController().signal } = {},
): Promise<FastifyInstance> {
  return createServer(app, log, {
    router: serverRouter,
    files: FILES,
    pages: (server) => {
      unsubscribePages(server, app);
      trackingAddresses(server, app);
      couponPages(server, app);
      senderPages(server, app);
      imageAddresses(server, app);
      feedEndpoint(server, app);
      partnerEndpoint(server, app);
      sendgridHook(server, app);
    },
    figures: figures(app),
    busyAfterMs,
    stopping,
  });
}
