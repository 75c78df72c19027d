import { createSocket } from "node:dgram";
import { once } from "node:events";

const TXT = 16;
const NO_SUCH_NAME = 3;
const PIECE = 255;

export type DnsServer = { address: string; asked: string[]; close(): void };

/** A name server on a free port that knows these texts by name (RFC 1035); `records` may change while it runs. */
export async function openDnsServer(records: Record<string, string[]>): Promise<DnsServer> {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString("latin1", at + 1, at + 1 + length));
      at += length + 1;
    }
    const name = labels.join(".").toLowerCase();
    asked.push(name);
    const question = query.subarray(12, at + 5);
    const texts = query.readUInt16BE(at + 1) === TXT ? (records[name] ?? null) : [];
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (texts === null ? NO_SUCH_NAME : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(texts?.length ?? 0, 6);
    socket.send(Buffer.concat([head, question, ...(texts ?? []).map(answerOf)]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() };
}

function answerOf(text: string): Buffer {
  const pieces: Buffer[] = [];
  for (let from = 0; from < text.length; from += PIECE) {
    const piece = Buffer.from(text.slice(from, from + PIECE));
    pieces.push(Buffer.from([piece.length]), piece);
  }
  const data = Buffer.concat(pieces);
  const head = Buffer.alloc(12);
  // The name of the question, class IN, kept for a minute.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
