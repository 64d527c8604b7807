import { readFileSync, writeFileSync } from "node:fs";
import stringify from "json-stringify-pretty-compact";
import { loadDocComments } from "./openapi/doc-comments.ts";

/** `node bin/openapi.ts`: writes the API document from the contract. `--check` only says whether it is as it should be. */
const file = "shared/openapi.json";

loadDocComments(new URL("../shared/", import.meta.url));
const { openApiDocument } = await import("./openapi/document.ts");
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const text = `${stringify(openApiDocument({ version }), { maxLength: 120 })}\n`;

if (!process.argv.includes("--check")) {
  writeFileSync(file, text);
  console.log(`${file}: ${Math.round(Buffer.byteLength(text) / 1024)} KB.`);
} else if (readFileSync(file, "utf8") !== text) {
  console.error(`${file} is not what the contract and its comments say now: run npm run openapi, and commit the file.`);
  process.exit(1);
}
