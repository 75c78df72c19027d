import { type DenialContext, recordDenial } from "../audit/record-denial.ts";
import type { SignedIn } from "../session/session-store.ts";
import { CallError } from "./errors.ts";

/** Runs `work`; when a row's own rule refuses (403), the refusal is written down before it is answered. */
export async function withDenials<T>(
  context: DenialContext & { signedIn: SignedIn },
  target: { entity: string; entityId?: number },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CallError && error.code === "FORBIDDEN") await recordDenial(context, context.signedIn, target);
    throw error;
  }
}
