import type { Language } from "@okaeri/contract/errors";
import { codeText } from "@okaeri/contract/problems/problems";
import { guestNameOf } from "@okaeri/domain/messaging/guest-name";
import type { Binder } from "../../http/binder.ts";
import { type AccountContext, readAccountPart, settingsOwner } from "./account-access.ts";
import { type CodeRow, codesOf, saveCode } from "./code-lists.ts";
import {
  connectionKeyOf,
  connectionKeysOf,
  createKey,
  endKey,
  type KeyRow,
  keyKindsOf,
  keyReachesOf,
  replaceKey,
  revokeKey,
  setKeyReach,
} from "./connection-keys.ts";
import { callsOfKey, type KeyCallRow } from "./key-calls.ts";
import { lineChannelOf, removeLineChannel, saveLineChannel } from "./line-channel.ts";
import { resendAddressLink, senderStateOf } from "./mail-delivery/sender-address.ts";
import { type MemberNumbers, memberSettingsOf, numberMembers, saveMemberSettings } from "./member-settings.ts";
import { cardProfileOf, saveCardProfile } from "./registration-card-profile.ts";
import { saveSenderSettings, senderSettingsOf } from "./sender-settings.ts";

const iso = (at: Date | null) => at?.toISOString() ?? null;
const typeItem = ({ masked_email_domains: _domains, ...row }: CodeRow) => row;
const keyItem = (row: KeyRow) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  last_used_at: iso(row.last_used_at),
  expires_at: iso(row.expires_at),
  revoked_at: iso(row.revoked_at),
});

const callItem = ({ reasons, ...row }: KeyCallRow, language: Language) => ({
  ...row,
  called_at: row.called_at.toISOString(),
  reasons: (reasons ?? []).map((reason) => ({ ...reason, message: codeText(reason.code, language) })),
});

