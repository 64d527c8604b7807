// One cold start as cold-sample.cjs, in processor time, which other programs hardly change; any answer will do.
require("node:http"); // AWS's runtime client has it loaded before the handler
const { readFileSync } = require("node:fs");
const [file, eventFile] = process.argv.slice(2);
const event = JSON.parse(readFileSync(eventFile, "utf8"));
const before = process.cpuUsage();
void import(file).then(async ({ handler }) => {
  const answer = await handler(event, {
    getRemainingTimeInMillis: () => 10_000,
    callbackWaitsForEmptyEventLoop: false,
  });
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(JSON.stringify({ milliseconds: (user + system) / 1000, status: answer.statusCode && 200 }));
  process.exit(0);
});
