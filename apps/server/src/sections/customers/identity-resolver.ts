import { areDifferentFamilies, familyNameOf } from "@okaeri/domain/customers/family-names";
import { type LikenessReason, likeness, type WaitReason } from "@okaeri/domain/customers/likeness";
import { type CustomerFields, comparedPerson, plainKana } from "./customer-fields.ts";
import { FILLED_TOGETHER, type Guest, kanaKeyOf, type Unusable, usableFields, waitReason } from "./guest.ts";
import { MailAddresses } from "./mail-addresses.ts";

/**
 * A key that a reservation of the customer named beside the customer's own columns. `kanaKey`: the kana name that came with a telephone, or
 * the name under which a customer had the mail address before a file replaced it.
 */
export type OtherKey = { kind: "member" | "email" | "tel"; value: string; kanaKey: string };

/** A customer found by one of their keys. `found…` are the keys of the row that was found: after a merge it is another one. */
export type KnownCustomer = {
  id: number;
  isActive: boolean;
  /** The programme gave the member number; no hotel did. */
  isIssued: boolean;
  fields: CustomerFields;
  kanaKey: string | null;
  foundMember: string | null;
  foundEmail: string | null;
  foundTel: string | null;
  foundKanaKey: string | null;
  otherKeys: readonly OtherKey[];
};

export type KnownPerson = {
  id: number;
  isNew: boolean;
  isActive: boolean;
  isIssued: boolean;
  fields: CustomerFields;
  /** An existing customer got a value where there was none. */
  isFilled: boolean;
};

export type Likeness = { person: KnownPerson; score: number; reasons: LikenessReason[] };
/** Two customers that one reservation named together. */
export type Together = readonly [KnownPerson, KnownPerson];

export type Resolution = {
  /** Null: the guest waits in the merge queue, for this reason. */
  person: KnownPerson | null;
  waits: WaitReason | null;
  /** Customers that may be the same as a new one; a person decides. */
  alike: Likeness[];
  together: Together[];
};

/** A telephone number with more names than this belongs to an office, not to a guest. */
export const MAX_NAMES_PER_TEL = 4;
const MAX_ALIKE = 3;

type TelUser = { kanaKey: string | null; name: string; person: KnownPerson };

/**
 * Decides who is who (product §4, docs/adr/0100). A guest is the customer whom the guest's keys name: member number, mail address,
 * telephone with kana name; else a new customer. When keys name different customers, the guest waits for a person's decision. Lines are
 * taken in the order of the file, and each sees what the lines before it made, so that the result does not depend on batch boundaries. Two
 * different member numbers are never joined; a number that the programme issued does not contradict another one, and gives way to it
 * (docs/adr/0321). A line fills empty fields and replaces nothing; keys that find no empty field are learnt as further keys, so that the
 * order of the lines does not matter.
 */
export class IdentityResolver {
  readonly created: KnownPerson[] = [];
  readonly learnt: { person: KnownPerson; key: OtherKey }[] = [];
  readonly addresses: MailAddresses;
  readonly #newId: () => number;
  readonly #byId = new Map<number, KnownPerson>();
  readonly #otherKeys = new Map<KnownPerson, readonly OtherKey[]>();
  readonly #byMember = new Map<string, KnownPerson>();
  readonly #byEmail = new Map<string, KnownPerson[]>();
  readonly #byTel = new Map<string, TelUser[]>();
  constructor(known: readonly KnownCustomer[], maskedDomains: ReadonlySet<string>, newId: () => number) {
    this.addresses = new MailAddresses(maskedDomains);
    this.#newId = newId;
    this.learn(known);
  }

  /** Takes in stored customers; one that is here already stays as the lines have made them. */
  learn(known: readonly KnownCustomer[]): void {
    for (const one of known) {
      const here = this.#byId.get(one.id);
      const { id, isActive, isIssued, fields } = one;
      const person = here ?? { id, isNew: false, isActive, isIssued, fields, isFilled: false };
      this.#byId.set(one.id, person);
      const isMerged = one.foundEmail !== one.fields.email || one.foundTel !== one.fields.tel;
      if (!here || isMerged) this.#enter(person, one.foundMember, one.foundEmail, one.foundTel, one.foundKanaKey);
      if (!here) this.#enter(person, one.fields.member_number, one.fields.email, one.fields.tel, one.kanaKey);
      for (const key of one.otherKeys) this.#enterKey(person, key);
      if (one.otherKeys.length > 0)
        this.#otherKeys.set(person, [...(this.#otherKeys.get(person) ?? []), ...one.otherKeys]);
    }
  }

  /** Customers who have this address, their own or from a booking; `holdersOf` those who were stored before. */
  peopleOf(email: string): readonly KnownPerson[] {
    return this.#byEmail.get(email) ?? [];
  }
  holdersOf(email: string): KnownPerson[] {
    return this.peopleOf(email).filter((person) => !person.isNew);
  }

