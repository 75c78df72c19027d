import { describe, expect, it } from "vitest";
import type { Guest } from "./guest.ts";
import { IdentityResolver, type KnownCustomer, MAX_NAMES_PER_TEL } from "./identity-resolver.ts";

const guest = (over: Partial<Guest> = {}): Guest => ({
  member_number: null,
  name: "山田 花子",
  name_kana: "ヤマダ ハナコ",
  gender: null,
  birthday: null,
  email: null,
  tel: null,
  tel_national: null,
  postcode: null,
  address: null,
  nationality: null,
  language: "ja",
  name_typed: null,
  name_kana_typed: null,
  email_typed: null,
  tel_typed: null,
  postcode_typed: null,
  address_typed: null,
  kanaKey: "ヤマダハナコ",
  isContactOnly: false,
  ...over,
});

function known(id: number, over: Partial<Guest> = {}, found: Partial<KnownCustomer> = {}): KnownCustomer {
  const { kanaKey, isContactOnly: _contact, ...fields } = guest(over);
  return {
    id,
    isActive: true,
    isIssued: false,
    fields,
    kanaKey,
    foundMember: fields.member_number,
    foundEmail: fields.email,
    foundTel: fields.tel,
    foundKanaKey: kanaKey,
    otherKeys: [],
    ...found,
  };
}

function registerOf(customers: KnownCustomer[] = [], masked: string[] = []) {
  let next = 1_000;
  return new IdentityResolver(customers, new Set(masked), () => next++);
}
const tel = "+819012345678";

describe("who a guest is (product §4)", () => {
  const customers = [
    known(1, { member_number: "M1", email: "a@example.jp" }),
    known(2, { email: "b@example.jp", tel }),
    known(3, { email: "family@example.jp", name_kana: "ヤマダ タロウ", kanaKey: "ヤマダタロウ" }),
    known(4, { email: "family@example.jp" }),
  ];
  it.each<[string, Partial<Guest>, number]>([
    ["the member number, with a mail address nobody has", { member_number: "M1", email: "new@example.jp" }, 1],
    ["keys that agree", { member_number: "M1", email: "a@example.jp" }, 1],
    ["else the mail address, whatever the name", { email: "b@example.jp", kanaKey: "ベツジン" }, 2],
    ["else telephone and kana name", { tel }, 2],
    ["of a family's address the one of that name", { email: "family@example.jp" }, 4],
    ["of two whom the address names the one whom the telephone names", { email: "b@example.jp", tel }, 2],
    ["an unknown member number with a known address", { member_number: "M9", email: "b@example.jp" }, 2],
    ["else a new customer", { tel, kanaKey: "ベツジン" }, 1_000],
    ["a new customer too with no contact at all", {}, 1_000],
  ])("%s", (_, over, expected) => {
    expect(registerOf(structuredClone(customers)).resolve(guest(over)).person?.id).toBe(expected);
  });

  it("never joins two member numbers, and says that they are alike", () => {
    const result = registerOf(customers).resolve(guest({ member_number: "M2", email: "a@example.jp" }));
    expect(result.person?.id).toBe(1_000);
    expect(result.alike.map(({ person, reasons }) => [person.id, reasons])).toEqual([
      [1, ["same_mail", "same_kana", "same_name", "other_member_number"]],
    ]);
  });

  it("finds the survivor of a merge by the keys of the merged one", () => {
    const register = registerOf([
      known(7, { email: "new@example.jp" }, { foundEmail: "old@example.jp", foundMember: "M7" }),
    ]);
    expect(register.resolve(guest({ email: "old@example.jp" })).person?.id).toBe(7);
    expect(register.resolve(guest({ member_number: "M7" })).person?.id).toBe(7);
  });

  it("sees what the lines before it made", () => {
    const register = registerOf();
    const first = register.resolve(guest({ member_number: "M1" })).person;
    expect(register.resolve(guest({ member_number: "M1", email: "x@example.jp" })).person).toBe(first);
    expect(register.resolve(guest({ email: "x@example.jp", tel })).person).toBe(first);
    expect(register.resolve(guest({ tel })).person).toBe(first);
    expect(register.created).toHaveLength(1);
  });
});

