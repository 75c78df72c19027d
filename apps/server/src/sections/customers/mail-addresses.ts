import { FamilyNames } from "@okaeri/domain/customers/family-names";
import type { NameOfAddress } from "../stays/names-of-addresses.read.ts";

type Named = { name: string; name_kana: string | null };

/** Which mail addresses belong to sites or agencies and name no guest (product §4): masked domains, and addresses of many family names. */
export class MailAddresses {
  readonly #maskedDomains: ReadonlySet<string>;
  /** By address, the names of the customers who have it and of their guests. */
  readonly #names = new Map<string, FamilyNames>();
  /** Agency addresses of waiting guests, and those that stored guests waited for before these lines. */
  readonly #awaited = new Set<string>();
  readonly #awaitedBefore = new Set<string>();

  constructor(maskedDomains: ReadonlySet<string>) {
    this.#maskedDomains = maskedDomains;
  }

  /** Adds names of stored bookings, and agency addresses of stored waiting guests. */
  learn(names: readonly NameOfAddress[], awaited: readonly string[]): void {
    for (const { email, ...person } of names) this.add(email, person);
    for (const email of awaited) {
      this.await(email);
      this.#awaitedBefore.add(email);
    }
  }

  /** Counts a name for the address. */
  add(email: string, { name, name_kana }: Named): void {
    const names = this.#names.get(email) ?? new FamilyNames();
    this.#names.set(email, names);
    names.add({ name, name_kana });
  }

  /** A guest waits because of this address. */
  await(email: string): void {
    this.#awaited.add(email);
  }

  /** Why the address names no guest of this name; null if it may name one. */
  whyUnusable(email: string, guest: Named): "masked_mail" | "shared_mail" | null {
    if (this.#maskedDomains.has(email.slice(email.lastIndexOf("@") + 1))) return "masked_mail";
    return this.isAgency(email, guest) ? "shared_mail" : null;
  }

  /** Whether the address is an agency's, the guest's own name included. */
  isAgency(email: string, guest: Named): boolean {
    return this.#awaited.has(email) || (this.#names.get(email)?.isAgencyWith(guest) ?? false);
  }

  /** Whether enough customers have the address for it to stay an agency's without this guest. */
  isCounted(email: string): boolean {
    return this.#names.get(email)?.isAgency ?? false;
  }

  /** Whether guests waited because of the address before these lines: what it had joined was listed then. */
  wasAwaited(email: string): boolean {
    return this.#awaitedBefore.has(email);
  }
}
