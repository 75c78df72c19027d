import { openSmtpSink, type SmtpSink } from "../apps/server/src/test/smtp-sink.ts";
import { answer } from "./child.ts";

// A mail server in a process of its own, which keeps nothing but whom it got a mail for.
let sink: SmtpSink | undefined;
answer(
  {
    async open() {
      sink = await openSmtpSink(() => "take", { keep: false });
      return { url: sink.url };
    },
    async taken() {
      const received = sink?.received.splice(0) ?? [];
      return { mails: received.length, guests: new Set(received).size };
    },
  },
  async () => sink?.close(),
);