  /** The existing customers that got values. */
  get filled(): KnownPerson[] {
    return [...this.#byId.values()].filter((person) => person.isFilled);
  }

  byId(id: number): KnownPerson | undefined {
    return this.#byId.get(id);
  }

  /**
   * Finds or makes the guest's customer. `onlyKnown`: makes none for an unknown guest. `goesOn`: the customer where the keys name nobody.
   */
  resolve(
    guest: Guest,
    { onlyKnown = false, goesOn }: { onlyKnown?: boolean; goesOn?: KnownPerson | undefined } = {},
  ): Resolution {
    const unusable = this.#unusable(guest);
    if (guest.isContactOnly) return waiting("group_contact");
    const [found, ...others] = this.#named(guest, unusable);
    if (found && others.length > 0)
      return waiting(
        "keys_disagree",
        others.map((other): Together => [found, other]),
      );
    if (found) {
      // Only two member numbers contradict one person, and most lines have none.
      const alike =
        guest.member_number === null
          ? []
          : this.#alike(guest, unusable).filter(({ person }) => conflicts(guest, person));
      this.fill(found, guest, unusable);
      return { person: found, waits: null, alike, together: [] };
    }
    if (goesOn?.isActive && !conflicts(guest, goesOn)) {
      this.fill(goesOn, guest, unusable);
      return { person: goesOn, waits: null, alike: [], together: [] };
    }
    if (onlyKnown) return { person: null, waits: null, alike: [], together: [] };
    const reason = waitReason(guest, unusable);
    if (reason === "shared_mail" && guest.email !== null) this.addresses.await(guest.email);
    if (reason) return waiting(reason);
    const alike = this.#alike(guest, unusable);
    return { person: this.#create(guest, unusable), waits: null, alike, together: [] };
  }

  /**
   * A person has decided who the waiting guest is, or that it is a new customer, who then takes the guest's data and all keys. Returns
   * customers who share one of these keys: they may be one person.
   */
  decide(guest: Guest, joined: KnownPerson | null): { person: KnownPerson; others: KnownPerson[] } {
    const unusable = this.#unusable(guest);
    const values = usableFields(guest, unusable);
    const byMember = guest.member_number === null ? undefined : this.#byMember.get(guest.member_number);
    const byMail = values.email === null ? [] : (this.#byEmail.get(values.email) ?? []);
    const byTel = values.tel === null ? [] : this.#sameTelAndKana(guest);
    const holders = [...(byMember ? [byMember] : []), ...byMail, ...byTel];
    if (joined) this.fill(joined, guest, unusable);
    const person = joined ?? this.#create(byMember ? { ...guest, member_number: null } : guest, unusable);
    const own = person.fields;
    const keys: OtherKey[] = [
      ...keyOf("member", guest.member_number !== own.member_number && guest.member_number),
      ...keyOf("email", values.email !== own.email && values.email),
      ...(guest.kanaKey === null ? [] : keyOf("tel", values.tel, guest.kanaKey)),
    ];
    for (const key of keys) this.learnt.push({ person, key });
    this.#useAddress(person, guest, unusable);
    return { person, others: [...new Set(holders)].filter((one) => one !== person && one.isActive) };
  }

  /** Fills an existing customer's empty fields from the line. */
  fill(person: KnownPerson, guest: Guest, unusable = this.#unusable(guest)): void {
    if (!person.isActive) return;
    const { fields } = person;
    const values = usableFields(guest, unusable);
    let changed = false;
    for (const [key, ...companions] of FILLED_TOGETHER) {
      const gives = key === "member_number" && person.isIssued;
      if ((fields[key] !== null && !gives) || values[key] === null) continue;
      if (key === "member_number" && values[key] !== null && this.#byMember.has(values[key])) continue;
      if (gives) this.#giveWay(person);
      // A telephone given with another name counts as another person's.
      if (key === "tel" && guest.kanaKey !== null && ![null, guest.kanaKey].includes(kanaOf(person))) continue;
      for (const field of [key, ...companions]) Object.assign(fields, { [field]: values[field] });
      changed = true;
    }
    if (changed) {
      person.isFilled = !person.isNew;
      this.#enter(person, fields.member_number, fields.email, fields.tel, kanaKeyOf(guest, fields));
    }
    this.#useAddress(person, guest, unusable);
    this.#learn(person, { kind: "email", value: values.email, kanaKey: "" });
    if (guest.kanaKey !== null) this.#learn(person, { kind: "tel", value: values.tel, kanaKey: guest.kanaKey });
  }

  /** Counts the guest's name for the address. A customer whose name makes it an agency's keeps it as a key, so that the name goes on counting. */
  #useAddress(person: KnownPerson, guest: Guest, { mail }: Unusable): void {
    const { email } = guest;
    if (email === null || mail === "masked_mail") return;
    if (mail === "shared_mail" && !this.addresses.isCounted(email) && !this.#byEmail.get(email)?.includes(person)) {
      const key = { kind: "email", value: email, kanaKey: "" } as const;
      this.#enterKey(person, key);
      this.#note(person, key);
    }
    this.addresses.add(email, guest);
  }

  /** The issued number still names the guest: it may be printed on a card. */
  #giveWay(person: KnownPerson): void {
    if (person.fields.member_number !== null)
      this.#note(person, { kind: "member", value: person.fields.member_number, kanaKey: "" });
    person.isIssued = false;
  }

  /** Keeps a key that names nobody yet. */
  #learn(person: KnownPerson, { kind, value, kanaKey }: Omit<OtherKey, "value"> & { value: string | null }): void {
    if (value === null) return;
    const isKnown =
      kind === "email"
        ? (this.#byEmail.get(value)?.length ?? 0) > 0
        : this.#byTel.get(value)?.some((user) => user.kanaKey === kanaKey);
    if (isKnown) return;
    const key = { kind, value, kanaKey };
    this.#enterKey(person, key);
    this.#note(person, key);
  }

  /** The customers that the guest's keys name: one, none, or several between whom a person has to decide. */
  #named(guest: Guest, { mail, isOfficeTel }: Unusable): KnownPerson[] {
    const member = guest.member_number === null ? undefined : this.#byMember.get(guest.member_number);
    const isOpen = (one: KnownPerson) => one.isActive && (member !== undefined || !conflicts(guest, one));
    const open = (people: readonly KnownPerson[]) => people.filter(isOpen);
    const byMail = guest.email === null || mail !== null ? [] : (this.#byEmail.get(guest.email) ?? []);
    const named = [member ? [member] : [], open(byMail), isOfficeTel ? [] : open(this.#sameTelAndKana(guest))];
    const stated = named.filter((people) => people.length > 0);
    const common = (stated[0] ?? []).filter((one) => stated.every((people) => people.includes(one)));
    if (common.length === 0) return [...new Set(stated.flat())].sort(byId);
    if (common.length === 1) return common;
    // Families share an address: take the one of the same name.
    const sameName = common.filter((one) => guest.kanaKey !== null && kanaOf(one) === guest.kanaKey);
    return sameName.length === 1 ? sameName : common.sort(byId);
  }

  /** Customers who share a key with the guest and are somebody else all the same. */
  #alike(guest: Guest, { mail, isOfficeTel }: Unusable): Likeness[] {
    const byMail = guest.email === null || mail !== null ? [] : (this.#byEmail.get(guest.email) ?? []);
    const byTel = isOfficeTel ? [] : this.#sameTelAndKana(guest);
    const people = [...new Set([...byMail, ...byTel])].filter((one) => one.isActive).sort(byId);
    return people.slice(0, MAX_ALIKE).map((person) => ({
      person,
      ...likeness(guest, comparedPerson(person), {
        mail: byMail.includes(person),
        tel: byTel.includes(person),
      }),
    }));
  }

  /**
   * Replaces an existing customer's fields by what the line says. The customer is still known by the earlier keys. Two member numbers are
   * never joined.
   */
  replace(person: KnownPerson, guest: Guest, language: CustomerFields["language"] | null): void {
    const { fields } = person;
    const values = usableFields(guest, this.#unusable(guest));
    const groups = [...FILLED_TOGETHER.filter(([key]) => key !== "member_number"), ["name", "name_typed"] as const];
    const before = { ...fields };
    let changed = language !== null && fields.language !== language;
    if (language !== null) fields.language = language;
    for (const [key, ...companions] of groups) {
      if (values[key] === null || fields[key] === values[key]) continue;
      for (const field of [key, ...companions]) Object.assign(fields, { [field]: values[field] });
      changed = true;
    }
    if (changed) person.isFilled = !person.isNew;
    this.#keepNameOfAddress(person, before);
    if (before.email !== null && before.email !== fields.email)
      this.#note(person, { kind: "email", value: before.email, kanaKey: "" });
    if (before.tel !== null && before.tel !== fields.tel && before.name_kana !== null)
      this.#note(person, { kind: "tel", value: before.tel, kanaKey: plainKana(before.name_kana) });
    this.#enterAgain(person, before);
  }

  /** The name that a line replaces goes on counting for the address that found the customer. */
  #keepNameOfAddress(person: KnownPerson, { name, name_kana, email }: CustomerFields): void {
    if (email === null || name === person.fields.name) return;
    const [before, now] = [familyNameOf({ name, name_kana }), familyNameOf(person.fields)];
    if (before && now && areDifferentFamilies(before, now))
      this.#note(person, { kind: "email", value: email, kanaKey: name });
  }

  #note(person: KnownPerson, key: OtherKey): void {
    this.learnt.push({ person, key });
    this.#otherKeys.set(person, [...(this.#otherKeys.get(person) ?? []), key]);
  }

  /** Indexes a person again, under their present keys and name. */
  #enterAgain(person: KnownPerson, before: CustomerFields): void {
    const { fields } = person;
    const keys = this.#otherKeys.get(person) ?? [];
    const valuesOf = (kind: OtherKey["kind"]) => keys.flatMap((key) => (key.kind === kind ? [key.value] : []));
    for (const email of [before.email ?? "", ...valuesOf("email")])
      this.#byEmail.set(
        email,
        (this.#byEmail.get(email) ?? []).filter((one) => one !== person),
      );
    for (const tel of [before.tel ?? "", fields.tel ?? "", ...valuesOf("tel")])
      this.#byTel.set(
        tel,
        (this.#byTel.get(tel) ?? []).filter((user) => user.person !== person),
      );
    const kanaKey = fields.name_kana === null ? null : plainKana(fields.name_kana);
    this.#enter(person, fields.member_number, fields.email, fields.tel, kanaKey);
    for (const key of keys) this.#enterKey(person, key);
  }

  #unusable(guest: Guest): Unusable {
    return {
      mail: guest.email === null ? null : this.addresses.whyUnusable(guest.email, guest),
      isOfficeTel: guest.tel !== null && this.#namesOf(guest) > MAX_NAMES_PER_TEL,
    };
  }

  #create(guest: Guest, unusable: Unusable): KnownPerson {
    const { kanaKey: _kanaKey, isContactOnly: _contact, ...fields } = guest;
    const person: KnownPerson = {
      id: this.#newId(),
      isNew: true,
      isActive: true,
      isIssued: false,
      fields: { ...fields, ...usableFields(guest, unusable) },
      isFilled: false,
    };
    this.created.push(person);
    this.#byId.set(person.id, person);
    this.#enter(person, person.fields.member_number, person.fields.email, person.fields.tel, guest.kanaKey);
    this.#useAddress(person, guest, unusable);
    return person;
  }

