/**
 * Concurrency limit within this process, fair between accounts: `atOnce` in all, `ofOne` of one account; later ones wait. The function
 * resolves when it is the caller's turn, with what ends the turn.
 */
export function fairSlots(atOnce: number, ofOne: number): (accountId: number) => Promise<() => void> {
  const waiting: { accountId: number; begin: () => void }[] = [];
  /** Whose turns they are. */
  const running: number[] = [];

  /** Of the waiting ones, the first of the account with the fewest turns. */
  const beginNext = () => {
    const countOf = (accountId: number) => running.filter((one) => one === accountId).length;
    const [next] = waiting.toSorted((a, b) => countOf(a.accountId) - countOf(b.accountId));
    if (next === undefined || running.length >= atOnce || countOf(next.accountId) >= ofOne) return;
    waiting.splice(waiting.indexOf(next), 1);
    running.push(next.accountId);
    next.begin();
  };
  return async (accountId) => {
    await new Promise<void>((begin) => {
      waiting.push({ accountId, begin });
      beginNext();
    });
    return () => {
      running.splice(running.indexOf(accountId), 1);
      beginNext();
    };
  };
}
