import { createServer } from "node:http";

/**
 * A DynamoDB that holds one organization's billing history of as many rows as it is told (first argument), and an S3 that
 * forgets what it is given. Both answer at once, so that what is measured is our side.
 */
const rowsTotal = Number(process.argv[2]);
const pageRows = 4000;
const digits = (row: number) => String(row).padStart(26, "0");
const S = (name: string, value: string) => `"${name}":{"S":"${value}"}`;
const N = (name: string, value: number) => `"${name}":{"N":"${value}"}`;

/** The index, newest first: the highest row is the newest. */
function indexPage(pk: string, after: string | undefined): string {
  const from = after === undefined ? rowsTotal - 1 : Number(after.slice(4)) - 1;
  const until = Math.max(0, from - pageRows + 1);
  const items: string[] = [];
  for (let row = from; row >= until; row--) {
    const entry = `pay_${digits(row)}`;
    items.push(`{${S("pk", pk)},${S("sk", entry)},${S("ref_pk", `BILLING#usr_${row % 500}`)},${S("ref_sk", entry)}}`);
  }
  const last = until > 0 ? `,"LastEvaluatedKey":{${S("pk", pk)},${S("sk", `pay_${digits(until)}`)}}` : "";
  return `{"Count":${items.length},"ScannedCount":${items.length},"Items":[${items.join()}]${last}}`;
}

function itemOf(pk: string, sk: string): string {
  if (sk === "PROFILE") {
    return `{${S("pk", pk)},${S("sk", sk)},${S("user_id", pk.slice(5))},${S("email", `learner${pk.slice(9)}@northwind.test`)},${S("first_name", "Magdalena")},${S("last_name", `Rivers, ${pk.slice(9)}`)},${S("status", "active")},"organization_ids":{"L":[{"S":"org_1"}]},${N("version", 3)}}`;
  }
  const user = pk.slice("BILLING#".length);
  return `{${S("pk", pk)},${S("sk", sk)},${S("entry_id", sk)},${S("at", "2026-10-14T15:09:26.535Z")},${S("kind", "charge")},${S("organization_id", "org_01K9ABCDEFGHJKMNPQRSTVWXYZ")},${S("application_id", `app_${sk.slice(4)}`)},${S("cred_id", "crd_01K9ABCDEFGHJKMNPQRSTVWXYZ")},${S("title", "Reading, writing and arguing across the curriculum")},${S("user_id", user)},${N("price_cents", 2500)},${N("card_cents", 2500)},${N("credit_cents", 0)},${N("reviewer_pay_cents", 1167)},${N("issuer_share_cents", 666)},${N("platform_share_cents", 400)},${N("organization_share_cents", 267)},${N("version", 1)}}`;
}

interface WireKey {
  readonly pk: { readonly S: string };
  readonly sk: { readonly S: string };
}

const server = createServer((request, response) => {
  const target = String(request.headers["x-amz-target"] ?? "").split(".")[1];
  if (target === undefined) {
    request.resume().on("end", () => {
      const xml = (body: string) => response.writeHead(200, { "content-type": "application/xml" }).end(body);
      if (request.method === "PUT") response.writeHead(200, { etag: '"part"' }).end();
      else if (request.url!.includes("uploads"))
        xml("<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>");
      else xml("<CompleteMultipartUploadResult><ETag>whole</ETag></CompleteMultipartUploadResult>");
    });
    return;
  }
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const input = JSON.parse(Buffer.concat(parts).toString());
    response.writeHead(200, { "content-type": "application/x-amz-json-1.0" });
    if (target === "Query") {
      response.end(indexPage(input.ExpressionAttributeValues[":pk"].S, input.ExclusiveStartKey?.sk.S));
      return;
    }
    const [[table, { Keys }]] = Object.entries(input.RequestItems) as [[string, { Keys: WireKey[] }]];
    const items = Keys.map(({ pk, sk }) => itemOf(pk.S, sk.S));
    response.end(`{"Responses":{"${table}":[${items.join()}]},"UnprocessedKeys":{}}`);
  });
});

server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as { port: number }).port }));
