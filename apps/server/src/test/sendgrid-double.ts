import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the double does with a mail: answers this status, takes it and breaks the connection off, or never answers. */
export type SendgridVerdict = number | "break_off" | "silence";

export type SendgridDouble = {
  url: string;
  /** Bodies of requests, in order, with the key that came with them. */
  // biome-ignore lint/suspicious/noExplicitAny: looked at field by field.
  taken: { key: string; body: any }[];
  close(): Promise<void>;
};

/** SendGrid's `POST /v3/mail/send` on a free port; `decide` is asked with each recipient. */
export async function openSendgrid(
  decide: (recipient: string) => SendgridVerdict = () => 202,
): Promise<SendgridDouble> {
  const taken: SendgridDouble["taken"] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString("utf8"));
    taken.push({ key: request.headers.authorization ?? "", body });
    const verdict = decide(body.personalizations[0].to[0].email);
    if (verdict === "break_off") return void request.socket.destroy();
    if (verdict === "silence") return;
    response.writeHead(request.url === "/v3/mail/send" ? verdict : 404, { "x-message-id": "m1" }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
