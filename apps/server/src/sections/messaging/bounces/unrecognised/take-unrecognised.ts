import { maskedExcerpt, statusCodesIn } from "@okaeri/domain/messaging/masked-excerpt";
import { storableText } from "@okaeri/domain/storable-text";
import type { App } from "../../../../app.ts";
import { todayOf } from "../../../../clock.ts";
import type { Tx } from "../../../../database/connection.ts";
import { bindingOf } from "../../../../session/sealed-places.ts";
import { providerAccount } from "../../../accounts/provider-account.read.ts";
import { erasedGuest } from "../../../customers/erased-guest.ts";
import { lockGuest } from "../../../customers/living-guest.read.ts";
import type { TokenSays } from "../mail-token.ts";
import type { Report } from "../reading/report.ts";
import { mailNamedIn } from "../take-report.ts";
import { recordUnrecognised } from "./record-unrecognised.ts";

export type ReceivedReport = {
  bytes: Buffer;
  /** HELO name or address of the sending server. */
  server: string;
  /** Null if the report could not be parsed. */
  report: Pick<Report, "about" | "text" | "statusCodes"> | null;
};

/** A whole report, as it is sealed. */
export type WholeReport = {
  /** The sender's own words, decoded. */
  text: string;
  /** The mail as it came, from its beginning. */
  source: string;
};

/** Bytes of a report that are kept. */
const MOST_BYTES = 131_072;
/** Bytes of an unparsed report that are searched for its text. */
const MOST_RAW = 8_192;

/**
 * Counts a report that was not understood: once for each programme that received it, or for the provider if it names no mail. Reports
 * about erased guests are neither counted nor stored.
 */
export async function takeUnrecognised(
  app: App,
  received: ReceivedReport,
  mails: readonly (TokenSays | null)[],
): Promise<void> {
  const { bytes, report } = received;
  const source = bytes.subarray(0, MOST_BYTES).toString("utf8");
  const named = mailNamedIn(app, `${report?.about ?? ""}\n${source}`);
  const byProgramme = new Map(mails.map((mail) => [(mail ?? named)?.accountId, mail ?? named]));
  const raw = report === null ? textOfRaw(bytes) : "";
  const text = report?.text ?? raw;
  const statusCodes = report?.statusCodes ?? statusCodesIn(raw);
  for (const mail of byProgramme.values()) {
    const ofGuest = mail !== null && (await countForGuest(app, mail, { ...received, text, statusCodes, source }));
    if (!ofGuest) await countForProvider(app, { ...received, text, statusCodes });
  }
}

type Shown = { server: string; text: string; statusCodes: readonly string[] };

/** @returns false if the guest of the return path is unknown, for example after restoring an older backup. */
async function countForGuest(
  app: App,
  { accountId, customerId }: TokenSays,
  { server, text, statusCodes, source }: Shown & { source: string },
): Promise<boolean> {
  return app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const guest = await lockGuest(tx, accountId, customerId);
    if (guest === undefined) return false;
    if (guest.is_erased) return true;
    const { addresses, names, memberNumbers } = await erasedGuest(tx, accountId, [customerId]);
    const known = [
      ...addresses,
      ...addresses.map((address) => address.split("@")[0] ?? ""),
      ...names,
      ...memberNumbers,
    ];
    const excerpt = maskedExcerpt(
      text,
      known.filter((word) => word.length >= SHORTEST_MASKED),
    );
    const id = await nextId(tx);
    const whole: WholeReport = { text: storableText(text), source: storableText(source) };
    const sealed = app.cipher.seal(JSON.stringify(whole), bindingOf("unrecognisedReport", accountId, id));
    const one = { source: "smtp" as const, server, statusCodes, excerpt, occurrences: 1, customerId };
    await recordUnrecognised(tx, accountId, [{ ...one, whole: { id, sealed } }], currentMoment(app));
    return true;
  });
}

/** Shorter words occur in too many others. */
const SHORTEST_MASKED = 2;

async function nextId(tx: Tx): Promise<number> {
  const { id } = await tx.one<{
    id: number;
  }>`select nextval(pg_get_serial_sequence('unrecognised_reports', 'id')) as id`;
  return id;
}

async function countForProvider(app: App, { server, text, statusCodes }: Shown): Promise<void> {
  const accountId = await app.database.asSystem(providerAccount);
  if (accountId === null) return;
  const one = { source: "smtp" as const, server, statusCodes, excerpt: maskedExcerpt(text), occurrences: 1 };
  await app.database.inScope({ accountIds: [accountId] }, (tx) =>
    recordUnrecognised(tx, accountId, [one], currentMoment(app)),
  );
}

export const currentMoment = (app: Pick<App, "clock">) => ({ now: app.clock.now(), today: todayOf(app.clock) });

/** What follows the head of a mail that cannot be parsed. */
const textOfRaw = (bytes: Buffer) =>
  bytes
    .subarray(0, MOST_RAW)
    .toString("utf8")
    .replace(/^[\s\S]*?\r?\n\r?\n/, "");
