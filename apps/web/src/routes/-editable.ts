import { isForbidden } from "../shell/navigation.ts";
import { insteadOfPage } from "../shell/router/instead-of-page.ts";
import { currentSession } from "../shell/session.ts";

/** specification §2: the guard of an edit page again, once the row's own actions are known. The page waits for `rest`, too. */
export async function editable(
  location: { pathname: string; searchStr: string },
  record: Promise<{ page_actions: readonly string[] }>,
  ...rest: readonly Promise<unknown>[]
): Promise<void> {
  const [{ page_actions }, session] = await Promise.all([record, currentSession(), ...rest]);
  if (isForbidden(location, session, page_actions)) throw insteadOfPage("forbidden");
}
