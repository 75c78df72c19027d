import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { convertResortBookings } from "../seed/resort/convert.ts";

// npm run demo:csv -- IN OUT: the published bookings file in, a CSV for the upload screen out.

const [input, output] = process.argv.slice(2);
if (input === undefined || output === undefined) {
  console.error("usage: npm run demo:csv -- resort_hotel_bookings.csv OUT.csv");
  process.exitCode = 2;
} else {
  try {
    await stat(input); // before an empty result is created
    let lines = 0;
    await pipeline(
      createReadStream(input),
      convertResortBookings,
      async function* counted(pieces) {
        for await (const piece of pieces) {
          for (const character of piece) if (character === "\n") lines++;
          yield piece;
        }
      },
      createWriteStream(output),
    );
    console.log(`${lines - 1} rows written to ${output}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
