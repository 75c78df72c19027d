import { IMAGE_HASH, imagePath } from "@okaeri/contract/image-limits";
import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { guestAddresses } from "../guest-pages/guest-addresses.ts";
import { sendUnknownLink } from "../guest-pages/guest-page.ts";
import { imageOf } from "./images.queries.ts";

/** `/images/<hash>`: the picture, for mails and whoever reads them. What it shows never changes. */
export function imageAddresses(server: FastifyInstance, app: App): void {
  guestAddresses(server, (pages) => {
    pages.get<{ Params: { hash: string } }>(imagePath(":hash"), async (request, reply) => {
      const { hash } = request.params;
      const image = IMAGE_HASH.test(hash) ? await app.database.readingAsSystem((tx) => imageOf(tx, hash)) : undefined;
      if (image === undefined) return sendUnknownLink(request, reply);
      return reply
        .type(image.type)
        .header("cache-control", "public, max-age=31536000, immutable")
        .header("cross-origin-resource-policy", "cross-origin")
        .send(image.bytes);
    });
  });
}
