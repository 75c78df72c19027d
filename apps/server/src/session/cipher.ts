import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";

/** Encryption at rest, AES-256-GCM. The binding (table, column, row) is authenticated data, so a value cannot be moved to another row. */
export type Cipher = {
  /** Names of the keys that open, newest first; they tell nothing of the keys. */
  keyIds: readonly string[];
  seal(plain: string, binding: string): string;
  /** @throws Error when the key is unknown, the text was changed or spelled differently, or it was sealed for another row. */
  open(sealed: string, binding: string): string;
  /** A keyed hash (HMAC) by which an erased guest is recognised without being stored: one for each key, newest first. */
  fingerprints(plain: string, binding: string): Buffer[];
};

/** What outlives its key in SECRET_KEY, for it stands outside the database or cannot be read: links in mails, hashes of erased guests. */
export type RetiredKeyPurpose = "unsubscribe" | "erased";
export type SecretKey = { id: string; key: Buffer };
/** A key that went from SECRET_KEY and is used for this one purpose until its end. */
export type RetiredKey = SecretKey & { purpose: RetiredKeyPurpose; endsAt: Date | null };

const VERSION = "v1";

/** The keys that these settings stand for. */
export function secretKeysOf(secrets: readonly string[]): SecretKey[] {
  return secrets.map((secret) => {
    const key = createHash("sha256").update(`okaeri.at-rest:${secret}`).digest();
    return { key, id: createHash("sha256").update(key).digest("hex").slice(0, 8) };
  });
}

/** The first key seals, every key opens. Key rotation means putting a new one in front. */
export function openCipher(
  secrets: readonly string[],
  retired: readonly RetiredKey[] = [],
  now: () => Date = () => new Date(),
): Cipher {
  const keys = secretKeysOf(secrets);
  const newest = keys[0];
  if (!newest) throw new Error("SECRET_KEY: at least one key is needed");
  const gone = retired.filter((one) => !keys.some(({ id }) => id === one.id));
  const retiredKeysFor = (purpose: string) =>
    gone.filter((one) => one.purpose === purpose && (one.endsAt === null || now() < one.endsAt));
  return {
    keyIds: keys.map((key) => key.id),
    seal(plain, binding) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", newest.key, nonce).setAAD(Buffer.from(binding));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return [VERSION, newest.id, Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")].join(".");
    },
    open(sealed, binding) {
      const [version, id, text = ""] = sealed.split(".");
      const known = [...keys, ...retiredKeysFor(binding)].find((key) => key.id === id);
      if (version !== VERSION || !known) throw new Error("sealed with an unknown key");
      const bytes = Buffer.from(text, "base64url");
      // Node decodes other alphabets, padding and stray characters too: every sealed text has one spelling.
      if ([VERSION, id, bytes.toString("base64url")].join(".") !== sealed) throw new Error("not as it was sealed");
      const decipher = createDecipheriv("aes-256-gcm", known.key, bytes.subarray(0, 12)).setAAD(Buffer.from(binding));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
    fingerprints: (plain, binding) =>
      [...keys, ...retiredKeysFor("erased")].map(({ key }) =>
        createHmac("sha256", key).update(`${binding}:${plain}`).digest(),
      ),
  };
}
