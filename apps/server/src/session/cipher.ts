import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";

/** Encryption at rest, AES-256-GCM. The binding (table, column, row) is authenticated, so a value cannot be moved to another row. */
export type Cipher = {
  /** Names of the keys that open, newest first; they tell nothing of the keys. */
  keyIds: readonly string[];
  seal(plain: string, binding: string): string;
  /** @throws Error when the key is unknown, the text was changed, or it was sealed for another row. */
  open(sealed: string, binding: string): string;
  /** What a text is recognised by without being kept: one hash for each key, newest first. */
  fingerprints(plain: string, binding: string): Buffer[];
};

const VERSION = "v1";

/** The first key seals, every key opens: rotation means putting a new one in front. */
export function openCipher(secretKeys: readonly string[]): Cipher {
  const keys = secretKeys.map((secret) => {
    const key = createHash("sha256").update(`okaeri.at-rest:${secret}`).digest();
    return { key, id: createHash("sha256").update(key).digest("hex").slice(0, 8) };
  });
  const newest = keys[0];
  if (!newest) throw new Error("SECRET_KEY: at least one key is needed");
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
      const known = keys.find((key) => key.id === id);
      if (version !== VERSION || !known) throw new Error("sealed with an unknown key");
      const bytes = Buffer.from(text, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", known.key, bytes.subarray(0, 12)).setAAD(Buffer.from(binding));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
    fingerprints: (plain, binding) =>
      keys.map(({ key }) => createHmac("sha256", key).update(`${binding}:${plain}`).digest()),
  };
}

/** What a user's two-factor secret is bound to. */
export function tfaBinding(userId: number): string {
  return `users.tfa_secret:${userId}`;
}
