import type { customerFields } from "@okaeri/contract/customer-record";
import { normaliseMemberNumber } from "@okaeri/domain/codes";
import { normaliseCountry } from "@okaeri/domain/customers/country-name";
import { normaliseTelText, normaliseText } from "@okaeri/domain/normalise";
import type { z } from "zod";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import type { CallContext } from "../../http/binder.ts";
import { CallError, refuseFields, staleVersion } from "../../http/errors.ts";
import type { Fields } from "../../http/fields.ts";
import { guestSeen } from "../stays/guest-seen.ts";
import { customerAudit } from "./customer-audit.ts";
import type { CustomerFields } from "./customer-fields.ts";
import { suppressErased } from "./erased-addresses.ts";
import { issueAtRegistration } from "./issue-numbers.ts";
import {
  insertCustomer,
  lockCustomer,
  memberNumberTaken,
  replaceTypes,
  typesInUse,
  updateCustomer,
} from "./save-customer.queries.ts";
import { telephoneOf } from "./telephone.ts";

type Input = z.output<typeof customerFields>;

/** Registers a guest; a person who registers one at a facility sees the guest there from now on. */
export async function createCustomer(tx: Tx, context: CallContext, input: Input): Promise<number> {
  const { scope } = context;
  const saved = await checked(tx, context, input, null);
  if (saved.member_number === null) {
    await lockProgramme(tx, scope.accountId);
    await issueAtRegistration(tx, scope.accountId, [{ fields: saved }]);
  }
  const id = await insertCustomer(tx, scope, saved, context.app.clock.now());
  await suppressErased(tx, { ...scope, cipher: context.app.cipher }, [{ id, email: saved.email }]);
  await replaceTypes(tx, scope, id, input.customer_type_ids);
  if (scope.facilityIds !== null)
    await guestSeen(tx, scope.accountId, id, { facilityId: scope.chosenAccountId, on: todayOf(context.app.clock) });
  await customerAudit(tx, context, "create", id);
  return id;
}

/**
 * Changes a guest's record. A new address is assumed to work until a mail bounces. The audit log records which fields changed but not their
 * values: it is kept when the guest asks to be erased.
 */
export async function changeCustomer(
  tx: Tx,
  context: CallContext,
  { id, version, ...input }: Input & { id: number; version: number },
): Promise<void> {
  const { scope } = context;
  const before = await lockCustomer(tx, scope, id);
  if (!before) throw new CallError("NOT_FOUND");
  if (before.version !== version) throw staleVersion("customers", id);
  const saved = await checked(tx, context, input, { id, before });
  const changed = (Object.keys(saved) as (keyof CustomerFields)[]).filter((name) => saved[name] !== before[name]);
  const types = [...input.customer_type_ids].sort((a, b) => a - b);
  const otherTypes = types.join() !== before.customer_type_ids.join();
  if (changed.length === 0 && !otherTypes) return;
  await updateCustomer(tx, scope, id, saved, changed.includes("email"));
  await suppressErased(tx, { ...scope, cipher: context.app.cipher }, [{ id, email: saved.email }]);
  if (otherTypes) await replaceTypes(tx, scope, id, types);
  const fields = [...changed, ...(otherTypes ? ["customer_types"] : [])].filter(
    (name) => !/_typed$|_national$/.test(name),
  );
  await customerAudit(tx, context, "update", id, { fields });
}

async function checked(
  tx: Tx,
  { app, scope }: CallContext,
  input: Input,
  own: { id: number; before: CustomerFields } | null,
): Promise<CustomerFields> {
  const entered = savedFields(input);
  const saved = own ? keepingTyped(entered, own.before) : entered;
  const fields: Fields = {};
  if (input.birthday !== null && input.birthday > todayOf(app.clock)) fields.birthday = { code: "in_future" };
  if (saved.tel === null && input.tel !== "") fields.tel = { code: "not_tel" };
  if (saved.name === "") fields.name = { code: "required" };
  const member = saved.member_number;
  if (
    member !== null &&
    member !== own?.before.member_number &&
    (await memberNumberTaken(tx, scope, member, own?.id ?? null))
  )
    fields.member_number = { code: "taken" };
  const ids = input.customer_type_ids;
  if (new Set(ids).size !== ids.length) fields.customer_type_ids = { code: "twice" };
  else if ((await typesInUse(tx, scope, ids, own?.id ?? null)) !== ids.length)
    fields.customer_type_ids = { code: "not_a_choice" };
  refuseFields(fields);
  return saved;
}

/** The one normalised form in which values are compared and found, and what was typed where that differs (product rules, customers). */
function savedFields(input: Input): CustomerFields {
  const name = normaliseText(input.name);
  const address = normaliseText(input.address);
  const phone = input.tel === "" ? null : telephoneOf(normaliseTelText(input.tel) ?? "");
  const typed = (text: string, ...forms: (string | null)[]) => (text === "" || forms.includes(text) ? null : text);
  return {
    member_number: normaliseMemberNumber(input.member_number) || null,
    name,
    name_kana: input.name_kana || null,
    gender: input.gender,
    birthday: input.birthday,
    email: input.email || null,
    tel: phone?.tel ?? null,
    tel_national: phone?.tel_national ?? null,
    postcode: input.postcode || null,
    address: address || null,
    nationality: normaliseCountry(input.nationality) || null,
    language: input.language,
    name_typed: typed(input.name, name),
    tel_typed: phone === null ? null : typed(input.tel, phone.tel, phone.tel_national),
    address_typed: typed(input.address, address),
    // These take their form in the field.
    name_kana_typed: null,
    email_typed: null,
    postcode_typed: null,
  };
}

const TYPED = [
  ["name", "name_typed"],
  ["name_kana", "name_kana_typed"],
  ["email", "email_typed"],
  ["tel", "tel_typed"],
  ["postcode", "postcode_typed"],
  ["address", "address_typed"],
] as const;

/** Fields that nobody changed keep what was once typed: the form shows only the normalised form, and sends that back. */
function keepingTyped(saved: CustomerFields, before: CustomerFields): CustomerFields {
  const unchanged = TYPED.filter(([field, typed]) => saved[field] === before[field] && saved[typed] === null);
  return { ...saved, ...Object.fromEntries(unchanged.map(([, typed]) => [typed, before[typed]])) };
}
