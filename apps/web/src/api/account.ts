let current: number | undefined;

/** The account the person works in (`?account_id=`, product §1); undefined leaves the choice to the server. */
export function workingAccount(): number | undefined {
  return current;
}

/** True when the account changed, so that nothing of the other one may stay on screen. */
export function workIn(account: number | undefined): boolean {
  if (account === current) return false;
  current = account;
  return true;
}
