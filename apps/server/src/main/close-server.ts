import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** What listens, with its open connections. */
export type Listening = { server: FastifyInstance; connections: ReadonlySet<Socket> };

/** So often what is open is looked at; a caller that has just connected has so long to ask. */
const LOOK_MS = 250;

/** To be asked before it listens: Node's own list leaves out connections over which nothing came yet. */
export function withConnections(server: FastifyInstance): Listening {
  const connections = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  return { server, connections };
}

/**
 * Takes no new connection and ends idle ones, also those that become idle now. Those that never asked anything end a moment later (a
 * balancer's probe, a browser's connection for later: nothing else ends them); those in the middle of an answer when it is given, or after
 * `cutAfterMs`.
 */
export async function closeServer({ server, connections }: Listening, cutAfterMs: number): Promise<void> {
  const looking = setInterval(() => {
    server.server.closeIdleConnections();
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }, LOOK_MS);
  const cut = setTimeout(() => server.server.closeAllConnections(), cutAfterMs);
  await server.close();
  clearInterval(looking);
  clearTimeout(cut);
}
