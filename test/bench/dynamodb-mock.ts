import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { seedKey } from "../../bin/seed/people.ts";
import { keyScopes } from "../../shared/http/key-scopes.ts";

const organizationId = "org_01BENCH";
const userId = "usr_01BENCH";
const now = "2026-11-01T12:00:00.000Z";

const items: Record<string, Record<string, unknown>> = {
  PROFILE: {
    user_id: { S: userId },
    email: { S: "ada@northwind.test" },
    first_name: { S: "Ada" },
    last_name: { S: "North" },
    status: { S: "active" },
    organization_ids: { L: [{ S: organizationId }] },
  },
  MEMBER: {
    user_id: { S: userId },
    organization_id: { S: organizationId },
    role: { N: "3" },
    status: { S: "active" },
    joined_at: { S: now },
  },
  META: {
    organization_id: { S: organizationId },
    name: { S: "Northwind College" },
    description: { S: "A college." },
    domain_url: { S: "" },
    address: { S: "1 Lake Street" },
    phone: { S: "" },
    timezone: { S: "America/New_York" },
    logo: { S: "" },
    status: { S: "active" },
    archived: { BOOL: false },
    is_set_up: { BOOL: true },
    badgr_connected: { BOOL: false },
    created_on: { S: now },
    created_at: { S: now },
    updated_on: { S: now },
    version: { N: "1" },
  },
};

const [, , , secret = ""] = seedKey.text.split("_");
const apiKey = {
  key_id: { S: seedKey.key_id },
  organization_id: { S: organizationId },
  scopes: { L: keyScopes.map((scope) => ({ S: scope })) },
  status: { S: "active" },
  expires_on: { S: "2999-01-01T00:00:00.000Z" },
  secret_hash: { S: createHash("sha256").update(secret).digest("hex") },
};

interface WireKey {
  pk: { S: string };
  sk: { S: string };
}
const itemOf = (key: WireKey) => {
  const item = key.pk.S.startsWith("KEY#") ? apiKey : items[key.sk.S.split("#")[0]!];
  return item && { ...item, ...key };
};

/** A DynamoDB that answers at once: every read finds the bench's person, membership, organization and key. */
const server = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk) => {
    text += chunk;
  });
  request.on("end", () => {
    const action = String(request.headers["x-amz-target"]).split(".")[1];
    const body = JSON.parse(text);
    const answer =
      action === "BatchGetItem"
        ? {
            Responses: Object.fromEntries(
              Object.entries(body.RequestItems as Record<string, { Keys: WireKey[] }>).map(([table, { Keys }]) => [
                table,
                Keys.map(itemOf).filter((item) => item !== undefined),
              ]),
            ),
            UnprocessedKeys: {},
          }
        : action === "GetItem"
          ? { Item: itemOf(body.Key) }
          : { Items: [], Count: 0, ScannedCount: 0 };
    response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(answer));
  });
});

server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as { port: number }).port }));
