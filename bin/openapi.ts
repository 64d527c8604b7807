import { readFileSync, writeFileSync } from "node:fs";
import { callsOf } from "../shared/contract.ts";
import { openApiOf } from "../shared/http/openapi.ts";

const file = "shared/openapi.json";
const text = `${JSON.stringify(openApiOf(callsOf()), null, 2)}\n`;

if (process.argv.includes("--check")) {
  if (readFileSync(file, "utf8") !== text) {
    console.error(`${file} is stale: run npm run openapi and commit it.`);
    process.exit(1);
  }
} else {
  writeFileSync(file, text);
  console.log(`${file}: ${callsOf().length} calls.`);
}
