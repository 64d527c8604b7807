import { correctionReasonMax } from "../../shared/certificate/correction.ts";
import { credentialLimits } from "../../shared/credential/parts.ts";
import { rubricLimits } from "../../shared/credential/rubric.ts";
import type { JsonSchema } from "../../shared/http/openapi-document.ts";
import { limitMax } from "../../shared/http/paging.ts";
import { richTextLimits } from "../../shared/http/rich-text-limits.ts";
import { invitationsMax } from "../../shared/organization/invitation.ts";
import { organizationNameMax } from "../../shared/organization/organization.ts";
import { nameLengthMax } from "../../shared/platform/full-name.ts";
import { faultCharacters, ignoredHeadings } from "../../shared/roster/rules.ts";
import { addressMax } from "../../shared/webhook/address.ts";
import { eventsMax } from "../../shared/webhook/feed.ts";

interface TextBounds {
  readonly maxLength: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Of one line, and of several: no other control characters are kept (shared/http/text.ts). */
const oneLine = "^[^\\u0000-\\u001f\\u007f]*$";
const line = (maxLength: number): TextBounds => ({ maxLength, pattern: oneLine });
const lines = (maxLength: number): TextBounds => ({
  maxLength,
  pattern: "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$",
});
/** Rich text is cleaned after it was measured: of a sign such as & that makes up to six. */
const rich = lines(6 * richTextLimits.descriptionCharacters);
const id = (prefix: string): TextBounds => ({
  maxLength: prefix.length + 41,
  pattern: `^${prefix}_[0-9A-Za-z]{1,40}$`,
});
const name = line(nameLengthMax);
const fullName = line(2 * nameLengthMax + 1);
const title = line(credentialLimits.titleCharacters);
const organization = line(organizationNameMax);
const email: TextBounds = { maxLength: 254, pattern: "^([^@\\s]+@[^@\\s]+)?$" };
const path: TextBounds = { maxLength: 500, pattern: "^\\S*$" };
const timezone: TextBounds = { maxLength: 64, pattern: "^[A-Za-z0-9_+/-]*$" };
const cursor: TextBounds = { maxLength: 500, pattern: "^[\\w-]+$" };
const state: TextBounds = { maxLength: 40, pattern: "^[A-Za-z-]*$" };
const mimeType = line(127);

/** How far texts of a name reach wherever the contract does not say it. One that is missing here fails the document's test. */
const textBounds: Readonly<Record<string, TextBounds>> = {
  achieved: line(rubricLimits.cellCharacters),
  address: path,
  application_id: id("app"),
  attach_name: line(255),
  attach_type: mimeType,
  author_name: fullName,
  badgrImage: path,
  badgrIssuer: email,
  base_url: { maxLength: addressMax, format: "uri" },
  column: line(20),
  completed_in: timezone,
  created_user: fullName,
  credential_resources: rich,
  criteria: line(rubricLimits.cellCharacters),
  criteria_id: line(40),
  Cursor: cursor,
  cursor,
  description: rich,
  earned_in: timezone,
  email,
  feedback: rich,
  fields: lines(500),
  file_name: line(500),
  first_name: name,
  grade: line(30),
  ignored: lines(ignoredHeadings.characters),
  image: path,
  invite_id: id("inv"),
  issuer_name: organization,
  job_description: rich,
  key: line(500),
  last_name: name,
  link: path,
  message: lines(faultCharacters.message),
  name: line(255),
  notachieved: line(rubricLimits.cellCharacters),
  notes: rich,
  option_id: line(40),
  org_colour: { maxLength: 7, pattern: "^#[0-9A-Fa-f]{6}$" },
  org_logo: path,
  organization_id: id("org"),
  organization_name: organization,
  overview: rich,
  parts: line(300),
  q: line(100),
  reason: lines(correctionReasonMax),
  response_type: { maxLength: 10, pattern: "^[0-2](,[0-2])*$" },
  role_id: id("rol"),
  role_name: line(30),
  rubric: rich,
  score_description: rich,
  search: line(100),
  skills_ext: line(5000),
  state,
  status: line(40),
  submission_status: line(40),
  support_link: { maxLength: 2000, pattern: "^\\S*$" },
  timezone,
  title,
  type: mimeType,
  ui: line(40),
  user_id: id("usr"),
};

/** How many entries lists of a name have at most. */
const listBounds: Readonly<Record<string, number>> = {
  applicants: limitMax,
  assigned_reviewers: credentialLimits.reviewers,
  attachments: 10,
  certificates: limitMax,
  credentials: limitMax,
  criteria: rubricLimits.criteriaMax,
  events: eventsMax,
  faults: 8, // two of an address, one of each other column and of the row
  ignored: ignoredHeadings.max,
  imports: limitMax,
  invitations: invitationsMax,
  options: credentialLimits.options,
  refused: invitationsMax,
  reviewers: credentialLimits.reviewers,
  rows: limitMax,
  sections: credentialLimits.sections,
  skills: credentialLimits.skills,
  users: limitMax,
};

/** How far texts of a format reach. */
const formatLengths: Readonly<Record<string, number>> = { "date-time": 24, date: 10, email: 254 };

/** What counts, and numbers of a version or a step: none is negative. */
const integer = { format: "int32", minimum: 0, maximum: 2 ** 31 - 1 };

/** A pattern that says how long a text is: a prefix, and so many characters of a kind. */
const counted = /^\^(\w*)\[[^\]]+\]\{\d+,(\d+)\}\$$/;

/**
 * A part of a document with bounds at every text, whole number and list. What the contract says stays; of the rest the
 * name says it: of a property or a parameter, and of what lies in it.
 */
export function bounded<Part>(part: Part, named = ""): Part {
  if (Array.isArray(part)) return part.map((each) => bounded(each, named)) as Part;
  if (typeof part !== "object" || part === null) return part;
  const inner = "in" in part && "name" in part ? String(part.name) : named;
  const fields = Object.entries(part).map(([key, value]) => {
    if (key === "examples" || key === "enum") return [key, value];
    if (key !== "properties" && key !== "schemas") return [key, bounded(value, inner)];
    return [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, bounded(each, name)]))];
  });
  return withBounds(Object.fromEntries(fields), named) as Part;
}

function withBounds(schema: JsonSchema, named: string): JsonSchema {
  const { type, ...rest } = schema;
  if (type === "array") return { type, maxItems: listBounds[named], ...rest };
  if (type === "integer") {
    const { exclusiveMinimum, ...other } = rest;
    return { type, ...integer, ...(exclusiveMinimum === 0 && { minimum: 1 }), ...other };
  }
  if (type !== "string" || schema.enum !== undefined || schema.const !== undefined) return schema;
  return { type, ...textBoundsOf(schema, named), ...rest };
}

function textBoundsOf({ format, pattern }: JsonSchema, named: string): Partial<TextBounds> | undefined {
  const ofFormat = formatLengths[String(format)];
  if (ofFormat !== undefined) return { maxLength: ofFormat };
  const [, prefix, characters] = counted.exec(String(pattern)) ?? [];
  return prefix === undefined ? textBounds[named] : { maxLength: prefix.length + Number(characters) };
}
