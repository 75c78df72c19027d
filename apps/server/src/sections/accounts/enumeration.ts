/** So near to the one before, so often on the same way up or down, is enumeration: no guests come in that order. */
const NEAR = 20;
const IN_ORDER = 20;
/** Ways that are followed at once, so that two ways in turn, or a known guest in between, hide none. */
const WAYS = 4;

/** A way through numbers of one form: where it stands, where it goes (0: not known yet), and how often it went on. */
type Way = { nonDigits: string; at: number; up: number; steps: number };

/**
 * Detects enumeration: a caller that counts through member numbers, one after the other. It takes twenty steps, which a programme of few
 * guests does not have by chance.
 */
export function enumerationDetector() {
  /** The one that went on last is the last. */
  const ways: Way[] = [];
  return (number: string): "no" | "begins" | "goes on" => {
    // What is no digit tells forms apart; a digit behind a hyphen is a part of the number, not a small number.
    const nonDigits = number.replace(/\d/g, "");
    const at = Number(number.replace(/\D/g, "").slice(-15));
    if (nonDigits === number) return "no";
    const own = ways.filter((way) => way.nonDigits === nonDigits);
    if (own.some((way) => way.at === at)) return "no";
    const near = own
      .filter((way) => Math.abs(at - way.at) <= NEAR && way.up !== -Math.sign(at - way.at))
      .toSorted((a, b) => Math.abs(at - a.at) - Math.abs(at - b.at) || b.steps - a.steps)[0];
    const way: Way = near ?? { nonDigits, at, up: 0, steps: -1 };
    if (near) ways.splice(ways.indexOf(near), 1);
    ways.push(way);
    if (ways.length > WAYS) ways.shift();
    if (near) way.up = Math.sign(at - way.at);
    way.at = at;
    way.steps++;
    if (way.steps < IN_ORDER) return "no";
    return way.steps === IN_ORDER ? "begins" : "goes on";
  };
}
