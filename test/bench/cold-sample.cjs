// One cold start: imports the bundle named on the command line, makes one call, prints the milliseconds both took, also of the processor's time, which other programs hardly change.
require("node:http"); // AWS's runtime client has it loaded before the handler, so its cost is nobody's
const { readFileSync } = require("node:fs");
const [file, eventFile] = process.argv.slice(2);
const event = JSON.parse(readFileSync(eventFile, "utf8"));
const [started, before] = [performance.now(), process.cpuUsage()];
void import(file).then(async ({ handler }) => {
  const answer = await handler(event, {
    getRemainingTimeInMillis: () => 10_000,
    callbackWaitsForEmptyEventLoop: false,
  });
  const milliseconds = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  const processorMilliseconds = (user + system) / 1000;
  process.stdout.write(JSON.stringify({ milliseconds, processorMilliseconds, status: answer.statusCode }));
  process.exit(0);
});
