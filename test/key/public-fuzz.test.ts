import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Caller, Reply } from "../../bin/seed/client.ts";
import { rosterKeys } from "../../functions/data/keys/roster.ts";
import { callsOf, contract } from "../../shared/contract.ts";
import { publicPrefix, wire } from "../../shared/http/call.ts";
import type { JsonSchema, Operation, Parameter } from "../../shared/http/openapi-document.ts";
import { publicDocument } from "../support/api-document.ts";
import { answered } from "../support/fixtures/answered.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { programOf } from "../support/fixtures/key.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { checkedImport, fileOf } from "../support/fixtures/roster.ts";
import { earned } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import { valuesOf } from "../support/schema-values.ts";
import { world } from "../support/world.ts";

/** Requests to each call, of which a key may make 600 a minute. */
const numRuns = 100;

/** Things that there are in the organization, by the names of their ids. */
const known: Record<string, string> = {};
let newProgram: () => Promise<Caller & { readonly key: string }>;

beforeAll(async () => {
  const school = await world.newOrganization("Fuzzed School");
  newProgram = () => programOf(school);
  const rita = await acceptedReviewer(school, "Rita");
  const cred_id = await publishedCredential(school, [rita], { sections: [textSection] });
  await earned(school.as("Lena"), cred_id, rita);
  const program = await newProgram();
  const { certificate, credential, organization, webhook } = contract;
  const [row] = answered(await program.call(certificate.list, {})).certificates;
  const [applicant] = answered(await program.call(credential.listApplicants, { cred_id })).applicants;
  const invitations = [{ email: "guest@fuzz.test", role: 5 }];
  const [invitation] = answered(await program.call(organization.inviteUsers, { invitations })).invitations;
  const import_id = await keptImport(school);
  await world.settle();
  const [event] = answered(await program.call(webhook.listEvents, {})).events;
  Object.assign(known, {
    cred_id,
    credential_id: cred_id,
    organization_id: school.organization_id,
    certificate_id: row!.certificate_id,
    application_id: applicant!.application_id,
    user_id: applicant!.user_id,
    invite_id: invitation!.invite_id,
    after: event!.event_id,
    import_id,
  });
});

/** An import that stays, however far another test moves the clock: its removal is due at a time that it no longer says. */
async function keptImport(school: Organization): Promise<string> {
  const faulty = `"a\u0001\n\u2028b${"c".repeat(300)}","King\u0002${"d".repeat(600)}"`;
  const lines = fileOf(["someone@fuzz.test,Learner", faulty]);
  const import_id = await checkedImport(world, school.as("Ada"), lines);
  const { pk, sk } = rosterKeys.import(import_id);
  const stored = (await world.control.items(pk)).filter((item) => item.sk === sk);
  await world.control.put(stored.map((item) => ({ ...item, updated_on: new Date().toISOString() })));
  return import_id;
}

interface Sent {
  readonly query: string;
  readonly body?: string;
}

const schemaAt = (reference: string) => publicDocument.referredTo(reference) as JsonSchema;

/** Requests of an operation as its schemas describe them, and as they do not; and the least that it can be sent. */
function requestsOf({ parameters = [], requestBody }: Operation): { requests: fc.Arbitrary<Sent>; least: Sent } {
  const all = parameters.map((each) => ("$ref" in each ? (publicDocument.referredTo(each.$ref) as Parameter) : each));
  const fields = all.filter((each) => each.in === "query");
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
  const required = fields.filter((each) => each.required).map(({ name }) => name);
  const least = { query: queryOf(Object.fromEntries(required.map((name) => [name, known[name]]))) };
  const query = valuesOf({ type: "object", properties, required }, schemaAt, known).map(queryOf);
  const schema = requestBody?.content["application/json"]?.schema;
  if (schema === undefined) return { requests: query.map((text) => ({ query: text })), least };
  const body = fc.oneof(
    { weight: 30, arbitrary: valuesOf(schema, schemaAt, known).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  );
  return { requests: fc.record({ query, body }), least: { ...least, body: "{}" } };
}

const queryOf = (fields: unknown): string =>
  new URLSearchParams(
    Object.entries(fields as object).map(([name, value]) => [
      name,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]),
  ).toString();

/** What an answer to a key has that its document does not tell. */
function undescribed(call: (typeof open)[number]["call"], reply: Reply): string | undefined {
  const { method, path } = wire(call);
  const { responses } = publicDocument.document.paths[path]![method.toLowerCase()]!;
  if (!(reply.status in responses)) return `${reply.status} is not documented`;
  const isTold = ["ratelimit", "ratelimit-policy"].every((name) => typeof reply.headers[name] === "string");
  return isTold ? publicDocument.undocumented(call, reply) : `${reply.status} says nothing of what the key has left`;
}

const open = callsOf().filter(({ call }) => call.keys !== undefined);

describe("whatever a program sends to a call, it is answered as the public document says, and never by a failure", () => {
  test.each(open.map(({ call }) => ({ route: call.route, call })))("$route", async ({ call }) => {
    const { key, send } = await newProgram();
    const { method, path } = wire(call);
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const operation = publicDocument.document.paths[path]![method.toLowerCase()]!;
    const { requests, least } = requestsOf(operation);
    const unread = { query: "surprise=1", ...(operation.requestBody && { body: "\0" }) };
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(requests, async ({ query, body }) => {
        const target = `/api${publicPrefix}${path}${query === "" ? "" : `?${query}`}`;
        const reply = await send(method, target, { headers, ...(body !== undefined && { body }) });
        statuses.add(reply.status);
        expect(reply.status, reply.text).toBeLessThan(500); // which the document describes, too
        expect(undescribed(call, reply)).toBeUndefined();
      }),
      { numRuns, examples: [[least], [unread]] },
    );
    expect(statuses).toContain(400);
    if (method === "GET") expect(statuses).toContain(200);
  });
});
