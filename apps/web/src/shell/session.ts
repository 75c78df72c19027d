import type { SessionData } from "@okaeri/contract/auth";
import { client } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import { createStore } from "./store.ts";

export type Session = SessionData;

const signedOut: Session = {
  loggedIn: false,
  verified: false,
  userId: null,
  role: null,
  pwdUpdateRequired: false,
  permitted_page_actions: [],
  planOptions: [],
};

const store = createStore<Session | undefined>(undefined);
let asking: Promise<Session> | undefined;
let latestUserId: string | null = null;

/** The session as components see it; signed out until the server said otherwise. */
export function useSession(): Session {
  return store.use() ?? signedOut;
}

/** specification §4: logged in and the two-factor step done. */
export function isSignedIn(session: Session): boolean {
  return session.loggedIn && session.verified;
}

/** The session, fetched from the server once per page load and cached. */
export async function currentSession(): Promise<Session> {
  const known = store.get();
  if (known !== undefined) return known;
  asking ??= client.auth
    .session()
    .then((loaded) => {
      // A race: somebody signed in while this answer was on its way; theirs is newer.
      const session = store.get() ?? loaded;
      setSession(session);
      return session;
    })
    .finally(() => {
      asking = undefined;
    });
  return asking;
}

/** After login and verify. Nothing that another person loaded stays in the cache. */
export function setSession(session: Session): void {
  if (latestUserId !== null && session.userId !== null && session.userId !== latestUserId) queryClient.clear();
  if (isSignedIn(session)) latestUserId = session.userId;
  store.set(session);
}

/** Who was signed in last in this window, also after the session ended. */
export function lastSignedIn(): string | null {
  return latestUserId;
}

/** Forgets the session and everything that was loaded in it. */
export function clearSession(): void {
  store.set(signedOut);
  queryClient.clear();
}

/** Asks the server again at the next navigation: the browser may have brought back an old page. */
export function forgetSession(): void {
  store.set(undefined);
}

/** Ends the session at the server, then here; fails when the server does not say so. The page shows useLogout's. */
export async function logout(): Promise<void> {
  const userId = store.get()?.userId ?? null;
  // Aborts requests on their way: they would come back as 401 and look like an accident.
  void queryClient.cancelQueries();
  try {
    await client.auth.logout({ userId });
  } catch (error) {
    void queryClient.refetchQueries({ type: "active", predicate: (query) => query.state.data === undefined });
    throw error;
  }
  store.set(signedOut);
}