  #enter(person: KnownPerson, member: string | null, email: string | null, tel: string | null, kanaKey: string | null) {
    if (member !== null && !this.#byMember.has(member)) this.#byMember.set(member, person);
    if (email !== null) {
      const users = this.#byEmail.get(email);
      if (!users) this.#byEmail.set(email, [person]);
      else if (!users.includes(person)) users.push(person);
      this.addresses.add(email, person.fields);
    }
    if (tel === null) return;
    const users = this.#byTel.get(tel);
    const user = { kanaKey, name: person.fields.name, person };
    if (!users) this.#byTel.set(tel, [user]);
    else if (!users.some((one) => one.person === person && one.kanaKey === kanaKey)) users.push(user);
  }

  #enterKey(person: KnownPerson, { kind, value, kanaKey }: OtherKey): void {
    if (kind === "member") this.#enter(person, value, null, null, null);
    else if (kind === "email") {
      this.#enter(person, null, value, null, null);
      this.addresses.add(value, { name: kanaKey, name_kana: null });
    } else this.#enter(person, null, null, value, kanaKey);
  }

  /** How many different names use the guest's telephone number, the guest's own included. */
  #namesOf(guest: Guest): number {
    const users = this.#byTel.get(guest.tel ?? "");
    if (users === undefined || users.length < MAX_NAMES_PER_TEL) return 1;
    return new Set([...users.map((user) => user.kanaKey ?? user.name), guest.kanaKey ?? guest.name]).size;
  }

  #sameTelAndKana(guest: Guest): KnownPerson[] {
    if (guest.tel === null || guest.kanaKey === null) return [];
    const users = this.#byTel.get(guest.tel) ?? [];
    return [...new Set(users.filter((user) => user.kanaKey === guest.kanaKey).map((user) => user.person))];
  }
}

const conflicts = (guest: Guest, person: KnownPerson) =>
  guest.member_number !== null &&
  person.fields.member_number !== null &&
  !person.isIssued &&
  person.fields.member_number !== guest.member_number;

const keyOf = (kind: OtherKey["kind"], value: string | null | false, kanaKey = ""): OtherKey[] =>
  value ? [{ kind, value, kanaKey }] : [];
const byId = (a: KnownPerson, b: KnownPerson) => a.id - b.id;
const kanaOf = ({ fields }: KnownPerson) => (fields.name_kana === null ? null : plainKana(fields.name_kana));

const waiting = (waits: WaitReason, together: Together[] = []): Resolution => ({
  person: null,
  waits,
  alike: [],
  together,
});
