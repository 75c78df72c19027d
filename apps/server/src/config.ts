import { Resolver } from "node:dns";
import { distance } from "fastest-levenshtein";
import { z } from "zod";
import { isLoopback } from "./loopback.ts";

const url = z.url();
const postgresUrl = url.regex(/^postgres(ql)?:\/\//, "postgres:// で始まる PostgreSQL の接続先を書いてください");
/** Compared letter by letter with what browsers send, and put before every path: nothing but the origin itself. */
const origin = z.string().superRefine((text, context) => {
  const read = URL.canParse(text) ? new URL(text) : null;
  const isWeb = read !== null && /^https?:$/.test(read.protocol) && read.hostname !== "";
  if (isWeb && read.origin === text) return;
  const hint = isWeb ? ` (${read.origin} と書いてください)` : "";
  context.addIssue(`http または https で始まるオリジンだけを書いてください。パスなどは付けられません${hint}`);
});
const flag = z.enum(["0", "1"]).transform((text) => text === "1");

/** Every setting of the product, see README "Settings". A name that starts like ours but is unknown stops the start. */
const settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
    .pipe(
      z.array(
        z
          .union(
            [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
            "アドレスか範囲 (10.0.0.0/24 など) を、カンマで区切って書いてください",
          )
          .refine(
            (range) => !range.endsWith("/0"),
            "すべてのアドレスは指定できません。だれでも送信元を偽れるため、プロキシのアドレスか範囲だけを書いてください",
          ),
      ),
    ),
  METRICS_TOKEN: z.string().min(16).optional(),
  APP_ORIGIN: origin.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  DATABASE_PASSWORD: z.string().min(1).optional(),
  DATABASE_OWNER_PASSWORD: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DEMO: flag.optional(),
  OKAERI_DEMO_SHARE: z.coerce.number().int().min(1).max(100).default(1),
  ROLES: z
    .string()
    .default("web,worker")
    .transform((text) => text.split(",").map((role) => role.trim()))
    .pipe(z.array(z.enum(["web", "worker"])).min(1)),
  SECRET_KEY: z
    .string()
    .transform((text) => text.split(",").map((key) => key.trim()))
    .pipe(z.array(z.string().min(16)))
    .optional(),
  SMTP_URL: url.optional(),
  SENDGRID_API_BASE_URL: url.default("https://api.sendgrid.com"),
  MAIL_SPF: z
    .string()
    .regex(/^(include|a|mx|ip4|ip6|exists):\S+$/, "include:spf.example.jp のように、SPFレコードの一部を書いてください")
    .optional(),
  DNS_SERVER: z
    .string()
    .refine((server) => dnsServerRefusal(server) === null, "IPアドレスか、IPアドレス:ポート を書いてください")
    .optional(),
  BOUNCE_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  BOUNCE_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "ドメインだけを書いてください (bounce.example.jp など)")
    .optional(),
  MAIL_CATCHER_PORT: z.coerce.number().int().min(0).max(65_535).default(1080),
  WORKER_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  DRAIN_SECONDS: z.coerce.number().min(0).max(5).default(2),
  ACCESS_LOG: flag.default(false),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: z.coerce.number().int().min(0).max(3_650).default(14),
  AUDIT_KEEP_YEARS: z.coerce.number().int().min(1).max(100).default(7),
  BACKUP_COMMAND: z.string().min(1).optional(),
  LINE_API_BASE_URL: url.default("https://api.line.me"),
  PROVIDER_NAME: z.string().min(1).default("おかえりサービス"),
  PROVIDER_LOGO_URL: url.optional(),
  COMPANY_URL: url.default("https://example.com/company"),
  PRIVACY_URL: url.default("https://example.com/privacy"),
  NODE_ENV: z.string().default("development"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

export type Config = {
  port: number;
  host: string;
  /** Addresses and ranges of proxies, beside this machine's own, whose word about a caller's address is believed. */
  trustedProxies: readonly string[];
  /** Who sends it is shown the figures from wherever; null: only this machine is. */
  metricsToken: string | null;
  /** Origin in every link that leaves the product, without a slash at the end. Null until the port is known. */
  appOrigin: string | null;
  databaseUrl: string | null;
  databaseOwnerUrl: string | null;
  /** A streaming replica, which lists and reports are read from. */
  databaseReadUrl: string | null;
  dataDir: string;
  demo: boolean;
  /** One of this many demo guests is made: tests need a quick start more than many guests. */
  demoShare: number;
  /** Demo data, whose passwords are printed in the README, where others than this machine may come: the start warns. */
  demoReachable: boolean;
  roles: readonly ("web" | "worker")[];
  secretKeys: readonly string[] | null;
  smtpUrl: string | null;
  sendgridApiBaseUrl: string;
  /** What SPF records must hold so that mails of the SMTP server pass; null: its address. */
  mailSpf: string | null;
  /** Whom DNS records are asked; null: whom this machine asks. */
  dnsServer: string | null;
  /** Where a worker takes reports about mails that came back; null: nowhere. */
  bounceSmtpPort: number | null;
  /** Domain of the addresses that such reports go to; null: the sender's, with `bounce.` in front. */
  bounceDomain: string | null;
  mailCatcherPort: number;
  /** Where a worker answers health and figures; null: nowhere. */
  workerPort: number | null;
  /** How long a process that is told to stop goes on answering, so that a balancer notices. */
  drainMs: number;
  /** A log line for every request. */
  accessLog: boolean;
  /** Null: in the data folder. */
  backupDir: string | null;
  /** Backups that stay; 0: all of them, and none is made at night. */
  backupKeep: number;
  /** After so many years a line of the audit log ends. */
  auditKeepYears: number;
  /** What copies a finished backup to another machine, run by the shell with the file as its argument. */
  backupCommand: string | null;
  lineApiBaseUrl: string;
  provider: { name: string; logoUrl: string | null; companyUrl: string; privacyUrl: string };
  production: boolean;
  logLevel: string;
};

/**
 * Parses the environment once.
 * @throws Error whose message names each wrong setting, one a line.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const known = Object.keys(settings.shape);
  // An empty variable counts as not set, as in most shells' habits.
  const given = Object.fromEntries(known.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const misspelt = Object.keys(env).flatMap((name) => {
    if (known.includes(name) || OUR_OWN.has(name) || env[name] === "") return [];
    const suggestion = known.find((right) => isNearMiss(name, right));
    if (suggestion !== undefined) return [`${name}: この設定はありません。${suggestion} の書き間違いではありませんか`];
    return name.startsWith("OKAERI_") ? [`${name}: この設定はありません`] : [];
  });
  const parsed = settings.safeParse(given, { error: inWords });
  const problems = [
    ...misspelt,
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`)),
  ];
  if (!parsed.success || problems.length > 0) throw new Error(`設定に誤りがあります\n${problems.join("\n")}`);
  const s = parsed.data;
  const embedded = !s.DATABASE_URL;
  const ownMachine = s.APP_ORIGIN === undefined || isLoopback(new URL(s.APP_ORIGIN).hostname);
  const demo = s.DEMO ?? (embedded && ownMachine);
  const production = s.NODE_ENV === "production";
  if (demo && production)
    throw new Error("DEMO: NODE_ENV=production ではデモデータを使えません (DEMO=0 にしてください)");
  if (embedded && s.DATABASE_READ_URL)
    throw new Error("DATABASE_READ_URL: DATABASE_URL と一緒に設定してください (その複製の接続先です)");
  if (!embedded && !s.SECRET_KEY) throw new Error("SECRET_KEY: DATABASE_URL を使うときは必須です");
  return {
    port: s.PORT,
    host: s.HOST,
    trustedProxies: s.TRUSTED_PROXIES,
    metricsToken: s.METRICS_TOKEN ?? null,
    appOrigin: s.APP_ORIGIN ?? null,
    databaseUrl: withPassword(s.DATABASE_URL, s.DATABASE_PASSWORD),
    databaseOwnerUrl: withPassword(s.DATABASE_OWNER_URL, s.DATABASE_OWNER_PASSWORD),
    databaseReadUrl: withPassword(s.DATABASE_READ_URL, s.DATABASE_PASSWORD),
    dataDir: s.DATA_DIR,
    demo,
    demoShare: s.OKAERI_DEMO_SHARE,
    demoReachable: demo && !(ownMachine && isLoopback(s.HOST)),
    roles: s.ROLES,
    secretKeys: s.SECRET_KEY ?? null,
    smtpUrl: s.SMTP_URL ?? null,
    sendgridApiBaseUrl: s.SENDGRID_API_BASE_URL.replace(/\/+$/, ""),
    mailSpf: s.MAIL_SPF ?? null,
    dnsServer: s.DNS_SERVER ?? null,
    bounceSmtpPort: s.BOUNCE_SMTP_PORT ?? null,
    bounceDomain: s.BOUNCE_DOMAIN ?? null,
    mailCatcherPort: s.MAIL_CATCHER_PORT,
    workerPort: s.WORKER_PORT ?? null,
    drainMs: s.DRAIN_SECONDS * 1_000,
    accessLog: s.ACCESS_LOG,
    backupDir: s.BACKUP_DIR ?? null,
    backupKeep: s.BACKUP_KEEP,
    auditKeepYears: s.AUDIT_KEEP_YEARS,
    backupCommand: s.BACKUP_COMMAND ?? null,
    lineApiBaseUrl: s.LINE_API_BASE_URL,
    provider: {
      name: s.PROVIDER_NAME,
      logoUrl: s.PROVIDER_LOGO_URL ?? null,
      companyUrl: s.COMPANY_URL,
      privacyUrl: s.PRIVACY_URL,
    },
    production,
    logLevel: s.LOG_LEVEL,
  };
}

/** Why this cannot be asked: node's own word. */
function dnsServerRefusal(server: string): string | null {
  try {
    new Resolver().setServers([server]);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** What is wrong with a value, for whoever starts the product; zod's own words are English and say nothing of settings. */
function inWords(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "invalid_value") return `${issue.values.join("、")} のどれかを書いてください`;
  if (issue.code === "too_small" && issue.origin === "string") return `${issue.minimum}文字以上にしてください`;
  if (issue.code === "too_small" && issue.origin === "number") return `${issue.minimum}以上の数を書いてください`;
  if (issue.code === "too_big" && issue.origin === "number") return `${issue.maximum}以下の数を書いてください`;
  if (issue.code === "invalid_type") return issue.expected === "int" ? "整数を書いてください" : "数を書いてください";
  return issue.code === "invalid_format" ? "URL を書いてください" : "値に誤りがあります";
}

/** An address with a password that was given as it is: whatever signs it has, nobody need write them as an address does. */
function withPassword(address: string | undefined, password: string | undefined): string | null {
  if (address === undefined || password === undefined) return address ?? null;
  const read = new URL(address);
  read.password = encodeURIComponent(password);
  return read.href;
}

/** Origin in every link that leaves the product. */
export function originOf({ appOrigin, port }: Config): string {
  return appOrigin ?? `http://localhost:${port}`;
}

/** Whether a name is ours written wrongly: two strokes off a long one, two neighbours swapped in a short one. HOME is not HOST. */
function isNearMiss(name: string, right: string): boolean {
  const given = name.toUpperCase();
  if (right.length >= 8) return distance(given, right) <= 2;
  return [...right].some((character, at) => at > 0 && swapped(right, at, character) === given);
}

function swapped(right: string, at: number, character: string): string {
  return `${right.slice(0, at - 1)}${character}${right[at - 1]}${right.slice(at + 1)}`;
}

/** Names that begin with OKAERI_ are for the tests; no other settings are called so. */
const OUR_OWN = new Set(["OKAERI_TEST_DATABASE", "OKAERI_SHARED_DATA", "OKAERI_DEMO_SHARE"]);
