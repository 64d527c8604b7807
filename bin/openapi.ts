import { readFileSync, writeFileSync } from "node:fs";
import stringify from "json-stringify-pretty-compact";
import { loadDocComments } from "./openapi/doc-comments.ts";

/**
 * `node bin/openapi.ts`: writes the API document from the contract, and the public one, which the portal serves as it is.
 * `--check` only says whether they are as they should be.
 */
loadDocComments(new URL("../shared/", import.meta.url));
const { openApiDocument } = await import("./openapi/document.ts");
const { publicDocument } = await import("./openapi/public-document.ts");
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const documents = {
  "shared/openapi.json": openApiDocument({ version }),
  "web/public/openapi.json": publicDocument({ version }),
};

for (const [file, document] of Object.entries(documents)) {
  const text = `${stringify(document, { maxLength: 120 })}\n`;
  if (!process.argv.includes("--check")) {
    writeFileSync(file, text);
    console.log(`${file}: ${Math.round(Buffer.byteLength(text) / 1024)} KB.`);
  } else if (readFileSync(file, "utf8") !== text) {
    console.error(
      `${file} is not what the contract and its comments say now: run npm run openapi, and commit the file.`,
    );
    process.exitCode = 1;
  }
}
