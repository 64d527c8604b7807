// One warm function: imports the bundle named on the command line, calls it until it is warm, prints processor time a call.
require("node:http"); // AWS's runtime client has it loaded before the handler
const { readFileSync } = require("node:fs");
const [file, eventFile] = process.argv.slice(2);
const event = JSON.parse(readFileSync(eventFile, "utf8"));
const warmingCalls = 300;
const blocks = 7;
const callsOfABlock = 100;
void import(file).then(async ({ handler }) => {
  const call = () =>
    handler(structuredClone(event), {
      getRemainingTimeInMillis: () => 10_000,
      callbackWaitsForEmptyEventLoop: false,
    });
  let status = 0;
  for (let index = 0; index < warmingCalls; index++) status = (await call()).statusCode;
  const { write } = process.stdout;
  process.stdout.write = () => true; // what a line costs is the log's matter, not the call's
  const millisecondsOfBlocks = [];
  for (let block = 0; block < blocks; block++) {
    const before = process.cpuUsage();
    for (let index = 0; index < callsOfABlock; index++) await call();
    const { user, system } = process.cpuUsage(before);
    millisecondsOfBlocks.push((user + system) / 1000 / callsOfABlock);
  }
  process.stdout.write = write;
  const milliseconds = millisecondsOfBlocks.toSorted((a, b) => a - b)[Math.floor(blocks / 2)];
  process.stdout.write(JSON.stringify({ milliseconds, status }));
  process.exit(0);
});
