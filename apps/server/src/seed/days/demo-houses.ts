import { addDays } from "@okaeri/domain/calendar-date";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import { actAs } from "../demo-client.ts";
import { DEMO_PROGRAMMES } from "../demo-guests.ts";
import type { House } from "./demo-hotel.ts";

const KEY_NAME = "デモの宿泊管理システム";
/** A house without registration cards has its keys made by the provider. */
const KEY_MAKER = "vc_admin";
/** Programmes to which a hotel's system sends; of the third there is no CRM. */
const FED = ["H", "T"];

/** The houses of the demo whose systems send, each with a new key; `giveBack` takes the keys away. Keys left by a move that was killed go. */
export async function openHouses(app: App): Promise<{ houses: House[]; giveBack(): Promise<void> }> {
  const rows = await app.database.asSystem(
    (tx) =>
      tx.all<{
        code: string;
        id: number;
        programme_account_id: number;
      }>`select code, id, programme_account_id from accounts`,
  );
  const places = DEMO_PROGRAMMES.filter(({ prefix }) => FED.includes(prefix)).flatMap((programme) =>
    programme.facilities.flatMap((place) => {
      const account = rows.find(({ code }) => code === place.code);
      return account ? [{ place, programme, account }] : [];
    }),
  );
  const houses: House[] = [];
  for (const { place, programme, account } of places) {
    await revokeLeft(app, account.id);
    const { key } = await actAs(app, KEY_MAKER, account.id, (calls) =>
      calls.accountSettings.createKey({
        id: account.id,
        kind: "feed",
        name: KEY_NAME,
        feed_channel: null,
        expires_on: addDays(todayOf(app.clock), 1),
      }),
    );
    houses.push({ accountId: account.programme_account_id, facilityId: account.id, key, place, programme });
  }
  return {
    houses,
    async giveBack() {
      for (const { account } of places) await revokeLeft(app, account.id);
    },
  };
}

async function revokeLeft(app: App, id: number): Promise<void> {
  await actAs(app, KEY_MAKER, id, async (calls) => {
    const { items } = await calls.accountSettings.keys({ id });
    for (const { id: key_id, kind, name, revoked_at } of items)
      if (name === KEY_NAME && revoked_at === null) await calls.accountSettings.revokeKey({ id, kind, key_id });
  });
}
