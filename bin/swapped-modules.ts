import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "esbuild";

const throwing = (...names: string[]) =>
  names.map((name) => `export function ${name}() { throw new Error("Left out of handlers: ${name}"); }`).join("\n");

/** A client finds its service by functions/runtime/hosts.ts. */
const usualHost = (name: string) =>
  `import { usualHost } from ${JSON.stringify(join(import.meta.dirname, "../functions/runtime/hosts.ts"))};
export const defaultEndpointResolver = usualHost("${name}");`;

/** Services whose host is `<name>.<region>.amazonaws.com`, and that name. S3's hosts have rules of their own. */
export const hostNames = {
  "cognito-identity-provider": "cognito-idp",
  dynamodb: "dynamodb",
  kms: "kms",
  "secrets-manager": "secretsmanager",
  sesv2: "email",
  sqs: "sqs",
} as const;

const packages = join(import.meta.dirname, "../node_modules");
const awsCore = "@aws-sdk/core/dist-es/submodules";
const smithyCore = "@smithy/core/dist-es/submodules";

/** What the SDK knows of AWS's partitions, without their lists of regions. */
async function partitions() {
  const file = join(packages, awsCore, "client/util-endpoints/lib/aws/partitions.js");
  const { partitionsInfo } = (await import(file)) as { partitionsInfo: { partitions: object[] } };
  return { ...partitionsInfo, partitions: partitionsInfo.partitions.map((each) => ({ ...each, regions: {} })) };
}

const versionOf = async (name: string): Promise<string> =>
  JSON.parse(await readFile(join(packages, name, "package.json"), "utf8")).version;

/**
 * DynamoDB's client takes one or two things from a module that collects all of AWS's ways to write a request: it finds them
 * where they are, or every handler would load what S3's client takes from there.
 */
const straight: Readonly<Record<string, string>> = {
  "@aws-sdk/client-dynamodb": `${awsCore}/protocols/json/AwsJson1_0Protocol.js`,
  "@aws-sdk/dynamodb-codec": `${smithyCore}/protocols/index.js`,
};

/**
 * Modules of packages that handlers reach and never run, and what stands in the place of the whole of each. What each is
 * worth: lib/README.md, "Small handlers".
 */
export const swaps: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(hostNames).map(([client, name]) => [
      `@aws-sdk/client-${client}/dist-es/endpoint/endpointResolver.js`,
      usualHost(name),
    ]),
  ),
  // Handlers check input and describe no schemas.
  "zod/v4/core/json-schema-processors.js": "module.exports = {};",
  "zod/v4/core/to-json-schema.js": `const unused = () => () => { throw new Error("Handlers describe no schemas."); };
module.exports = { createToJSONSchemaMethod: unused, createStandardJSONSchemaMethod: unused };`,
  // What is wrong with a field is said in our own sentences: shared/http/sentences.ts.
  "zod/v4/locales/en.js": "export default () => ({});",
  // Keeps values that contain themselves from being checked for ever: JSON has none.
  "zod/v4/core/memoizer.js": `export class $ZodCyclicError extends Error {}
export const memoizer = () => undefined, isBackEdge = () => false, isRecursiveSchema = () => false;`,
  // Contexts are those of shared/certificate/verify/contexts.ts: none is fetched, and undici stays away.
  "jsonld/lib/documentLoaders/node.js":
    "module.exports = () => async (url) => { throw new Error('No context of ours: ' + url); };",
  // sanitize-html parses style attributes with it; our texts may have none.
  "postcss/lib/postcss.js": throwing("parse"),
  // Each partition knows its regions by their form.
  [`${awsCore}/client/util-endpoints/lib/aws/partitions.js`]: `export const partitionsInfo = ${JSON.stringify(await partitions())};`,
  // A client says its version, and nothing else of its package.
  "@aws-sdk/client-dynamodb/package.json": `export default { version: "${await versionOf("@aws-sdk/client-dynamodb")}" };`,
  // No browser's streams come along.
  [`${smithyCore}/serde/util-stream/sdk-stream-mixin.browser.js`]: throwing("sdkStreamMixin"),
  [`${smithyCore}/serde/util-stream/checksum/createChecksumStream.browser.js`]: throwing("createChecksumStream"),
  // Endpoint discovery is for Timestream and its like; DynamoDB is found by its region.
  "@aws-sdk/middleware-endpoint-discovery/dist-es/resolveEndpointDiscoveryConfig.js":
    "export const resolveEndpointDiscoveryConfig = (config) => config;",
  // Node has its own hashes, and signs no event streams.
  [`${smithyCore}/checksum/sha256/Sha256Js.js`]: "export class Sha256Js {}",
  [`${smithyCore}/checksum/md5/Md5Js.js`]: "export class Md5Js {}",
  "@smithy/signature-v4/dist-es/HeaderFormatter.js": "export class HeaderFormatter {}",
  // Node reads and writes dates itself.
  [`${smithyCore}/serde/date-utils.js`]: `const read = (text) => (text == null ? undefined : new Date(text));
export const dateToUtcString = (date) => date.toUTCString(), parseEpochTimestamp = (seconds) => read(seconds && seconds * 1000);
export { read as parseRfc3339DateTime, read as parseRfc3339DateTimeWithOffset, read as parseRfc7231DateTime };`,
  // Lambda has no profile files and is no virtual machine.
  [`${smithyCore}/config/node-config-provider/fromSharedConfigFiles.js`]: `import { CredentialsProviderError } from "../property-provider/CredentialsProviderError";
export const fromSharedConfigFiles = () => async () => { throw new CredentialsProviderError("No files here."); };`,
  [`${smithyCore}/config/config-resolver/regionConfig/getInstanceMetadataRegion.js`]:
    "export const getInstanceMetadataRegion = async () => undefined;",
  // A function works on one request at a time: the environment has the request's trace.
  "@aws/lambda-invoke-store/dist-es/invoke-store.js":
    "export const InvokeStore = { getInstanceAsync: async () => undefined };",
  // The retry mode is the standard one.
  [`${smithyCore}/retry/util-retry/AdaptiveRetryStrategy.js`]: "export class AdaptiveRetryStrategy {}",
};

const installed = "/node_modules/";

const escaped = (names: Readonly<Record<string, string>>) =>
  Object.keys(names)
    .map((name) => name.replace(/[.$]/g, "\\$&"))
    .join("|");

/** Puts those modules in their places, and notes in `met` which it has met. */
export const swapping = (met: Set<string>): Plugin => ({
  name: "swapped-modules",
  setup({ onLoad, onResolve }) {
    onLoad({ filter: new RegExp(`/node_modules/(?:${escaped(swaps)})$`) }, ({ path }) => {
      const name = path.slice(path.lastIndexOf(installed) + installed.length);
      met.add(name);
      return { contents: swaps[name]!, loader: "js" };
    });
    onResolve({ filter: /^@aws-sdk\/core\/protocols$/ }, ({ importer }) => {
      const name = Object.keys(straight).find((each) => importer.includes(`${installed}${each}/`));
      if (name === undefined) return undefined;
      met.add(name);
      const begin = importer.slice(0, importer.lastIndexOf(installed) + installed.length);
      return { path: begin + straight[name], sideEffects: false };
    });
  },
});

/** What was not met: an upgrade has moved it, and every handler would grow unseen. */
export const unmet = (met: ReadonlySet<string>): string[] =>
  [...Object.keys(swaps), ...Object.keys(straight)].filter((each) => !met.has(each));
