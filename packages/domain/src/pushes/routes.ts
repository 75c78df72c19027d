/** Routes by which an account's messages leave. */
export const MESSAGE_ROUTES = ["smtp", "sendgrid"] as const;
export type MessageRoute = (typeof MESSAGE_ROUTES)[number];

/** Routes whose provider reports deliveries itself. On the others a message counts as delivered once the server has accepted it. */
export const REPORTING_ROUTES: readonly MessageRoute[] = ["sendgrid"];
