import type { Tx } from "../../database/connection.ts";
import { CallError, fieldError, staleVersion } from "../../http/errors.ts";
import { type AccountContext, auditAccount, changeAccount } from "./account-access.ts";

export type CardProfile = {
  legal_profile: "ryokan" | "minpaku";
  asks_passport_photo: boolean;
  extra_fields: { key: string; label_ja: string; label_en: string; is_required: boolean }[];
};
type Place = { programmeId: number; facilityId: number };

/** The facility's card, or the one of 旅館業法 that a facility starts with (version 0). */
export async function cardProfileOf(
  tx: Tx,
  { programmeId, facilityId }: Place,
): Promise<CardProfile & { version: number }> {
  const found = await tx.maybe<
    CardProfile & { version: number }
  >`select version, legal_profile, asks_passport_photo, extra_fields
    from registration_card_profiles
    where account_id = ${programmeId} and facility_account_id = ${facilityId}`;
  return found ?? { version: 0, legal_profile: "ryokan", asks_passport_photo: false, extra_fields: [] };
}

/**
 * Saves one facility's card while its option runs; unlike other settings it is the facility's own.
 * @throws CallError FORBIDDEN, STALE_VERSION, INVALID_INPUT.
 */
export function saveCardProfile(
  context: AccountContext,
  input: CardProfile & { id: number; version: number },
): Promise<void> {
  const { id, version, ...edit } = input;
  return changeAccount(context, id, { action: "edit", part: "card" }, async (tx, { row, readable }) => {
    if (!readable.includes("card")) throw new CallError("FORBIDDEN");
    const place = { programmeId: row.programme_account_id, facilityId: id };
    const { version: stored, ...before } = await cardProfileOf(tx, place);
    if (stored !== version) throw staleVersion("accounts", id, ["update_registration_card"]);
    const twice = edit.extra_fields.findIndex((field, index) =>
      edit.extra_fields.slice(0, index).some((earlier) => earlier.key === field.key),
    );
    if (twice !== -1) throw fieldError(`extra_fields.${twice}.key`, { code: "twice" });
    const userId = context.signedIn.userId;
    const now = context.app.clock.now();
    await tx.run`insert into registration_card_profiles (account_id, facility_account_id, legal_profile, asks_passport_photo,
        extra_fields, created_by, updated_by, created_at, updated_at)
      values (${place.programmeId}, ${id}, ${edit.legal_profile}, ${edit.asks_passport_photo},
        ${JSON.stringify(edit.extra_fields)}::jsonb, ${userId}, ${userId}, ${now}, ${now})
      on conflict (account_id, facility_account_id) do update set legal_profile = excluded.legal_profile,
        asks_passport_photo = excluded.asks_passport_photo, extra_fields = excluded.extra_fields,
        version = registration_card_profiles.version + 1, updated_by = excluded.updated_by, updated_at = excluded.updated_at`;
    await auditAccount(tx, context, "update_registration_card", id, { before, after: edit });
  });
}
