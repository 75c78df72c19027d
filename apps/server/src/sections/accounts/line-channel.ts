import type { Tx } from "../../database/connection.ts";
import { CallError, fieldError, staleVersion } from "../../http/errors.ts";
import { bindingOf } from "../../session/sealed-places.ts";
import { type AccountContext, auditAccount, changeSettings } from "./account-access.ts";

type ChannelRow = {
  id: number;
  version: number;
  name: string;
  channel_id: string;
  basic_id: string | null;
  updated_at: Date;
};

export type LineEdit = {
  id: number;
  version: number;
  name: string;
  channel_id: string;
  basic_id: string | null;
  channel_secret?: string | undefined;
  channel_access_token?: string | undefined;
};

/** Each credential is bound to its column of its row (authenticated encryption): it cannot be moved to another account or column. */
const PLACES = { channel_secret: "lineSecret", channel_access_token: "lineToken" } as const;

/** The account's channel as screens may know it: no secret is read. */
export async function lineChannelOf(tx: Tx, accountId: number): Promise<ChannelRow | undefined> {
  return tx.maybe<ChannelRow>`select id, version, name, channel_id, basic_id, updated_at
    from line_channels
    where account_id = ${accountId} and active_status = 'active'`;
}

/** Saves the channel; secrets are sealed and never leave again. @throws CallError INVALID_INPUT when one is missing on the first save. */
export function saveLineChannel(context: AccountContext, edit: LineEdit): Promise<void> {
  const { app, signedIn } = context;
  const { id: accountId } = edit;
  return changeSettings(context, accountId, "settings", async (tx) => {
    const before = await lineChannelOf(tx, accountId);
    if ((before?.version ?? 0) !== edit.version)
      throw staleVersion("accounts", accountId, ["update_line", "remove_line"]);
    for (const column of ["channel_secret", "channel_access_token"] as const) {
      if (!before && edit[column] === undefined) throw fieldError(column, { code: "required" });
    }
    // The same channel once removed comes back into its own row: a channel is registered once in the installation.
    const known = before?.id ?? (await removedChannel(tx, accountId, edit.channel_id));
    const rowId = known ?? (await nextId(tx));
    const seal = (column: "channel_secret" | "channel_access_token") => {
      const plain = edit[column];
      return plain === undefined ? null : app.cipher.seal(plain, bindingOf(PLACES[column], accountId, rowId));
    };
    const [secret, token] = [seal("channel_secret"), seal("channel_access_token")];
    const now = app.clock.now();
    try {
      if (known !== undefined) {
        await tx.run`update line_channels
          set active_status = 'active', name = ${edit.name}, channel_id = ${edit.channel_id}, basic_id = ${edit.basic_id},
            channel_secret = coalesce(${secret}, channel_secret), channel_access_token = coalesce(${token}, channel_access_token),
            checked_at = null, version = version + 1, updated_by = ${signedIn.userId}, updated_at = ${now}
          where account_id = ${accountId} and id = ${rowId}`;
      } else {
        await tx.run`insert into line_channels (account_id, id, name, channel_id, basic_id, channel_secret, channel_access_token,
            created_by, updated_by, created_at, updated_at) overriding system value
          values (${accountId}, ${rowId}, ${edit.name}, ${edit.channel_id}, ${edit.basic_id}, ${secret}, ${token}, ${signedIn.userId},
            ${signedIn.userId}, ${now}, ${now})`;
      }
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string };
      if (code === "23505" && constraint === "line_channels_channel_id_key")
        throw fieldError("channel_id", { code: "channel_refused" });
      throw error;
    }
    const { channel_secret, channel_access_token, version: _version, id: _id, ...shown } = edit;
    await auditAccount(tx, context, "update_line", accountId, {
      ...(before ? { before: { name: before.name, channel_id: before.channel_id, basic_id: before.basic_id } } : {}),
      after: {
        ...shown,
        new_secret: channel_secret !== undefined,
        new_access_token: channel_access_token !== undefined,
      },
    });
  });
}

/** The account sends no LINE message any more; the row stays. */
export function removeLineChannel(context: AccountContext, accountId: number): Promise<void> {
  return changeSettings(context, accountId, "settings", async (tx) => {
    const done = await tx.run`update line_channels
      set active_status = 'inactive', version = version + 1, updated_by = ${context.signedIn.userId},
        updated_at = ${context.app.clock.now()}
      where account_id = ${accountId} and active_status = 'active'`;
    if (done === 0) throw new CallError("WRONG_STATE");
    await auditAccount(tx, context, "remove_line", accountId);
  });
}

async function removedChannel(tx: Tx, accountId: number, channelId: string): Promise<number | undefined> {
  const found = await tx.maybe<{ id: number }>`select id
    from line_channels
    where account_id = ${accountId} and channel_id = ${channelId} and active_status = 'inactive'`;
  return found?.id;
}

async function nextId(tx: Tx): Promise<number> {
  const { id } = await tx.one<{ id: number }>`select nextval(pg_get_serial_sequence('line_channels', 'id')) as id`;
  return id;
}
