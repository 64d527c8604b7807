import { readFileSync } from "node:fs";
import { Ajv2019 } from "ajv/dist/2019.js";
import addFormats from "ajv-formats";

/**
 * 1EdTech's JSON Schema of an Open Badges AchievementCredential (version 3.0, draft 2019-09), as it stands in
 * github.com/educredentials/obv3-examples, schemas/ob_v3p0_achievementcredential_schema.json.
 */
const schema = JSON.parse(
  readFileSync(new URL("../../shared/certificate/achievement-credential.schema.json", import.meta.url), "utf8"),
);
const ajv = new Ajv2019({ strict: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

/** What the schema has against a credential, one line each; nothing when it is one. */
export function schemaFaults(credential: unknown): string[] {
  if (validate(credential)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
