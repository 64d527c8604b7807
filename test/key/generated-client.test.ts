import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generate } from "orval";
import { beforeAll, expect, test } from "vitest";
import { root } from "../../bin/local/prepare.ts";
import { callsOf } from "../../shared/contract.ts";
import { publicPrefix } from "../../shared/http/call.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { programOf } from "../support/fixtures/key.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { earned } from "../support/fixtures/work.ts";
import { world } from "../support/world.ts";

/** What a generated client has: a function for each call, by the name of its operation. */
type Client = Readonly<
  Record<string, (input: object, options: RequestInit) => Promise<{ status: number; data: unknown }>>
>;

const folder = join(root, ".cache/generated-client");
const target = join(folder, `${process.pid}.ts`);
let client: Client;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const input = { target: join(root, "web/public/openapi.json") };
  const baseUrl = `${world.origin}/api${publicPrefix}`;
  await generate({ input, output: { target, client: "fetch", baseUrl } }, folder, { logLevel: "error" });
  client = (await import(/* @vite-ignore */ pathToFileURL(target).href)) as Client;
});

test("a client that Orval generates from the public document has every call that keys may make, and holds together as TypeScript", () => {
  const names = callsOf()
    .filter(({ call }) => call.keys !== undefined)
    .map(({ domain, name }) => `${domain}${name[0]!.toUpperCase()}${name.slice(1)}`);
  expect(Object.keys(client)).toEqual(expect.arrayContaining(names));
  const options = ["--noEmit", "--strict", "--target", "esnext", "--module", "esnext", "--lib", "esnext,dom"];
  execFileSync(join(root, "node_modules/.bin/tsc"), ["--ignoreConfig", ...options, "--types", "", target]);
});

test("a program on that client lists, invites, reads an application and its certificate, and follows the events, with a key alone", async () => {
  const school = await world.newOrganization("Generated School");
  const rita = await acceptedReviewer(school, "Rita");
  const cred_id = await publishedCredential(school, [rita], { sections: [textSection] });
  await earned(school.as("Lena"), cred_id, rita);
  const { key } = await programOf(school);
  const options = { headers: { authorization: `Bearer ${key}` } };
  const answerOf = async <Fields extends string>(name: string, input: object) => {
    const { status, data } = await client[name]!(input, options);
    expect(status, JSON.stringify(data)).toBe(200);
    return (data as { data: Record<Fields, unknown> }).data;
  };
  const firstOf = (rows: unknown) => (rows as Record<string, string>[])[0]!;

  const { credentials } = await answerOf<"credentials">("credentialList", {});
  expect(firstOf(credentials).cred_id).toBe(cred_id);
  const { applicants } = await answerOf<"applicants">("credentialListApplicants", { cred_id });
  const { application_id } = firstOf(applicants);
  const application = await answerOf("credentialReadApplication", { application_id });
  expect(application).toMatchObject({ application_id, cred_id });
  const { certificates } = await answerOf<"certificates">("certificateList", {});
  const { certificate_id } = firstOf(certificates);
  expect(await answerOf("certificateReadIssued", { certificate_id })).toMatchObject({ certificate_id });
  const invitations = [{ email: "guest@generated.test", role: 5 }];
  const invited = await answerOf<"invitations">("organizationInviteUsers", { invitations });
  const { invite_id } = firstOf(invited.invitations);
  const { users } = await answerOf<"users">("organizationListUsers", { status: "pending" });
  expect(firstOf(users)).toMatchObject({ invite_id });

  await world.settle();
  let after: string | undefined;
  const told: unknown[] = [];
  for (let more = true; more; ) {
    const page = await answerOf<"events" | "has_more">("webhookListEvents", { limit: 5, ...(after && { after }) });
    const events = page.events as { event_id: string; type: string; data: object }[];
    told.push(...events.map(({ type, data }) => ({ type, data })));
    [after, more] = [events.at(-1)?.event_id, page.has_more === true];
  }
  expect(told).toContainEqual({ type: "invitation.sent", data: expect.objectContaining({ invite_id }) });
  expect(told).toContainEqual({ type: "certificate.issued", data: expect.objectContaining({ certificate_id }) });

  const refused = await client.credentialReadApplication!(
    { application_id: "app_00000000000000000000000000" },
    options,
  );
  expect(refused).toMatchObject({ status: 404, data: { error: { code: "resource.not-found" } } });
});
