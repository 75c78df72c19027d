/** Of all connections, so many may be busy with one receiving domain: the rest is for the others, however long it takes. */
export const SHARE_OF_ONE_DOMAIN = 4 / 5;
type Lane = { underWay: number; slow: boolean; waiting: Set<(mayGo: boolean) => void> };

/** Keeps a slow receiving domain from taking all connections to the mail server. */
export type Gate = {
  /** Whether a mail to the domain may go on, then `leave` follows; false: it is slow, others come first. */
  enter(domain: string): Promise<boolean>;
  leave(domain: string): void;
  /** Domains to which nothing more should be begun for now. */
  slow(): string[];
};

/** `slowMs`: a domain whose mails wait so long for those before them is slow. */
export function openGate(connections: number, slowMs: number): Gate {
  const most = Math.max(1, Math.floor(connections * SHARE_OF_ONE_DOMAIN));
  const lanes = new Map<string, Lane>();
  return {
    async enter(domain) {
      const lane = lanes.get(domain) ?? { underWay: 0, slow: false, waiting: new Set() };
      lanes.set(domain, lane);
      if (lane.underWay < most) {
        lane.underWay++;
        return true;
      }
      if (lane.slow) return false;
      return new Promise((resolve) => {
        const answer = (mayGo: boolean) => {
          clearTimeout(timer);
          lane.waiting.delete(answer);
          resolve(mayGo);
        };
        const timer = setTimeout(() => {
          lane.slow = true;
          for (const other of lane.waiting) other(false);
        }, slowMs);
        lane.waiting.add(answer);
      });
    },
    leave(domain) {
      const lane = lanes.get(domain);
      if (!lane) return;
      const [next] = lane.waiting;
      // The place goes from one to the next.
      if (next) return next(true);
      lane.underWay--;
      if (lane.underWay <= most / 2) lane.slow = false;
      if (lane.underWay === 0) lanes.delete(domain);
    },
    slow: () => [...lanes].flatMap(([domain, { slow }]) => (slow ? [domain] : [])),
  };
}
