import { isIPv4 } from "node:net";

/** Whether a host name or address, as in a URL or in an address of a socket, means this very machine. */
export function isLoopback(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/^::ffff:/, "");
  return (
    name === "localhost" || name.endsWith(".localhost") || name === "::1" || (isIPv4(name) && name.startsWith("127."))
  );
}
