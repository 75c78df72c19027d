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

/** The session as components see it; signed out until the server said otherwise. */
export function useSession(): Session {
  return store.use() ?? signedOut;
}

/** specification §4: logged in and the two-factor step done. */
export function isSignedIn(session: Session): boolean {
  return session.loggedIn && session.verified;
}

/** The session as it stands, asked of the server once per page load. */
export async function currentSession(): Promise<Session> {
  const known = store.get();
  if (known !== undefined) return known;
  const loaded = await client.auth.session();
  store.set(loaded);
  return loaded;
}

/** After login and verify. */
export function setSession(session: Session): void {
  store.set(session);
}

/** Forgets the session and everything that was loaded in it. */
export function clearSession(): void {
  store.set(signedOut);
  queryClient.clear();
}

/** specification §2, header: clears the session; the caller goes to /login. */
export async function logout(): Promise<void> {
  const userId = store.get()?.userId ?? null;
  try {
    await client.auth.logout({ userId });
  } finally {
    clearSession();
  }
}
