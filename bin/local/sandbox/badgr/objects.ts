import { randomBytes, randomUUID } from "node:crypto";
import { sizeOf, sniff } from "../../../../functions/pictures/format.ts";

/** An account at the badge service. Without a password it can only sign in through somebody else. */
export interface BadgrAccount {
  readonly entityId: string;
  readonly region: string;
  readonly username: string;
  readonly password?: string;
  /** Addresses an issuer may have. */
  readonly verifiedEmails: readonly string[];
  /** Its own address is not verified: it may sign in, and sees nothing. */
  readonly unverified?: boolean;
}

/** An issuer with its accounts: the owner edits and awards, who is only `staff` sees and awards. */
export interface BadgrIssuer {
  readonly entityId: string;
  readonly owner: string;
  readonly staff?: string[];
  readonly createdAt: string;
  name: string;
  email: string;
  url: string;
  description: string;
  image: string | null;
}

/** A badge. `image` is a data URL. */
export interface BadgrBadge {
  readonly entityId: string;
  readonly owner: string;
  readonly issuer: string;
  readonly createdAt: string;
  name: string;
  description: string;
  image: string;
  criteriaUrl: string | null;
  criteriaNarrative: string | null;
  tags: string[];
  expires: { amount: number | null; duration: string | null };
}

/** An award. Times are ISO text in UTC with Z. */
export interface BadgrAssertion {
  readonly entityId: string;
  readonly owner: string;
  readonly issuer: string;
  readonly badgeclass: string;
  readonly createdAt: string;
  readonly salt: string;
  identity: string;
  type: string;
  hashed: boolean;
  issuedOn: string;
  narrative: string | null;
  evidence: { url?: string; narrative?: string }[];
  expires: string | null;
  revoked: boolean;
  revocationReason: string | null;
  notified: boolean;
}

/** A refusal in the service's own envelope. `fieldErrors` is an array, one object for each row, in a batch. */
export class BadgrRefusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(
    status: number,
    description: string,
    { fieldErrors = {}, validationErrors = [] }: { fieldErrors?: unknown; validationErrors?: string[] } = {},
  ) {
    super(description);
    this.status = status;
    this.body = { status: { success: false, description }, result: [], fieldErrors, validationErrors };
  }
}

/** 400: what is wrong with which field. */
export const badFields = (fieldErrors: Record<string, unknown>) =>
  new BadgrRefusal(400, "bad request", { fieldErrors });

/** 400: what is wrong with the whole. */
export const badWhole = (message: string) => new BadgrRefusal(400, "bad request", { validationErrors: [message] });

/** 404 for what is missing and for what one may not see: the service never says 403. */
export const notFound = () => new BadgrRefusal(404, "entity not found or insufficient privileges");

/** Sixteen random bytes in 22 letters of the URL-safe alphabet. */
export const newEntityId = (): string => Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url");

const required = ["This field is required."];

/** A picture as the service takes it: a data URL of a PNG or SVG. A web address is passed over, as if none were sent. */
export function pictureOf(image: unknown): string | undefined {
  if (typeof image !== "string" || /^https?:/.test(image)) return undefined;
  const [, type, base64] = /^data:([\w/+.-]+);base64,(.*)$/s.exec(image) ?? [];
  if (type === undefined || base64 === undefined) throw badFields({ image: ["Invalid image."] });
  if (type !== "image/png" && type !== "image/svg+xml" && type !== "image/jpeg")
    throw badFields({ image: ["Invalid MIME type"] });
  const bytes = Buffer.from(base64, "base64");
  const format = sniff(bytes);
  if (type === "image/svg+xml" && format === "svg") return image;
  if (format !== "png" || !sizeOf(bytes, "png"))
    throw badFields({ image: [format === "jpeg" ? "Invalid PNG" : "Invalid image."] });
  return image;
}

