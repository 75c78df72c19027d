import { createHash } from "node:crypto";
import { IMAGE_TYPES, imagePath } from "@okaeri/contract/image-limits";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Binder } from "../../http/binder.ts";
import { CallError, fieldError } from "../../http/errors.ts";
import { lockImages, storedBytes, storeImage } from "./images.queries.ts";
import { decodeIsolated } from "./isolated/decode-isolated.ts";
import type { Decoded } from "./isolated/messages.ts";

/** Pictures of one programme, together. */
const MAX_MEGABYTES = 1_024;

export function imagesRoutes(os: Binder) {
  return {
    /** Idempotent: the same picture has the same hash. What its name and its type claim is not asked. */
    upload: os.images.upload.handler(async ({ input: { body }, context }) => {
      const { app, scope, ip } = context;
      const { accountId, userId } = scope;
      if (!IMAGE_TYPES.some((type) => body.type.startsWith(type))) throw new CallError("UNSUPPORTED_TYPE");
      const found = await decodeIsolated(new Uint8Array(await body.arrayBuffer()), accountId);
      if ("refused" in found) {
        if (found.refused === "image_costly")
          app.log.warn({ account_id: accountId }, "the decoding of a picture was stopped: too much memory or time");
        throw fieldError("image", { code: found.refused });
      }
      const { decoded } = found;
      const hash = hashOf(decoded);
      return context.inScope(async (tx) => {
        await lockImages(tx, accountId);
        const { bytes, has } = await storedBytes(tx, accountId, hash);
        if (!has && bytes + decoded.bytes.length > MAX_MEGABYTES * 1_048_576)
          throw fieldError("image", { code: "images_full", megabytes: MAX_MEGABYTES });
        await storeImage(tx, { accountId, userId, hash, now: app.clock.now() }, decoded);
        const { type, width, height } = decoded;
        const after = { hash, type, width, height, byte_size: decoded.bytes.length };
        await recordAudit(tx, {
          actorUserId: userId,
          ip,
          accountId,
          action: "create",
          entity: "images",
          entityId: null,
          after,
        });
        return { hash, url: `${app.origin}${imagePath(hash)}`, width, height };
      });

      /** Of the picture, keyed and of this programme: nobody can make one, or see that another programme has the same picture. */
      function hashOf({ bytes }: Decoded): string {
        const content = createHash("sha256").update(bytes).digest("hex");
        const [newest] = app.cipher.fingerprints(content, `image:${accountId}`);
        if (newest === undefined) throw new Error("no key");
        return newest.toString("hex");
      }
    }),
  };
}
