import { describe, expect, test } from "vitest";
import { anyoneAt } from "../support/people.ts";
import { world } from "../support/world.ts";

/** As a browser posts it, to where the page's own header says. */
async function report(body: unknown, { of = anyoneAt(world.origin), type = "application/csp-report" } = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return of.send("POST", await reportingAddress, { body: text, headers: { "content-type": type } });
}
const page = world.anyone.send("GET", "/login");
const reportingAddress = page.then(
  ({ headers }) => /violations="([^"]+)"/.exec(String(headers["reporting-endpoints"]))?.[1] ?? "",
);

/** What was written about a request. */
async function linesOf({ headers }: { headers: Readonly<Record<string, unknown>> }) {
  const lines = (await world.control.logs()).filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  return lines.filter(({ requestId }) => requestId === headers["apigw-requestid"]);
}
const violationsOf = async (reply: Parameters<typeof linesOf>[0]) =>
  (await linesOf(reply)).filter(({ message }) => message === "csp_violation");

const former = (told: Record<string, unknown> = {}) => ({
  "csp-report": {
    "document-uri": `${world.origin}/paymentInformation/crd_1?email=lena@northwind.test`,
    referrer: "https://northwind.test/private",
    "effective-directive": "script-src-elem",
    "violated-directive": "script-src-elem",
    "blocked-uri": "https://evil.example/steal.js?card=4242424242424242",
    "source-file": `${world.origin}/assets/pay.js`,
    "script-sample": "lena@northwind.test",
    "original-policy": "default-src 'none'",
    ...told,
  },
});
const present = (told: Record<string, unknown> = {}) => ({
  type: "csp-violation",
  age: 10,
  url: `${world.origin}/login?next=/secret`,
  user_agent: "Mozilla/5.0",
  body: {
    documentURL: `${world.origin}/login?next=/secret`,
    effectiveDirective: "img-src",
    blockedURL: "https://pixel.example/1.gif?who=lena",
    disposition: "enforce",
    statusCode: 200,
    ...told,
  },
});

describe("a browser's report of what a page's policy refused", () => {
  test("goes where the page says, for browsers that know the one form or the other", async () => {
    const policy = String((await page).headers["content-security-policy"]);
    expect(await reportingAddress).toBe("/api/policyviolations");
    expect(policy).toContain("report-to violations");
    expect(policy).toContain("report-uri /api/policyviolations");
    for (const path of ["/paymentInformation/crd_1", "/verify"]) {
      const { headers } = await world.anyone.send("GET", path);
      expect(headers["content-security-policy"], path).toContain("report-to violations");
    }
  });

  test("is kept as its rule, kind of page and origin, without a query, a text or a name", async () => {
    const reply = await report(former());
    expect(reply).toMatchObject({ status: 200, body: { data: { recorded: 1 } } });
    const [line, ...more] = await violationsOf(reply);
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      level: "security",
      directive: "script-src-elem",
      page: "payment",
      blocked: "https://evil.example",
    });
    expect(Object.keys(line).sort()).toEqual(
      ["blocked", "directive", "level", "message", "page", "requestId", "time", "viewer"].sort(),
    );
    expect(JSON.stringify(line)).not.toMatch(/lena|4242|steal|private|crd_1/);
  });

  test("may be a list, of which the same is kept once and other kinds are left out", async () => {
    const list = [
      present(),
      present(),
      present({ effectiveDirective: "script-src", blockedURL: "inline" }),
      { type: "deprecation", body: { id: "something" } },
    ];
    const reply = await report(list, { type: "application/reports+json" });
    expect(reply).toMatchObject({ status: 200, body: { data: { recorded: 2 } } });
    const kept = (await violationsOf(reply)).map(({ directive, page, blocked }) => [directive, page, blocked]);
    expect(kept).toEqual([
      ["img-src", "other", "https://pixel.example"],
      ["script-src", "other", "inline"],
    ]);
  });

  test("of an extension's doing is not recorded", async () => {
    for (const told of [
      { "blocked-uri": "chrome-extension://abcdef/script.js" },
      { "source-file": "moz-extension://abcdef/content.js" },
      { "source-file": "safari-web-extension", "blocked-uri": "safari-web-extension://x/y" },
    ]) {
      const reply = await report(former(told));
      expect(reply).toMatchObject({ status: 200, body: { data: { recorded: 0 } } });
      expect(await violationsOf(reply)).toEqual([]);
    }
  });

  test("cannot write what it likes into the log", async () => {
    const reply = await report(
      former({
        "document-uri": 'https://x.test/"\n{"message":"forged"}',
        "effective-directive": 'img-src","level":"info"\r\nforged',
        "blocked-uri": "javascript:alert('lena')//\n",
      }),
    );
    expect(reply.status).toBe(200);
    const [line] = await violationsOf(reply);
    expect(line).toMatchObject({ directive: "unknown", page: "other", blocked: "javascript" });
    expect((await world.control.logs()).join("\n")).not.toContain("forged");
  });

  test.each([
    ["no JSON", "{", 400, "input.not-json"],
    ["nothing", "", 400, "input.not-json"],
    ["a text", '"hello"', 400, "input.invalid"],
    ["another object", "{}", 400, "input.invalid"],
    ["a list of numbers", "[1,2]", 400, "input.invalid"],
    ["a list without bodies", '[{"type":"csp-violation"}]', 400, "input.invalid"],
    ["fields of another kind", JSON.stringify(former({ "blocked-uri": 7 })), 400, "input.invalid"],
    ["a list of 101", JSON.stringify(Array.from({ length: 101 }, () => ({ type: "x" }))), 400, "input.invalid"],
    ["what is nested without end", `${"[".repeat(5000)}${"]".repeat(5000)}`, 400, "input.invalid"],
    ["20 KB and more", JSON.stringify(former({ "script-sample": "x".repeat(20_000) })), 413, "input.too-large"],
  ])("that is %s is refused", async (_, body, status, code) => {
    const reply = await report(body);
    expect(reply).toMatchObject({ status, body: { error: { code } } });
    expect(await violationsOf(reply)).toEqual([]);
  });

  test("is no way to flood the log: after 20 an hour of one source it is refused, and another's is taken", async () => {
    const [flooding, other] = [anyoneAt(world.origin), anyoneAt(world.origin)];
    const list = Array.from({ length: 12 }, (_, index) => present({ blockedURL: `https://host-${index}.example/` }));
    expect((await report(list, { of: flooding })).body).toEqual({ data: { recorded: 12 } });
    const second = await report(list, { of: flooding });
    expect(second).toMatchObject({ status: 429, body: { error: { code: "rate.exceeded" } } });
    expect(Number(second.headers["retry-after"])).toBeGreaterThan(0);
    expect(await violationsOf(second)).toEqual([]);
    const answers = await Promise.all(Array.from({ length: 30 }, () => report(former(), { of: flooding })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
    expect((await report(former(), { of: other })).status).toBe(200);
  });
});
