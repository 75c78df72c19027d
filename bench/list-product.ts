import { openLog } from "../apps/server/src/log.ts";
import { buildServer } from "../apps/server/src/main/build-server.ts";
import type { OpenApp } from "../apps/server/src/main/open-app.ts";
import { answer } from "./child.ts";
import { cookieOf, openProduct } from "./product-app.ts";

// The product's side of the list: the whole server, a session and the policies.
type Server = Awaited<ReturnType<typeof buildServer>>;
let open: OpenApp | undefined;
let server: Server | undefined;

answer(
  {
    async listen({ appUrl }: { appUrl: string }) {
      open = await openProduct(appUrl);
      server = await buildServer(open.app, openLog("warn"));
      const address = await server.listen({ port: 0, host: "127.0.0.1" });
      return { address, cookie: await cookieOf(open) };
    },
  },
  async () => {
    await server?.close();
    await open?.close();
  },
);
