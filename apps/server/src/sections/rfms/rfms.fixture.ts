/** Threshold rows as they are sent: what the answer adds to them is not accepted. */
export const chosenOf = <Row extends object>(details: readonly Row[]) =>
  details.map((row) => {
    const { priority: _priority, ...chosen } = row as Row & { priority?: number };
    return chosen;
  });
