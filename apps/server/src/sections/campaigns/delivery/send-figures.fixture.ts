/** What became of one guest of one action. */
export type Outcome = { customer_id: number; type: string; outcome: string; reason?: string | null };

/** What became of each guest of one segment of a send, told by his own rows alone. */
export function recounted(rows: readonly Outcome[]) {
  const figures = {
    targets: 0,
    reached: 0,
    benefits_only: 0,
    omitted: 0,
    failed: 0,
    unknown: 0,
    waiting: 0,
    called_off: 0,
  };
  const sends = rows.some(({ type }) => type === "mail");
  for (const own of Map.groupBy(rows, ({ customer_id }) => customer_id).values()) {
    const mail = own.find(({ type }) => type === "mail")?.outcome;
    const got = own.some(({ type, outcome }) => type !== "mail" && outcome === "sent");
    const mailed = mail === "sent" || mail === "failed" || mail === "unknown" || mail === "waiting";
    figures.targets += 1;
    if (mail === "sent" || (!sends && got)) figures.reached += 1;
    else if (mailed) figures[mail === "failed" || mail === "unknown" ? mail : "waiting"] += 1;
    else if (got) figures.benefits_only += 1;
    else if (isCalledOff(own, sends)) figures.called_off += 1;
    else figures.omitted += 1;
  }
  return figures;
}

/** Still waited when the send ended: for the message, or without one for all that the guest could get. */
const isCalledOff = (own: readonly Outcome[], sends: boolean) =>
  own.some(({ type, reason }) => reason === "stopped" && (type === "mail") === sends);
