/** What a customer is recognised by and what an import may fill in where it is empty. */
export type CustomerFields = {
  member_number: string | null;
  name: string;
  name_kana: string | null;
  gender: string | null;
  birthday: string | null;
  email: string | null;
  tel: string | null;
  tel_national: string | null;
  postcode: string | null;
  address: string | null;
  nationality: string | null;
  language: "ja" | "en";
  name_typed: string | null;
  name_kana_typed: string | null;
  email_typed: string | null;
  tel_typed: string | null;
  postcode_typed: string | null;
  address_typed: string | null;
};

/** A guest as one line of the file names him. */
export type Guest = CustomerFields & {
  /** Kana without spaces. */
  kanaKey: string | null;
  /** Contact of a group or companion: what the line says was not stated by the guests about themselves. */
  isContactOnly: boolean;
};

/** A customer found by one of his keys. `found…` are the keys of the row that was found: after a merge it is another one. */
export type KnownCustomer = {
  id: number;
  isActive: boolean;
  fields: CustomerFields;
  kanaKey: string | null;
  foundMember: string | null;
  foundEmail: string | null;
  foundTel: string | null;
  foundKanaKey: string | null;
};

export type Person = {
  id: number;
  isNew: boolean;
  isActive: boolean;
  fields: CustomerFields;
  /** An existing customer got a value where there was none. */
  isFilled: boolean;
};

export type WaitReason = "group_or_companion" | "masked_mail" | "shared_tel";
export type LikenessReason = "same_mail" | "same_tel_and_kana" | "other_member_number" | WaitReason;
export type Likeness = { person: Person; score: number; reasons: LikenessReason[] };

export type Resolution = {
  /** Null: the guest waits in the merge queue. */
  person: Person | null;
  /** Customers that may be the same one; a person decides. */
  alike: Likeness[];
};

/** A telephone number with more names than this belongs to an office, not to a guest. */
export const MAX_NAMES_PER_TEL = 4;
const MAX_ALIKE = 3;

type TelUser = { kanaKey: string | null; name: string; person: Person };

/**
 * Who is who (product §4): a guest is the customer of his member number, else of his mail address, else of telephone and kana name,
 * else a new customer. Lines are taken in the order of the file, each sees what the lines before it made, so that the result does
 * not depend on where one batch ends. Two different member numbers are never joined. What a line says fills empty fields and
 * replaces nothing: the customer may have been corrected by hand.
 */
export class GuestRegister {
  readonly created: Person[] = [];
  readonly #maskedDomains: ReadonlySet<string>;
  readonly #newId: () => number;
  readonly #byId = new Map<number, Person>();
  readonly #byMember = new Map<string, Person>();
  readonly #byEmail = new Map<string, Person[]>();
  readonly #byTel = new Map<string, TelUser[]>();

  constructor(known: readonly KnownCustomer[], maskedDomains: ReadonlySet<string>, newId: () => number) {
    this.#maskedDomains = maskedDomains;
    this.#newId = newId;
    for (const one of known) {
      const person = this.#byId.get(one.id) ?? {
        id: one.id,
        isNew: false,
        isActive: one.isActive,
        fields: one.fields,
        isFilled: false,
      };
      this.#byId.set(one.id, person);
      this.#enter(person, one.foundMember, one.foundEmail, one.foundTel, one.foundKanaKey);
      this.#enter(person, one.fields.member_number, one.fields.email, one.fields.tel, one.kanaKey);
    }
  }

  /** The existing customers that got values. */
  get filled(): Person[] {
    return [...this.#byId.values()].filter((person) => person.isFilled);
  }

  byId(id: number): Person | undefined {
    return this.#byId.get(id);
  }

  /** Finds or makes the guest's customer. */
  resolve(guest: Guest): Resolution {
    const masked = guest.email !== null && this.#isMasked(guest.email);
    const shared = guest.tel !== null && this.#namesOf(guest) > MAX_NAMES_PER_TEL;
    const byMail = guest.email === null || masked ? [] : (this.#byEmail.get(guest.email) ?? []);
    const byTel = guest.tel === null || shared ? [] : this.#sameTelAndKana(guest);
    if (guest.isContactOnly) return { person: null, alike: alikeOf(guest, byMail, byTel, "group_or_companion") };
    const found =
      (guest.member_number === null ? undefined : this.#byMember.get(guest.member_number)) ??
      bestOf(guest, byMail) ??
      bestOf(guest, byTel);
    if (found) {
      this.fill(found, guest, { masked, shared });
      return { person: found, alike: [] };
    }
    const unnamed = guest.member_number === null && (guest.email === null || masked) && (guest.tel === null || shared);
    if (unnamed && (masked || shared)) {
      const users = shared ? this.#sameTelAndKana(guest) : byTel;
      return { person: null, alike: alikeOf(guest, byMail, users, masked ? "masked_mail" : "shared_tel") };
    }
    const alike = alikeOf(guest, byMail, byTel, "other_member_number");
    return { person: this.#create(guest, { masked, shared }), alike };
  }

  /** Gives an existing customer what he lacks and the line knows. */
  fill(person: Person, guest: Guest, unusable = this.#unusable(guest)): void {
    if (!person.isActive) return;
    const { fields } = person;
    const values = usable(guest, unusable);
    let changed = false;
    for (const [key, ...companions] of FILLED_TOGETHER) {
      if (fields[key] !== null || values[key] === null) continue;
      if (key === "member_number" && values[key] !== null && this.#byMember.has(values[key])) continue;
      for (const field of [key, ...companions]) Object.assign(fields, { [field]: values[field] });
      changed = true;
    }
    if (!changed) return;
    person.isFilled = !person.isNew;
    this.#enter(person, fields.member_number, fields.email, fields.tel, kanaKeyOf(guest, fields));
  }

  #unusable(guest: Guest): { masked: boolean; shared: boolean } {
    return {
      masked: guest.email !== null && this.#isMasked(guest.email),
      shared: guest.tel !== null && this.#namesOf(guest) > MAX_NAMES_PER_TEL,
    };
  }

  #create(guest: Guest, unusable: { masked: boolean; shared: boolean }): Person {
    const { kanaKey: _kanaKey, isContactOnly: _contact, ...fields } = guest;
    const person: Person = {
      id: this.#newId(),
      isNew: true,
      isActive: true,
      fields: { ...fields, ...usable(guest, unusable) },
      isFilled: false,
    };
    this.created.push(person);
    this.#byId.set(person.id, person);
    this.#enter(person, person.fields.member_number, person.fields.email, person.fields.tel, guest.kanaKey);
    return person;
  }

  #enter(person: Person, member: string | null, email: string | null, tel: string | null, kanaKey: string | null) {
    if (member !== null && !this.#byMember.has(member)) this.#byMember.set(member, person);
    if (email !== null) {
      const users = this.#byEmail.get(email);
      if (!users) this.#byEmail.set(email, [person]);
      else if (!users.includes(person)) users.push(person);
    }
    if (tel === null) return;
    const users = this.#byTel.get(tel);
    const user = { kanaKey, name: person.fields.name, person };
    if (!users) this.#byTel.set(tel, [user]);
    else if (!users.some((one) => one.person === person && one.kanaKey === kanaKey)) users.push(user);
  }

  #isMasked(email: string): boolean {
    return this.#maskedDomains.has(email.slice(email.lastIndexOf("@") + 1));
  }

  /** How many different names use the guest's telephone number, the guest's own included. */
  #namesOf(guest: Guest): number {
    const users = this.#byTel.get(guest.tel ?? "");
    if (users === undefined || users.length < MAX_NAMES_PER_TEL) return 1;
    return new Set([...users.map((user) => user.kanaKey ?? user.name), guest.kanaKey ?? guest.name]).size;
  }

  #sameTelAndKana(guest: Guest): Person[] {
    if (guest.tel === null || guest.kanaKey === null) return [];
    const users = this.#byTel.get(guest.tel) ?? [];
    return [...new Set(users.filter((user) => user.kanaKey === guest.kanaKey).map((user) => user.person))];
  }
}