export function accountSettingsRoutes(os: Binder, numbers: MemberNumbers) {
  const members = (context: AccountContext, id: number) => membersOf(context, id, numbers);
  const calls = os.accountSettings;
  return {
    customerTypes: calls.customerTypes.handler(({ input, context }) =>
      readAccountPart(context, input.id, "types", async (tx, open) => ({
        owner: settingsOwner(open),
        items: (await codesOf(tx, "customer_types", open.row.programme_account_id)).map(typeItem),
      })),
    ),
    createCustomerType: calls.createCustomerType.handler(async ({ input: { id, ...edit }, context }) =>
      typeItem(await saveCode(context, "customer_types", { accountId: id, code: null }, edit)),
    ),
    updateCustomerType: calls.updateCustomerType.handler(
      async ({ input: { id, type_id, version, ...edit }, context }) =>
        typeItem(await saveCode(context, "customer_types", { accountId: id, code: { id: type_id, version } }, edit)),
    ),
    bookingChannels: calls.bookingChannels.handler(({ input, context }) =>
      readAccountPart(context, input.id, "channels", async (tx, open) => ({
        owner: settingsOwner(open),
        items: await codesOf(tx, "booking_channels", open.row.programme_account_id),
      })),
    ),
    createBookingChannel: calls.createBookingChannel.handler(({ input: { id, ...edit }, context }) =>
      saveCode(context, "booking_channels", { accountId: id, code: null }, edit),
    ),
    updateBookingChannel: calls.updateBookingChannel.handler(
      ({ input: { id, channel_id, version, ...edit }, context }) =>
        saveCode(context, "booking_channels", { accountId: id, code: { id: channel_id, version } }, edit),
    ),

    sender: calls.sender.handler(({ input, context }) => sender(context, input.id)),
    updateSender: calls.updateSender.handler(async ({ input, context }) => {
      const {
        owner: _owner,
        display_name_default: _default,
        mail_from_state: _state,
        mail_from_in_use: _used,
        mail_from_asked_at: _at,
        ...edit
      } = input;
      await saveSenderSettings(context, edit);
      return sender(context, input.id);
    }),

    askSender: calls.askSender.handler(async ({ input, context }) => {
      await resendAddressLink(context, input.id);
      return sender(context, input.id);
    }),

    members: calls.members.handler(({ input, context }) => members(context, input.id)),
    updateMembers: calls.updateMembers.handler(async ({ input, context }) => {
      await saveMemberSettings(context, input);
      return members(context, input.id);
    }),

    numberMembers: calls.numberMembers.handler(async ({ input, context }) => {
      await numberMembers(context, input.id, numbers);
      return members(context, input.id);
    }),

    line: calls.line.handler(({ input, context }) => line(context, input.id)),
    updateLine: calls.updateLine.handler(async ({ input, context }) => {
      await saveLineChannel(context, input);
      return line(context, input.id);
    }),
    removeLine: calls.removeLine.handler(async ({ input, context }) => {
      await removeLineChannel(context, input.id);
      return line(context, input.id);
    }),

    registrationCard: calls.registrationCard.handler(({ input, context }) => card(context, input.id)),
    updateRegistrationCard: calls.updateRegistrationCard.handler(async ({ input, context }) => {
      await saveCardProfile(context, input);
      return card(context, input.id);
    }),

    keys: calls.keys.handler(({ input, context }) =>
      readAccountPart(context, input.id, "keys", async (tx, open) => ({
        origin: context.app.origin,
        items: (await connectionKeysOf(tx, open)).map(keyItem),
        kinds: await keyKindsOf(tx, open),
        reaches: keyReachesOf(open),
      })),
    ),
    keyCalls: calls.keyCalls.handler(({ input, context }) =>
      readAccountPart(context, input.id, "keys", async (tx, open) => {
        const key = await connectionKeyOf(tx, open, input);
        const rows = await callsOfKey(tx, open.row.programme_account_id, key);
        return { key: keyItem(key), items: rows.map((row) => callItem(row, context.language)) };
      }),
    ),
    createKey: calls.createKey.handler(async ({ input, context }) => {
      const { key, row } = await createKey(context, input);
      return { key, item: keyItem(row) };
    }),
    replaceKey: calls.replaceKey.handler(async ({ input, context }) => {
      const { key, row } = await replaceKey(context, input);
      return { key, item: keyItem(row) };
    }),
    endKey: calls.endKey.handler(async ({ input, context }) => ({
      origin: context.app.origin,
      items: (await endKey(context, input)).map(keyItem),
    })),
    updateKey: calls.updateKey.handler(async ({ input, context }) => ({
      origin: context.app.origin,
      items: (await setKeyReach(context, input)).map(keyItem),
    })),
    revokeKey: calls.revokeKey.handler(async ({ input, context }) => ({
      origin: context.app.origin,
      items: (await revokeKey(context, input)).map(keyItem),
    })),
  };
}

function sender(context: AccountContext, id: number) {
  return readAccountPart(context, id, "sender", async (tx, open) => ({
    owner: settingsOwner(open),
    display_name_default: guestNameOf(open.row.programme_account_name),
    ...(await senderSettingsOf(tx, open.row.programme_account_id)),
    ...(await senderStateOf(tx, context.app, open.row.programme_account_id)),
  }));
}

function membersOf(context: AccountContext, id: number, numbers: MemberNumbers) {
  return readAccountPart(context, id, "members", async (tx, open) => ({
    owner: settingsOwner(open),
    ...(await memberSettingsOf(tx, open.row.programme_account_id)),
    numbering: await numbers.stateOf(context.app, tx, open.row.programme_account_id),
  }));
}

function line(context: AccountContext, id: number) {
  return readAccountPart(context, id, "line", async (tx, open) => {
    const channel = await lineChannelOf(tx, open.row.programme_account_id);
    if (!channel) return { owner: settingsOwner(open), channel: null };
    const { id: _row, ...shown } = channel;
    const set = { channel_secret_set: true, channel_access_token_set: true };
    return { owner: settingsOwner(open), channel: { ...shown, ...set, updated_at: channel.updated_at.toISOString() } };
  });
}

function card(context: AccountContext, id: number) {
  return readAccountPart(context, id, "card", (tx, { row }) =>
    cardProfileOf(tx, { programmeId: row.programme_account_id, facilityId: id }),
  );
}
