import { isAccountId } from "@okaeri/domain/auth/routes";

/**
 * The account of an address. What is no id stays as it is written, so that the guard refuses it: left out, the page would open in
 * another account than the one that was meant. No page sees anything but a number.
 */
export function accountOf(written: unknown): number | undefined {
  return isAccountId(String(written)) ? Number(written) : (written as number | undefined);
}

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
