import type { Plugin } from "vite";

/** Modules that the portal reaches and never runs, and what stands in their place. */
const neverUsed: readonly (readonly [file: string, contents: string])[] = [
  // Cloudscape's texts come parsed: its parser is for messages of one's own.
  ["@formatjs/icu-messageformat-parser/lib/parser.js", "export class Parser {}"],
  // Amplify has our token provider, asks no identity pool, and is configured in its own words.
  [
    "@aws-amplify/core/dist/esm/parseAWSExports.mjs",
    "export const parseAWSExports = (configuration) => configuration;",
  ],
  [
    "@aws-amplify/core/dist/esm/parseAmplifyOutputs.mjs",
    "export const isAmplifyOutputs = () => false; export const parseAmplifyOutputs = (outputs) => outputs;",
  ],
  ["@aws-amplify/auth/dist/esm/providers/cognito/utils/oauth/enableOAuthListener.mjs", "export {};"],
  [
    "@aws-amplify/auth/dist/esm/providers/cognito/tokenProvider/tokenProvider.mjs",
    "export const cognitoUserPoolsTokenProvider = undefined, tokenOrchestrator = undefined;",
  ],
  [
    "@aws-amplify/auth/dist/esm/providers/cognito/credentialsProvider/credentialsProvider.mjs",
    "export class CognitoAWSCredentialsAndIdentityIdProvider {}",
  ],
  [
    "@aws-amplify/auth/dist/esm/providers/cognito/credentialsProvider/IdentityIdStore.mjs",
    "export class DefaultIdentityIdStore {}",
  ],
];

/** Leaves those modules out of the built portal. An upgrade that moves one of them is told, not left to grow the portal. */
export function withoutUnused(): Plugin {
  const found = new Set<string>();
  return {
    name: "laurel-without-unused",
    apply: "build",
    load(id) {
      const entry = neverUsed.find(([file]) => id.endsWith(`/node_modules/${file}`));
      if (entry === undefined) return undefined;
      found.add(entry[0]);
      return entry[1];
    },
    buildEnd(error) {
      const gone = neverUsed.filter(([file]) => !found.has(file));
      if (!error && gone.length > 0)
        this.error(`Not found, so not left out: ${gone.map(([file]) => file).join(", ")}.`);
    },
  };
}
