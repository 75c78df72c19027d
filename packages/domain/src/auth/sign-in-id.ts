declare const canonical: unique symbol;
/** A sign-in id in its one form. Only `signInId` makes it, so that what is stored, looked up and counted cannot differ. */
export type SignInId = string & { readonly [canonical]: true };

/**
 * The one form of a sign-in id: NFKC, trimmed, lower case without a locale. Composed again at the end, because lower case may take a
 * letter apart (U+0130 becomes i and a dot, which is another id than i).
 */
export function signInId(typed: string): SignInId {
  return typed.normalize("NFKC").trim().toLowerCase().normalize("NFKC") as SignInId;
}

const FORM = /^[a-z0-9][a-z0-9._@-]{3,63}$/;

/** Whether somebody may choose it: ASCII only, so that no two ids look alike. The database checks the same. */
export function isSignInId(id: SignInId): boolean {
  return FORM.test(id);
}