describe("who waits in the merge queue", () => {
  it("group bookings, agencies' addresses and offices' numbers make and join nobody", () => {
    const register = registerOf([known(1, { email: "a@example.jp" })], ["agency.example"]);
    const contact = register.resolve(guest({ isContactOnly: true, email: "a@example.jp" }));
    expect(contact).toMatchObject({ person: null, waits: "group_contact" });
    expect(register.resolve(guest({ email: "x123@agency.example" })).waits).toBe("masked_mail");
    const names = Array.from({ length: MAX_NAMES_PER_TEL + 1 }, (_, i) => guest({ tel, kanaKey: `ナマエ${i}` }));
    const people = names.map((one) => register.resolve(one).person);
    expect(people.slice(0, -1).every((person) => person !== null)).toBe(true);
    expect(people.at(-1)).toBeNull();
  });

  it.each<[string, Partial<Guest>]>([
    ["the member number of one and the address of another", { member_number: "M1", email: "b@example.jp" }],
    ["the member number of one and the address of another member", { member_number: "M1", email: "d@example.jp" }],
    ["the address of one, telephone and name of another", { email: "c@example.jp", tel }],
    ["a family's address with a name that none of them has", { email: "family@example.jp", kanaKey: "ヤマダジロウ" }],
  ])("%s join neither: the guest waits, and both are shown together", (_, over) => {
    const register = registerOf([
      known(1, { member_number: "M1" }),
      known(2, { email: "b@example.jp", tel }),
      known(3, { email: "c@example.jp" }),
      known(6, { member_number: "M6", email: "d@example.jp" }),
      known(4, { email: "family@example.jp", kanaKey: "ヤマダタロウ", name_kana: "ヤマダ タロウ" }),
      known(5, { email: "family@example.jp" }),
    ]);
    const result = register.resolve(guest(over));
    expect(result).toMatchObject({ person: null, waits: "keys_disagree" });
    expect(result.together).toHaveLength(1);
    expect([register.created, register.filled, register.learnt]).toEqual([[], [], []]);
  });

  it("an address of an older reservation names its customer, whichever line came first", () => {
    const first = guest({ member_number: "M1", email: "one@example.jp" });
    const second = guest({ member_number: "M1", email: "two@example.jp", tel });
    const third = guest({ email: "two@example.jp" });
    const fourth = guest({ email: "three@example.jp", tel });
    for (const lines of [
      [first, second, third, fourth],
      [second, first, fourth, third],
    ]) {
      const register = registerOf();
      const people = new Set(lines.map((line) => register.resolve(line).person));
      expect(people.size).toBe(1);
      expect(register.learnt.every(({ person }) => people.has(person))).toBe(true);
    }
    const later = registerOf([
      known(1, { email: "one@example.jp" }, { otherKeys: [{ kind: "email", value: "two@example.jp", kanaKey: "" }] }),
    ]);
    expect(later.resolve(third).person?.id).toBe(1);
  });

  it("a masked address or shared number beside an own contact is left out of the customer", () => {
    const register = registerOf([], ["agency.example"]);
    const { person } = register.resolve(guest({ email: "x@agency.example", tel }));
    expect(person?.fields).toMatchObject({ email: null, tel });
  });
});

describe("what a line gives a customer", () => {
  it("fills what is empty and replaces nothing", () => {
    const register = registerOf([known(1, { member_number: "M1", email: "mine@example.jp" })]);
    register.resolve(
      guest({
        member_number: "M1",
        email: "other@example.jp",
        tel,
        tel_national: "09012345678",
        birthday: "1980-01-01",
        name: "別 名",
      }),
    );
    expect(register.filled.map((person) => person.fields)).toEqual([
      expect.objectContaining({
        email: "mine@example.jp",
        tel,
        tel_national: "09012345678",
        birthday: "1980-01-01",
        name: "山田 花子",
      }),
    ]);
  });

  it("changes nothing of a customer who was made inactive", () => {
    const register = registerOf([known(1, { member_number: "M1" }, { isActive: false })]);
    expect(register.resolve(guest({ member_number: "M1", tel })).person?.id).toBe(1);
    expect(register.filled).toEqual([]);
  });
});

describe("a number that the programme issued", () => {
  const email = "a@example.jp";
  const issued = () => known(1, { member_number: "X1", email }, { isIssued: true });

  it("names the guest like any other", () => {
    const found = registerOf([issued()]).resolve(guest({ member_number: "X1", email: null }));
    expect([found.person?.id, found.waits]).toEqual([1, null]);
  });

  it("speaks against nobody, and gives way to a hotel's number, which it names the guest beside", () => {
    const register = registerOf([issued()]);
    const { person, alike } = register.resolve(guest({ member_number: "H9", email }));
    expect([person?.id, person?.fields.member_number, alike]).toEqual([1, "H9", []]);
    expect(register.learnt.map(({ key }) => key)).toContainEqual({ kind: "member", value: "X1", kanaKey: "" });
    expect(register.resolve(guest({ member_number: "X1", email: null })).person?.id).toBe(1);
    // From now on the guest has a hotel's number: another one is another guest's.
    expect(register.resolve(guest({ member_number: "H8", email })).person?.id).not.toBe(1);
  });

  it("stays where the line names none, or one that somebody else has", () => {
    const register = registerOf([issued(), known(2, { member_number: "H9", email: null, tel: null })]);
    register.resolve(guest({ member_number: null, email }));
    expect(register.resolve(guest({ member_number: "H9", email })).waits).toBe("keys_disagree");
    expect(register.byId(1)?.fields.member_number).toBe("X1");
  });
});
