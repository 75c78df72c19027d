import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** Security headers of every answer: which scripts, styles and frames the browser may load (CSP), and HTTPS only (HSTS). */
export async function securityHeaders(server: FastifyInstance, secure: boolean): Promise<void> {
  await server.register(helmet, helmetOptions(secure));
}

function helmetOptions(secure: boolean) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Mantine and the charts set style attributes; no script may be inline.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "https:"],
        fontSrc: ["'self'", "data:"],
        frameSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "same-origin" as const },
    crossOriginEmbedderPolicy: false,
  };
}
