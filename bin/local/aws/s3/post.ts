import type { IncomingMessage } from "node:http";
import { dateOfScope, isSame, type S3Keys, S3Refusal, signatureOf } from "./signature.ts";

/** A form that a browser posted to a bucket. Field names are in small letters; what follows the file is not read. */
export interface PostedForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: Buffer;
}

/** Reads a multipart form. */
export async function readForm(request: IncomingMessage, body: Buffer): Promise<PostedForm> {
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) {
    throw new S3Refusal(412, "PreconditionFailed", "Bucket POST must be of the enclosure-type multipart/form-data");
  }
  const malformed = new S3Refusal(400, "MalformedPOSTRequest", "The body of your POST request is not well-formed.");
  const headers = { "content-type": type };
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => undefined);
  if (form === undefined) throw malformed;
  const fields: Record<string, string> = {};
  for (const [name, value] of form) {
    if (name.toLowerCase() === "file" && typeof value !== "string") {
      fields.key = (fields.key ?? "").replaceAll("${" + "filename}", value.name);
      if (fields.key === "")
        throw new S3Refusal(400, "InvalidArgument", "Bucket POST must contain a field named 'key'.");
      return { fields, file: Buffer.from(await value.arrayBuffer()) };
    }
    if (typeof value === "string") fields[name.toLowerCase()] = value;
  }
  throw new S3Refusal(400, "InvalidArgument", "POST requires exactly one file upload per request.");
}

/** Fields a policy need not name. */
const exempt = new Set(["policy", "x-amz-signature", "file"]);

/** Refuses a form whose policy is not ours, is over, or does not allow each of its fields and the file's size. */
export function verifyPost(bucket: string, { fields, file }: PostedForm, keys: S3Keys, now: number): void {
  const { policy, "x-amz-signature": signature, "x-amz-credential": scope } = fields;
  if (!policy || !signature || !scope) throw new S3Refusal(403, "AccessDenied", "Access Denied");
  const date = dateOfScope(scope, keys);
  if (!isSame(signatureOf(policy, date, keys), signature)) {
    const message = "The request signature we calculated does not match the signature you provided.";
    throw new S3Refusal(403, "SignatureDoesNotMatch", message);
  }
  const { expiration, conditions } = readPolicy(policy);
  if (!(now <= Date.parse(expiration))) throw denied("Policy expired.");
  const covered = new Set(exempt);
  const values: Record<string, string> = { ...fields, bucket };
  for (const [kind, subject, wanted] of conditions.flatMap(conditionsIn)) {
    if (kind === "content-length-range") {
      checkSize(file.length, Number(subject), Number(wanted));
      continue;
    }
    const name = String(subject).replace(/^\$/, "").toLowerCase();
    covered.add(name);
    const have = values[name] ?? "";
    const holds = kind === "eq" ? have === String(wanted) : kind === "starts-with" && have.startsWith(String(wanted));
    if (!holds) throw denied(`Policy Condition failed: ${JSON.stringify([kind, subject, wanted])}`);
  }
  const extra = Object.keys(fields).find((name) => !covered.has(name) && !name.startsWith("x-ignore-"));
  if (extra) throw denied(`Extra input fields: ${extra}`);
}

type Condition = readonly [kind: string, subject: unknown, wanted: unknown];

function conditionsIn(condition: unknown): Condition[] {
  if (Array.isArray(condition)) {
    return [[String(condition[0]).toLowerCase(), condition[1], condition[2]]];
  }
  return Object.entries(condition as Record<string, unknown>).map(([name, value]) => ["eq", `$${name}`, value]);
}

function readPolicy(policy: string): { expiration: string; conditions: unknown[] } {
  try {
    const read = JSON.parse(Buffer.from(policy, "base64").toString());
    if (typeof read.expiration === "string" && Array.isArray(read.conditions)) return read;
  } catch {
    // said below
  }
  throw new S3Refusal(400, "InvalidPolicyDocument", "Invalid Policy: Invalid JSON.");
}

function checkSize(size: number, least: number, most: number): void {
  if (size < least) {
    const message = "Your proposed upload is smaller than the minimum allowed size";
    throw new S3Refusal(400, "EntityTooSmall", message);
  }
  if (size > most) throw new S3Refusal(400, "EntityTooLarge", "Your proposed upload exceeds the maximum allowed size");
}

const denied = (what: string) => new S3Refusal(403, "AccessDenied", `Invalid according to Policy: ${what}`);
