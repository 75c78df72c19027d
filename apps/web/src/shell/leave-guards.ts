/** Asks the person, if it must, whether what they were editing may be lost. */
type LeaveGuard = () => Promise<boolean>;

const guards = new Set<LeaveGuard>();

/** @returns takes the guard away again. */
export function guardLeaving(guard: LeaveGuard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/** Before something that is not a navigation leaves the page, such as logging out. */
export async function confirmSend(): Promise<boolean> {
  for (const guard of guards) if (!(await guard())) return false;
  return true;
}
