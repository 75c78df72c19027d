import { api } from "../../api/client.ts";

export function profileQuery() {
  return api.auth.profile.queryOptions({ staleTime: 60_000 });
}

/** One's own sign-ins; not to be asked while a new password is demanded (specification §4). */
export function sessionsQuery() {
  return api.auth.sessions.queryOptions({ staleTime: 0 });
}

export type Profile = Awaited<ReturnType<typeof api.auth.profile.call>>;
