import { type BenchPerson, personOf } from "./people.ts";
import { type BenchRandom, randomOf } from "./random.ts";

export const PROGRAMMES = 100;
/** Facilities beneath each programme account. */
export const FACILITIES = 2;
/** Today of every bench, and the days before it that hold stays. */
export const TODAY = "2026-11-20";
export const NOW = new Date("2026-11-20T03:00:00Z");
const DAYS = 1826;
const STAYS_PER_CUSTOMER = 5;

const DATES = Array.from({ length: DAYS + 400 }, (_, day) =>
  new Date(Date.UTC(2021, 10, 20 + day)).toISOString().slice(0, 10),
);
/** Day 0 is five years before TODAY. */
export const dateOf = (day: number): string => DATES[day] ?? TODAY;

export const facilityOf = (programme: number, which: number): number =>
  PROGRAMMES + (programme - 1) * FACILITIES + which;

/** Everything that is made up, as columns; a customer's or stay's id is its position + 1. */
export type BenchData = {
  customers: number;
  stays: number;
  programme: Uint8Array;
  stayCustomer: Int32Array;
  stayDay: Uint16Array;
  stayNights: Uint8Array;
  stayPrice: Int32Array;
  stayFacility: Uint8Array;
  stayCount: Uint16Array;
  spent: Float64Array;
  firstDay: Int16Array;
  lastDay: Int16Array;
  lastFacility: Uint8Array;
};

/** Customers in accounts of very different size (the largest a fifth) and their stays, in the order of check-in. */
export function makeWorld(customers: number): BenchData {
  const random = randomOf(20_261_120);
  const programme = programmes(random, customers);
  const stayCount = new Uint16Array(customers);
  let stays = 0;
  for (let at = 0; at < customers; at++) {
    const count = Math.min(400, Math.round(Math.exp(Math.log(STAYS_PER_CUSTOMER) - 0.72 + 1.2 * random.normal())));
    stayCount[at] = count;
    stays += count;
  }
  const world: BenchData = {
    customers,
    stays,
    programme,
    stayCount,
    stayCustomer: new Int32Array(stays),
    stayDay: new Uint16Array(stays),
    stayNights: new Uint8Array(stays),
    stayPrice: new Int32Array(stays),
    stayFacility: new Uint8Array(stays),
    spent: new Float64Array(customers),
    firstDay: new Int16Array(customers).fill(-1),
    lastDay: new Int16Array(customers).fill(-1),
    lastFacility: new Uint8Array(customers),
  };
  placeStays(random, world);
  addUp(world);
  return world;
}

function programmes(random: BenchRandom, customers: number): Uint8Array {
  const shares = Array.from({ length: PROGRAMMES - 1 }, (_, rank) => 1 / (rank + 1) ** 0.766);
  const rest = shares.reduce((sum, share) => sum + share, 0);
  const sizes = shares.map((share) => Math.floor((customers * 0.8 * share) / rest));
  sizes.unshift(customers - sizes.reduce((sum, size) => sum + size, 0));
  const result = new Uint8Array(customers);
  let at = 0;
  sizes.forEach((size, index) => {
    result.fill(index + 1, at, at + size);
    at += size;
  });
  // Interleaved in the heap: the worst case of a table that many tenants share.
  for (let last = customers - 1; last > 0; last--) {
    const other = random.below(last + 1);
    const swapped = result[last] ?? 1;
    result[last] = result[other] ?? 1;
    result[other] = swapped;
  }
  return result;
}

function placeStays(random: BenchRandom, world: BenchData): void {
  const days = new Uint16Array(world.stays);
  const perDay = new Uint32Array(DAYS + 1);
  const owners = new Int32Array(world.stays);
  let at = 0;
  for (let customer = 0; customer < world.customers; customer++) {
    for (let left = world.stayCount[customer] ?? 0; left > 0; left--, at++) {
      const day = random.below(DAYS - 5);
      owners[at] = customer;
      days[at] = day;
      perDay[day + 1] = (perDay[day + 1] ?? 0) + 1;
    }
  }
  for (let day = 1; day <= DAYS; day++) perDay[day] = (perDay[day] ?? 0) + (perDay[day - 1] ?? 0);
  for (let index = 0; index < world.stays; index++) {
    const day = days[index] ?? 0;
    const place = perDay[day] ?? 0;
    perDay[day] = place + 1;
    const owner = owners[index] ?? 0;
    world.stayCustomer[place] = owner;
    world.stayDay[place] = day;
    world.stayNights[place] = 1 + Math.floor(random.next() ** 3 * 4);
    world.stayPrice[place] = Math.round(Math.exp(9.9 + 0.6 * random.normal())) * (world.stayNights[place] ?? 1);
    world.stayFacility[place] = 1 + (random.chance(0.8) ? owner % FACILITIES : (owner + 1) % FACILITIES);
  }
}

function addUp(world: BenchData): void {
  for (let stay = 0; stay < world.stays; stay++) {
    const customer = world.stayCustomer[stay] ?? 0;
    const day = world.stayDay[stay] ?? 0;
    const checkOut = day + (world.stayNights[stay] ?? 1);
    world.spent[customer] = (world.spent[customer] ?? 0) + (world.stayPrice[stay] ?? 0);
    if ((world.firstDay[customer] ?? -1) < 0) world.firstDay[customer] = day;
    if (checkOut >= (world.lastDay[customer] ?? -1)) {
      world.lastDay[customer] = checkOut;
      world.lastFacility[customer] = world.stayFacility[stay] ?? 1;
    }
  }
}

/** The guest at a position: always the same one, whatever is asked before. */
export function guestAt(
  position: number,
): BenchPerson & { memberNumber: string | null; birthday: string; random: BenchRandom } {
  const random = randomOf(7_000_003 + position * 97);
  const person = personOf(random, position);
  const memberNumber = random.chance(0.4) ? `M${String(position + 1).padStart(7, "0")}` : null;
  const born = new Date(Date.UTC(1940 + random.below(65), random.below(12), 1 + random.below(28)));
  return { ...person, memberNumber, birthday: born.toISOString().slice(0, 10), random };
}
