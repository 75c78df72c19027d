import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** What listens, with its open connections and how many requests each is being answered. */
export type Listening = { server: FastifyInstance; connections: ReadonlyMap<Socket, number> };

/** So often what is open is looked at; a caller that has just connected has so long to ask. */
const LOOK_MS = 250;

/** To be asked before it listens: Node's own list leaves out connections over which nothing came yet, and counts half a request as one. */
export function withConnections(server: FastifyInstance): Listening {
  const connections = new Map<Socket, number>();
  const count = (socket: Socket, by: number) => {
    const openRequests = connections.get(socket);
    if (openRequests !== undefined) connections.set(socket, openRequests + by);
  };
  server.server.on("connection", (socket: Socket) => {
    connections.set(socket, 0);
    socket.once("close", () => connections.delete(socket));
  });
  server.server.on("request", ({ socket }, answer) => {
    count(socket, 1);
    answer.once("close", () => count(socket, -1));
  });
  return { server, connections };
}

/**
 * Takes no new connection (connection draining) and ends idle ones, also those that become idle now. Connections that never sent a request,
 * or only began one, end a moment later (a load balancer's probe, a browser's spare connection, a request that never ends: nothing else
 * ends them); those in the middle of an answer when it is given, or after `cutAfterMs`.
 */
export async function closeServer({ server, connections }: Listening, cutAfterMs: number): Promise<void> {
  let asking = new Set<Socket>();
  const looking = setInterval(() => {
    server.server.closeIdleConnections();
    // Silent for a whole round, or in the middle of the first lines of a request.
    const silent = [...connections].flatMap(([socket, openRequests]) => (openRequests === 0 ? [socket] : []));
    for (const socket of silent) if (socket.bytesRead === 0 || asking.has(socket)) socket.destroy();
    asking = new Set(silent);
  }, LOOK_MS);
  const cut = setTimeout(() => server.server.closeAllConnections(), cutAfterMs);
  await server.close();
  clearInterval(looking);
  clearTimeout(cut);
}
