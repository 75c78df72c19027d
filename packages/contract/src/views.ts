import { z } from "zod";
import { call, needsSession } from "./call.ts";
import { LIST_NAMES } from "./lists/lists.ts";
import { id, pageActions, version } from "./paging.ts";
import { filledLine } from "./text.ts";

/** Views of one's own that one list may have. */
export const MOST_VIEWS = 50;

/** What a list keeps in its address, without the page: conditions, sort, size, hidden columns. The list says what is right. */
const search = z.record(z.string().max(60), z.union([z.string().max(2000), z.number()]));

const section = z.enum(LIST_NAMES);
const one = z.strictObject({ section, id });
const written = {
  name: filledLine(60),
  /** Everybody of the same programme who may see the list finds it there. */
  is_shared: z.boolean(),
  /** The menu opens the list with it. */
  is_default: z.boolean(),
  search,
};

const view = z.object({
  id: z.number().int(),
  name: z.string(),
  is_own: z.boolean(),
  is_shared: z.boolean(),
  is_default: z.boolean(),
  /** Who shares it; of one's own nobody is named. */
  owner_name: z.string().nullable(),
  /** Parameters that are still valid. */
  search,
  /** Parameters of `search` that are of no use any more, or not to this person: a rank that was deleted, a facility out of reach. */
  dropped: z.array(z.string()),
  version,
  page_actions: pageActions,
});
const views = z.object({ items: z.array(view) });

/** Named states of a list. The need is the list's own: who may see it keeps views of it. */
export const savedViews = {
  list: call(needsSession)
    .route({ method: "GET", path: "/views/{section}", summary: "一覧の保存した表示" })
    .input(z.object({ section }))
    .output(views),
  create: call(needsSession)
    .route({ method: "POST", path: "/views/{section}", summary: "一覧の表示を保存する" })
    .input(z.strictObject({ section, ...written }))
    .output(views),
  update: call(needsSession)
    .route({ method: "PUT", path: "/views/{section}/{id}", summary: "保存した表示を変更する" })
    .input(one.extend({ version, ...written }))
    .output(views),
  remove: call(needsSession)
    .route({ method: "DELETE", path: "/views/{section}/{id}", summary: "保存した表示を削除する" })
    .input(one)
    .output(views),
  /** An administrator takes back what somebody else shares; its owner keeps it. */
  unshare: call(needsSession)
    .route({ method: "POST", path: "/views/{section}/{id}/unshare", summary: "ほかの人の共有をやめさせる" })
    .input(one)
    .output(views),
};
