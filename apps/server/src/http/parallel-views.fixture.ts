import { makeUser } from "../test/app.ts";
import { answerOf, audited, type Bench, type Make, own } from "./parallel-saves.fixture.ts";

const VIEW = { is_shared: false, is_default: true, search: {} };
const section = "users";

/** A view of the one administrator, so that all four are the person's own. */
async function createView({ boss }: Bench) {
  const { items } = await answerOf(boss, "POST", `/views/${section}`, { ...VIEW, name: own("view") });
  return (items as { id: number }[]).at(-1)?.id ?? 0;
}

/** Named states of lists. */
export const VIEW_SAVES: Record<string, Make> = {
  "savedViews.create": ({ boss }) => {
    const name = own("view");
    return {
      ids: { section },
      by: [boss],
      body: { ...VIEW, name },
      once: `select from saved_views where name = '${name}'`,
    };
  },
  "savedViews.update": async (bench) => {
    const id = await createView(bench);
    const body = { ...VIEW, name: own("view"), version: 1 };
    return { ids: { section, id }, by: [bench.boss], body, once: audited("saved_views", id, "update") };
  },
  "savedViews.remove": async (bench) => {
    const id = await createView(bench);
    return { ids: { section, id }, by: [bench.boss], once: audited("saved_views", id, "delete") };
  },
  "savedViews.unshare": async ({ t, spot }) => {
    const administrator = async () => t.as(await makeUser(t.app, spot, "role_admin", ["*"]));
    const shared = { ...VIEW, name: own("view"), is_shared: true };
    const { items } = await answerOf(await administrator(), "POST", `/views/${section}`, shared);
    const id = items.at(-1).id;
    return { ids: { section, id }, by: [await administrator()], once: audited("saved_views", id, "unshare") };
  },
};
