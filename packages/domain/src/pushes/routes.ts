/** Routes by which an account's messages leave. */
export const ROUTES = ["smtp", "sendgrid"] as const;
export type Route = (typeof ROUTES)[number];

/** Routes whose provider reports deliveries itself. On the others a message counts as delivered once the server has accepted it. */
export const REPORTING_ROUTES: readonly Route[] = ["sendgrid"];
