import { openCluster } from "./embedded.ts";

// A program of its own with the embedded database, for a test that kills it.
const [dataDir = ""] = process.argv.slice(2);
await openCluster({ dataDir, settings: ["shared_buffers=16MB"] });
console.log("ready");
setInterval(() => {}, 60_000);
