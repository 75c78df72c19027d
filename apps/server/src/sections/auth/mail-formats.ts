import type { Language } from "@okaeri/contract/errors";

/** To the minute, as the clocks in Japan show it. */
export function timeInJapan(at: string, language: Language): string {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat("en-GB", {
      timeZone: "Asia/Tokyo",
      year: "numeric",
      month: language === "en" ? "long" : "2-digit",
      day: language === "en" ? "numeric" : "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    })
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute } = parts;
  return language === "en"
    ? `${day} ${month} ${year}, ${hour}:${minute} (Japan time)`
    : `${year}年${month}月${day}日 ${hour}:${minute} (日本時間)`;
}

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]+/gu;
const LONGEST_NAME = 60;

/**
 * A stored name as it may appear in a mail: one line, no invisible characters, not long, and nothing that a mail program would make a link
 * of. People type names, and our mail must not carry anybody's message.
 */
export function nameForMail(name: string): string {
  const line = name.replace(UNSEEN, " ").replace(/\s+/g, " ").trim();
  const harmless = line
    .replaceAll("://", "：／／")
    .replaceAll("@", "＠")
    .replace(/(?<=\S)[.\u3002\uff0e\uff61](?=\S)/g, "．");
  return [...harmless].slice(0, LONGEST_NAME).join("");
}
