import { callsOf, type Domain } from "../../shared/contract.ts";
import { wire } from "../../shared/http/call.ts";
import type { Operation } from "../../shared/http/openapi-document.ts";
import { limitMax, offsetMax } from "../../shared/http/paging.ts";
import { brand } from "../../shared/platform/brand.ts";
import { operationOf } from "./operation.ts";
import { refusalResponses, refusalSchemas } from "./refusals.ts";
import { collectSchemas } from "./schemas.ts";
import { share } from "./sharing.ts";

export const tags: Record<Domain, string> = {
  organization: "Organizations: their members, custom roles, billing history, analytics and exports.",
  user: "People: their profiles and notices, invitations into an organization, and continuing-education credit.",
  auth: "Signing in and out, signing up, and passwords.",
  file: "Uploading and downloading files.",
  roster: "People by file: checking it, inviting them, taking it back.",
  credential:
    "What learners can earn: drafts and their steps, approval, publishing, applying, and the lists to choose from.",
  reviewer: "Reviewers: their profiles and bank accounts, and their applications to review for an organization.",
  tie: "What ties a reviewer to a learner, and who may review all the same.",
  submission: "Learners' work: their submissions, from the first draft to the decision.",
  calibration: "Practice: anchors, their keys, and what reviewers have passed.",
  payment: "Paying for an application by card or PayPal, product credit, and the providers' webhooks.",
  review: "Reviewing: the job that each submission becomes, accepting it, grading its sections, and deciding disputes.",
  appeal: "Appeals against a decision.",
  quality: "How reviewers agree: figures, and looking back on what was decided.",
  certificate: "Certificates as signed credentials: a learner's own, and those an organization issued.",
  badgr: "The badge service that an organization is connected to: its issuers, badges and awards.",
  key: "An organization's keys, with which its own programs call.",
  webhook:
    "What happened in an organization, for its own programs: the list of events, and the endpoints they are sent to.",
  platform: "The service itself.",
};

const description = `The API that ${brand.product}'s portal uses: whatever the portal does, a client can do.

- **Answers** are \`{ "data": … }\`, refusals \`{ "error": { "code", "message", "fields"? } }\`. A client decides by the code; the message is for people.
- **Signing in** answers an access token, good for 15 minutes, and sets an HttpOnly cookie by which \`POST /user/refresh\` answers the next one.
- **An organization** is named by \`organization_id\`. Somebody who belongs to one alone may leave it out.
- **What is not the caller's to see** is not found, by the same answer as what does not exist.
- **Lists** take \`limit\` (at most ${limitMax}) and \`offset\` (at most ${offsetMax.toLocaleString("en")}), and answer \`total\` and a \`cursor\`; sent back, the cursor leads to the next page, however long the list. Without one in the answer, the list has ended.
- **Changing** something that has a \`version\` takes the version that was read: when somebody else was faster, the change is refused with a 409.
- **Repeating**: where a call takes an \`Idempotency-Key\`, a request whose answer was lost is sent again under the same key.
- **Money** is in US dollars, **times** are in UTC, and **rich text** is HTML, of which only simple formatting is kept.
- Fields that a call does not know are refused, however deep they lie. Answers may get further fields.`;

/** The OpenAPI 3.1 document of the contract. `version` is that of the product. */
export function openApiDocument({ version }: { version: string }) {
  const calls = callsOf();
  const schemas = collectSchemas(calls.flatMap(({ call }) => (call.answers === undefined ? [call.output] : [])));
  const { operations, shared } = share(calls.map((named) => operationOf(named, schemas)));
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [index, operation] of operations.entries()) {
    const { method, path } = wire(calls[index]!.call);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  const referred = JSON.stringify(paths);
  const refusals = Object.entries(refusalResponses()).filter(([name]) => referred.includes(`/responses/${name}"`));
  return {
    openapi: "3.1.0",
    info: {
      title: `${brand.product} API`,
      version,
      summary: "Issue credentials, have submitted work reviewed, and hand out certificates that anyone can check.",
      description,
      contact: { name: brand.company, email: brand.supportEmail },
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: "/api", description: "On the portal's own origin." }],
    security: [{ accessToken: [] }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths,
    components: {
      securitySchemes: {
        accessToken: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "The `token` that `POST /user/login` or `POST /user/refresh` has answered.",
        },
      },
      ...shared,
      responses: { ...shared.responses, ...Object.fromEntries(refusals) },
      schemas: { ...refusalSchemas(), ...schemas.named() },
    },
  };
}
