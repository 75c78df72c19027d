import type { CustomerFileRow } from "@okaeri/domain/stays/reservation-row";
import type { Tx } from "../../database/connection.ts";
import { takeIds } from "../../database/take-ids.ts";
import type { Cipher } from "../../session/cipher.ts";
import { learnAddresses } from "../customers/agency-addresses.ts";
import { knownAsErased } from "../customers/erased-addresses.ts";
import { IdentityResolver, type KnownPerson, type Resolution } from "../customers/identity-resolver.ts";
import {
  type Consent,
  isNewWord,
  knownCustomers,
  type LatestConsent,
  latestConsents,
} from "../customers/known-customers.ts";
import { type CustomerTyping, typesOfCustomers } from "../customers/typed-customers.ts";
import type { RefusedLine } from "./compare-rows.ts";
import { guestOfLine } from "./guest-of-line.ts";
import type { PreparedRow } from "./prepare-row.ts";

export type CustomerLine = PreparedRow<CustomerFileRow>;

export type CustomersContext = { accountId: number; now: Date; cipher: Pick<Cipher, "fingerprints"> };

export type DecidedCustomers = {
  verdicts: ("new" | "changed" | "unchanged")[];
  refused: RefusedLine[];
  consents: Consent[];
  types: CustomerTyping[];
  resolutions: Resolution[];
};

const keysOf = ({ email, tel, kanaKey, row }: CustomerLine) => ({
  email,
  tel,
  kanaKey,
  memberNumber: row.member_number,
});

/**
 * What lines of a file of customers make of customers, by the rules of identity. A line replaces what is stored; what it leaves out stays.
 * Nothing is written: the check of a file uses one of these for all its lines, an import a new one for each batch, and both decide the
 * same.
 */
export class CustomerRows {
  readonly register: IdentityResolver;
  readonly #ctx: CustomersContext;
  readonly #typeOf: ReadonlyMap<string, number>;
  readonly #before = new Map<number, string>();
  readonly #consents = new Map<number, LatestConsent>();
  readonly #types = new Map<number, Set<number>>();
  #placeholder = 2 ** 50;

  constructor(
    ctx: CustomersContext,
    facts: { maskedDomains: ReadonlySet<string>; typeOf: ReadonlyMap<string, number> },
  ) {
    this.#ctx = ctx;
    this.#typeOf = facts.typeOf;
    this.register = new IdentityResolver([], facts.maskedDomains, () => this.#placeholder++);
  }

  async decide(tx: Tx, lines: readonly CustomerLine[]): Promise<DecidedCustomers> {
    await this.#load(tx, lines);
    const found: DecidedCustomers = { verdicts: [], refused: [], consents: [], types: [], resolutions: [] };
    // A list of customers does not mean that a guest came back: an erased guest returns by a stay, or by the hand of staff.
    const erased = await knownAsErased(tx, this.#ctx, lines.map(keysOf));
    for (const [at, line] of lines.entries()) {
      const resolution = this.register.resolve(guestOfLine(line), { onlyKnown: erased.has(at) });
      const { person } = resolution;
      found.resolutions.push(resolution);
      if (person === null) {
        const code = resolution.waits === null ? ("erased_guest" as const) : ("not_identified" as const);
        const reasons = [{ field: null, code, value: "" }];
        found.refused.push({ lineNo: line.lineNo, reasons });
        continue;
      }
      found.verdicts.push(this.#verdict(person, line, found));
    }
    return found;
  }

  /** Gives new customers their ids. */
  async takeIds(tx: Tx): Promise<void> {
    const { created } = this.register;
    const ids = await takeIds(tx, "customers", created.length);
    for (const [index, person] of created.entries()) person.id = ids[index] ?? 0;
  }

  #verdict(person: KnownPerson, line: CustomerLine, found: DecidedCustomers): DecidedCustomers["verdicts"][number] {
    const isFirst = person.isNew && !this.#before.has(person.id);
    if (!isFirst && person.isActive) this.register.replace(person, guestOfLine(line), line.row.language_code);
    const isReportedNow = [this.#sayConsent(person, line, found), this.#sayType(person, line, found)].includes(true);
    const now = JSON.stringify(person.fields);
    const isChanged = now !== this.#before.get(person.id);
    this.#before.set(person.id, now);
    if (isFirst) return "new";
    return isChanged || isReportedNow ? "changed" : "unchanged";
  }

  #sayConsent(person: KnownPerson, { row }: CustomerLine, found: DecidedCustomers): boolean {
    if (row.email_consent === null) return false;
    const now = this.#ctx.now.toISOString();
    const at = row.source_updated_at !== null && row.source_updated_at < now ? row.source_updated_at : now;
    const before = this.#consents.get(person.id);
    // No booking keeps what a file of customers says: a newer withdrawal is noted, so that no older word of a booking outdoes it.
    const isNewer = row.source_updated_at !== null && !row.email_consent && before?.fromFile && before.at < at;
    const consent = { customerId: person.id, given: row.email_consent, at };
    if (!isNewer && !isNewWord(before, consent)) return false;
    this.#consents.set(person.id, { ...consent, fromFile: true });
    found.consents.push(consent);
    return true;
  }

  #sayType(person: KnownPerson, { row }: CustomerLine, found: DecidedCustomers): boolean {
    const typeId = this.#typeOf.get(row.customer_type?.toLowerCase() ?? "");
    if (typeId === undefined) return false;
    const held = this.#types.get(person.id) ?? new Set<number>();
    if (held.has(typeId)) return false;
    this.#types.set(person.id, held.add(typeId));
    found.types.push({ customerId: person.id, typeId });
    return true;
  }

  async #load(tx: Tx, lines: readonly CustomerLine[]): Promise<void> {
    const distinct = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))];
    const keys = {
      members: distinct(lines.map(({ row }) => row.member_number)),
      emails: distinct(lines.map((line) => line.email)),
      tels: distinct(lines.map((line) => line.tel)),
      ids: [],
    };
    const known = await knownCustomers(tx, this.#ctx.accountId, keys);
    for (const { id, fields } of known) if (!this.#before.has(id)) this.#before.set(id, JSON.stringify(fields));
    this.register.learn(known);
    await learnAddresses(tx, this.#ctx.accountId, this.register, lines.map(guestOfLine));
    const fresh = [...new Set(known.map(({ id }) => id))].filter((id) => !this.#types.has(id));
    for (const id of fresh) this.#types.set(id, new Set());
    for (const one of await latestConsents(tx, this.#ctx.accountId, fresh)) this.#consents.set(one.customerId, one);
    for (const one of await typesOfCustomers(tx, this.#ctx.accountId, fresh))
      this.#types.get(one.customerId)?.add(one.typeId);
  }
}