/** Makes an issuer of an account. */
export function makeIssuer(input: Record<string, unknown>, account: BadgrAccount, now: string): BadgrIssuer {
  const { name, email, url, description } = input;
  const missing = Object.entries({ name, email, url, description }).filter(([, value]) => !value);
  if (missing.length > 0) throw badFields(Object.fromEntries(missing.map(([field]) => [field, required])));
  if (!account.verifiedEmails.includes(String(email))) {
    throw badWhole(
      "Issuer email must be one of your verified addresses. Add this email to your profile and try again.",
    );
  }
  return {
    entityId: newEntityId(),
    owner: account.entityId,
    createdAt: now,
    name: String(name).replace(/<[^>]*>/g, ""),
    email: String(email),
    url: String(url),
    description: String(description),
    image: pictureOf(input.image) ?? null,
  };
}

/** Makes a badge of an issuer. */
export function makeBadge(input: Record<string, unknown>, issuer: BadgrIssuer, now: string): BadgrBadge {
  const { name, description, criteriaUrl = null, criteriaNarrative = null } = input;
  const missing = Object.entries({ name, description }).filter(([, value]) => !value);
  if (missing.length > 0) throw badFields(Object.fromEntries(missing.map(([field]) => [field, required])));
  requirePlainMarkdown({ criteriaNarrative });
  const image = pictureOf(input.image);
  if (image === undefined) throw badFields({ image: "Valid image file or data URI required." });
  return {
    entityId: newEntityId(),
    owner: issuer.owner,
    issuer: issuer.entityId,
    createdAt: now,
    name: String(name),
    description: String(description),
    image,
    criteriaUrl: criteriaUrl === null ? null : String(criteriaUrl),
    criteriaNarrative: criteriaNarrative === null ? null : String(criteriaNarrative),
    tags: Array.isArray(input.tags) ? input.tags.map(String) : [],
    expires: { amount: null, duration: null },
  };
}

function requirePlainMarkdown(fields: Record<string, unknown>): void {
  for (const [field, text] of Object.entries(fields)) {
    if (typeof text === "string" && text.includes("!["))
      throw badFields({ [field]: ["Images not supported in markdown"] });
  }
}

/** Reads what an award asks for; throws what the service says of a wrong one. */
export function makeAssertion(input: Record<string, unknown>, badge: BadgrBadge, now: number): BadgrAssertion {
  const recipient = input.recipient as { identity?: string; type?: string; hashed?: boolean } | undefined;
  if (!recipient?.identity) throw badFields({ recipient: required });
  const type = recipient.type ?? "email";
  const issuedOn = new Date(String(input.issuedOn ?? new Date(now).toISOString()));
  if (Number.isNaN(issuedOn.getTime())) throw badFields({ issuedOn: ["Invalid format."] });
  if (issuedOn.getTime() > now) throw badFields({ issuedOn: ["Only issuedOn dates in the past are acceptable."] });
  const evidence = (input.evidence ?? []) as { url?: string; narrative?: string }[];
  if (evidence.some(({ url, narrative }) => !url && !narrative))
    throw badFields({ evidence: ["Either url or narrative is required"] });
  requirePlainMarkdown({ narrative: input.narrative });
  return {
    entityId: newEntityId(),
    owner: badge.owner,
    issuer: badge.issuer,
    badgeclass: badge.entityId,
    createdAt: new Date(now).toISOString(),
    salt: randomBytes(16).toString("hex"),
    identity: type === "email" ? recipient.identity.toLowerCase() : recipient.identity,
    type,
    hashed: recipient.hashed ?? (type === "email" || type === "telephone"),
    issuedOn: issuedOn.toISOString(),
    narrative: typeof input.narrative === "string" ? input.narrative : null,
    evidence,
    expires: typeof input.expires === "string" ? input.expires : null,
    revoked: false,
    revocationReason: null,
    notified: input.notify === true,
  };
}

/** Whether an award still counts. */
export const isLive = ({ revoked, expires }: BadgrAssertion, now: number): boolean =>
  !revoked && (expires === null || Date.parse(expires) > now);