/** Fields that are empty together and filled together: the number and how it was typed. */
const FILLED_TOGETHER: readonly (readonly [keyof CustomerFields, ...(keyof CustomerFields)[]])[] = [
  ["member_number"],
  ["name_kana", "name_kana_typed"],
  ["gender"],
  ["birthday"],
  ["email", "email_typed"],
  ["tel", "tel_national", "tel_typed"],
  ["postcode", "postcode_typed"],
  ["address", "address_typed"],
  ["nationality"],
];

/** The guest's own contact data: not an agency's address, and not an office's number. */
function usable(guest: Guest, { masked, shared }: { masked: boolean; shared: boolean }): CustomerFields {
  const { kanaKey: _kanaKey, isContactOnly: _contact, ...fields } = guest;
  if (masked) Object.assign(fields, { email: null, email_typed: null });
  if (shared) Object.assign(fields, { tel: null, tel_national: null, tel_typed: null });
  return fields;
}

function kanaKeyOf(guest: Guest, fields: CustomerFields): string | null {
  return fields.name_kana === null
    ? null
    : fields.name_kana === guest.name_kana
      ? guest.kanaKey
      : plainKana(fields.name_kana);
}

/** Stored kana is normalised already; only the spaces and dots between the names go. */
export function plainKana(kana: string): string {
  return kana.replaceAll(" ", "").replaceAll("・", "");
}

const conflicts = (guest: Guest, person: Person) =>
  guest.member_number !== null &&
  person.fields.member_number !== null &&
  person.fields.member_number !== guest.member_number;

/** Families share an address: the one of the same name, else the first. */
function bestOf(guest: Guest, people: readonly Person[]): Person | undefined {
  const open = people.filter((person) => person.isActive && !conflicts(guest, person));
  const sameName = open.filter(
    (person) =>
      guest.kanaKey !== null &&
      person.fields.name_kana !== null &&
      plainKana(person.fields.name_kana) === guest.kanaKey,
  );
  return lowest(sameName) ?? lowest(open);
}

function lowest(people: readonly Person[]): Person | undefined {
  return people.reduce<Person | undefined>(
    (first, person) => (first && first.id < person.id ? first : person),
    undefined,
  );
}

function alikeOf(guest: Guest, byMail: readonly Person[], byTel: readonly Person[], why: LikenessReason): Likeness[] {
  const people = [...new Set([...byMail, ...byTel])].filter((person) => person.isActive).sort((a, b) => a.id - b.id);
  return people.slice(0, MAX_ALIKE).map((person) => {
    const mail = byMail.includes(person);
    const tel = byTel.includes(person);
    const score = (mail ? 60 : 0) + (tel ? 50 : 0) - (conflicts(guest, person) ? 30 : 0);
    const reasons: LikenessReason[] = [
      ...(mail ? ["same_mail" as const] : []),
      ...(tel ? ["same_tel_and_kana" as const] : []),
      why,
    ];
    return { person, score: Math.min(100, score), reasons };
  });
}
