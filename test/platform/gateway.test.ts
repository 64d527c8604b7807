import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { exportJWK, generateKeyPair, type JSONWebKeySet, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LocalFunctions, Throttled, TimedOut } from "../../bin/local/cloud/functions.ts";
import { createGateway } from "../../bin/local/cloud/gateway.ts";

const issuer = "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_abc";
const authorizer = { issuer, audience: ["client"], scopes: ["laurel/api"] };
let origin: string;
let server: Server;
let privateKey: CryptoKey;
let asked: { name: string; event: APIGatewayProxyEventV2 }[] = [];
let answer: () => unknown;

beforeAll(async () => {
  const pair = await generateKeyPair("RS256");
  privateKey = pair.privateKey;
  const publicKeys: JSONWebKeySet = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: "one", alg: "RS256" }] };
  const functions: LocalFunctions = {
    async invoke(name, event) {
      asked.push({ name, event: event as APIGatewayProxyEventV2 });
      return answer();
    },
    within: (_, work) => work(),
    missing: () => [],
    speed: { timeFactor: 1, drawingMs: 1000 },
  };
  const gateway = createGateway({
    routes: [
      { key: "GET /api/thing/{id}", functionArn: "one-thing" },
      { key: "GET /api/thing/list", functionArn: "things" },
      { key: "POST /api/thing", functionArn: "make" },
      { key: "GET /api/mine", functionArn: "mine", authorizer },
    ],
    stageVariables: { originSecret: "way" },
    functions,
    publicKeys: () => publicKeys,
    now: Date.now,
    log: () => {},
  });
  server = createServer((request, response) => void gateway.handle(request, response, { added: { "x-way": "edge" } }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  asked = [];
  answer = () => ({ statusCode: 200, body: "{}" });
});

const tokenOf = (claims: Record<string, unknown>, { expires = "15m", signedFor = issuer } = {}) =>
  new SignJWT({ client_id: "client", scope: "laurel/api", ...claims })
    .setProtectedHeader({ alg: "RS256", kid: "one" })
    .setIssuer(signedFor)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(privateKey);
const mine = async (token: string) => {
  const reply = await fetch(`${origin}/api/mine`, { headers: { authorization: `Bearer ${token}` } });
  return [reply.status, await reply.text()];
};

test("a request reaches its function in payload format 2.0", async () => {
  await fetch(`${origin}/api/thing/a%20b?tag=x&tag=y&empty=`, { headers: { "X-Mixed": "Case", cookie: "a=1; b=2" } });
  const { name, event } = asked[0]!;
  expect(name).toBe("one-thing");
  expect(event).toMatchObject({
    version: "2.0",
    routeKey: "GET /api/thing/{id}",
    rawPath: "/api/thing/a%20b",
    rawQueryString: "tag=x&tag=y&empty=",
    cookies: ["a=1", "b=2"],
    queryStringParameters: { tag: "x,y", empty: "" },
    pathParameters: { id: "a b" },
    stageVariables: { originSecret: "way" },
    isBase64Encoded: false,
    requestContext: { http: { method: "GET", sourceIp: "127.0.0.1" }, stage: "$default" },
  });
  expect(event.headers).toMatchObject({ "x-mixed": "Case", "x-way": "edge" });
  expect(event.headers).not.toHaveProperty("cookie");
  expect(event).not.toHaveProperty("body");
});

test("the most specific route wins, and a path without one is not found", async () => {
  await fetch(`${origin}/api/thing/list`);
  expect(asked[0]!.name).toBe("things");
  for (const path of ["/api/nothing", "/api/Thing", "/api/thing/"]) {
    const reply = await fetch(origin + path, { method: path === "/api/Thing" ? "POST" : "GET" });
    expect([reply.status, await reply.text()]).toEqual([404, '{"message":"Not Found"}']);
  }
});

test("text bodies travel as they are, others in base64", async () => {
  await fetch(`${origin}/api/thing`, {
    method: "POST",
    body: '{"é":1}',
    headers: { "content-type": "application/json" },
  });
  await fetch(`${origin}/api/thing`, {
    method: "POST",
    body: new Uint8Array([255, 0]),
    headers: { "content-type": "image/png" },
  });
  expect(asked.map(({ event }) => [event.body, event.isBase64Encoded])).toEqual([
    ['{"é":1}', false],
    ["/wA=", true],
  ]);
});

test("an answer may carry cookies, headers and bytes; without a status it is the body itself", async () => {
  answer = () => ({
    statusCode: 201,
    headers: { "Content-Type": "image/png" },
    cookies: ["a=1; Path=/", "b=2"],
    body: "/wA=",
    isBase64Encoded: true,
  });
  const whole = await fetch(`${origin}/api/thing/1`);
  expect(whole.status).toBe(201);
  expect(whole.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2"]);
  expect([...new Uint8Array(await whole.arrayBuffer())]).toEqual([255, 0]);
  answer = () => ({ plain: true });
  const plain = await fetch(`${origin}/api/thing/1`);
  expect([plain.status, plain.headers.get("content-type"), await plain.text()]).toEqual([
    200,
    "application/json",
    '{"plain":true}',
  ]);
});

test("the authorizer wants a living token of its pool, client and scope, and gives its claims as strings", async () => {
  const unauthorized = [401, '{"message":"Unauthorized"}'];
  expect((await mine(await tokenOf({ user_id: "usr_1", groups: ["a", "b"] })))[0]).toBe(200);
  expect(asked[0]!.event.requestContext).toMatchObject({
    authorizer: {
      jwt: { claims: { user_id: "usr_1", groups: "[a b]", exp: expect.any(String) }, scopes: ["laurel/api"] },
    },
  });
  expect(await mine("")).toEqual(unauthorized);
  expect(await mine(await tokenOf({}, { expires: "-1s" }))).toEqual(unauthorized);
  expect(await mine(await tokenOf({}, { signedFor: `${issuer}x` }))).toEqual(unauthorized);
  expect(await mine(await tokenOf({ client_id: "other" }))).toEqual(unauthorized);
  const [header, claims] = (await tokenOf({})).split(".");
  expect(await mine(`${header}.${claims}.AAAA`)).toEqual(unauthorized);
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  expect(await mine(`${none}.${claims}.`)).toEqual(unauthorized);
  expect(await mine(await tokenOf({ scope: "openid" }))).toEqual([403, '{"message":"Forbidden"}']);
  expect(asked).toHaveLength(1);
});

test("a failing, a slow and an overlong request end in the gateway's own words", async () => {
  answer = () => {
    throw new Error("broken");
  };
  const failed = await fetch(`${origin}/api/thing/1`);
  expect([failed.status, await failed.text()]).toEqual([500, '{"message":"Internal Server Error"}']);
  for (const refusal of [new TimedOut("slow"), new Throttled("busy")]) {
    answer = () => {
      throw refusal;
    };
    const late = await fetch(`${origin}/api/thing/1`);
    expect([late.status, await late.text()]).toEqual([503, '{"message":"Service Unavailable"}']);
  }
  const long = await fetch(`${origin}/api/thing`, { method: "POST", body: "x".repeat(7 * 1024 * 1024) });
  expect([long.status, await long.text()]).toEqual([413, '{"message":"Request Entity Too Large"}']);
});
