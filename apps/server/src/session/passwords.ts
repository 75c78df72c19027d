import { hash, verify } from "@node-rs/argon2";

// argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password (normalised by the caller's rule below) as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalisePassword(password), COST);
}

let decoy: Promise<string> | undefined;

/** Checks a password. With no stored hash it does the same work and says no, so that timing does not tell which ids exist. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash("no such user", COST);
  const right = await verify(stored ?? (await decoy), normalisePassword(password));
  return right && stored !== null;
}

/** The same password typed on two keyboards must be the same password (product §2). */
function normalisePassword(password: string): string {
  return password.normalize("NFKC");
}
