// One import of the bundle named on the command line: prints the processor time that took, which other programs hardly change.
require("node:http"); // AWS's runtime client has it loaded before the handler
const [file] = process.argv.slice(2);
const before = process.cpuUsage();
void import(file).then(({ handler }) => {
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(JSON.stringify({ milliseconds: (user + system) / 1000, status: handler && 200 }));
  process.exit(0);
});
