import { createRequire } from "node:module";
import { type Database, openDatabase } from "../apps/server/src/database/connection.ts";
import type { buildServer } from "../apps/server/src/main/build-server.ts";
import { answer } from "./child.ts";
import { customersPage } from "./list-limit-sql.ts";

// The limit of the list: a bare server over the best statement, as a superuser whom no policy concerns.
type Server = Awaited<ReturnType<typeof buildServer>>;
// The very Fastify that the product runs on.
const fastify = createRequire(new URL("../apps/server/package.json", import.meta.url))("fastify") as (
  options: object,
) => Server;
let database: Database | undefined;
let server: Server | undefined;

answer(
  {
    async listen({ superuserUrl, poolSize }: { superuserUrl: string; poolSize: number }) {
      const opened = openDatabase(superuserUrl, { max: poolSize });
      database = opened;
      server = fastify({ logger: false });
      server.get<{ Querystring: { q?: string; page?: string } }>("/api/customers", async (request, reply) => {
        const { q = "", page = "1" } = request.query;
        return reply.type("application/json").send(await customersPage(opened.pool, q, Number(page)));
      });
      return { address: await server.listen({ port: 0, host: "127.0.0.1" }) };
    },
  },
  async () => {
    await server?.close();
    await database?.close();
  },
);
