import { sql } from "kysely";
import { namePerson } from "../apps/server/src/database/connection.ts";
import { inviteUser } from "../apps/server/src/sections/auth/invite-user.ts";
import { inProduct } from "./product-data.ts";

type Invited = { name: string; mail: string; language?: "ja" | "en" };

/** What an administrator does: a pending user of the demo's hotel group, and the mailed invitation. */
export async function invite({ name, mail, language = "ja" }: Invited): Promise<void> {
  await inProduct(async (app, tx) => {
    const found = await sql<{
      account_id: number;
      company_id: number;
    }>`select account.id as account_id, account.company_id
      from users person join account_users account_user on account_user.user_id = person.id
        join accounts account on account.id = account_user.account_id
      where person.login_id = 'hana_front' order by account.id limit 1`.execute(tx.db);
    const place = found.rows[0];
    if (!place) throw new Error("the demo has no hana_front");
    const made = await sql<{ id: number }>`insert into users (company_id, user_email, name, role, status)
      values (${place.company_id}, ${mail}, ${name}, 'role_user', 'pending') returning id`.execute(tx.db);
    const userId = made.rows[0]?.id ?? 0;
    await namePerson(tx, userId);
    await sql`select set_config('app.account_ids', ${String(place.account_id)}, true)`.execute(tx.db);
    await sql`insert into account_users (account_id, user_id, permissions)
      values (${place.account_id}, ${userId}, '{customers/read,users/read}')`.execute(tx.db);
    await inviteUser(app, tx, { userId, invitedBy: null, language });
  });
}
