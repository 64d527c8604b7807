import { request } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { sizeOf } from "../../functions/pictures/format.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";
import { largestSections } from "./details.ts";

const { certificate, review } = contract;

let school: Organization;
let rita: Person;
let cred_id: string;

beforeAll(async () => {
  school = await world.newOrganization("Serving School");
  rita = await acceptedReviewer(school, "Rita");
  cred_id = await publishedCredential(school, [rita], { title: "Served <Circle>", sections: [textSection] });
});

/** The path of the certificate that a learner earns. What is served is kept for 30 seconds, so each test reads its own. */
async function earned(learner: Person): Promise<string> {
  const work = await accepted(learner, cred_id, rita);
  await rita.call(review.acceptSection, verdict(work, 0));
  await world.settle();
  const { body } = await learner.call(certificate.listOwn, {});
  return body.data.credentials[0]!.address!;
}

const get = (path: string) => fetch(new URL(path, world.origin));
describe("the page of a signed certificate", () => {
  test("is served with its own policy, its picture, and at the three ids' page; it says who earned what, as text", async () => {
    const lena = school.as("Lena");
    const address = await earned(lena);
    const answer = await get(address);
    expect(answer.status).toBe(200);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8" });
    expect(headers["content-security-policy"]).toContain("connect-src 'self'");
    const html = await answer.text();
    expect(html).toContain(`<title>Lena Rivers – Served &#60;Circle&#62; – ${school.name}</title>`);
    expect(html).not.toContain("<Circle>");
    expect((await get("/certificate-checks.js")).headers.get("content-type")).toContain("javascript");
    const fonts = [...html.matchAll(/url\("(\/assets\/[^"]+)"\)/g)].map(([, font]) => font!);
    expect(fonts).toHaveLength(2);
    for (const font of fonts) expect((await get(font)).headers.get("content-type")).toBe("font/woff2");
    const picture = await get(`${address}.png`);
    expect(picture.headers.get("content-type")).toBe("image/png");
    expect(sizeOf(new Uint8Array(await picture.arrayBuffer()), "png")).toEqual({ width: 1200, height: 630 });
    const ids = { org_id: school.organization_id, cred_id, user_id: lena.user_id };
    expect((await world.anyone.call(certificate.readOwn, ids)).body.data.address).toBe(address);
  });

  test("is gone with all that belongs to it while its learner hides it, and comes back", async () => {
    const leo = school.as("Leo");
    const address = await earned(leo);
    const statuses = async () =>
      Promise.all(["", ".json", ".png"].map(async (ending) => (await get(address + ending)).status));
    await leo.call(certificate.hide, { cred_id, hidden: true });
    await world.settle();
    expect(await statuses()).toEqual([404, 404, 404]);
    await leo.call(certificate.hide, { cred_id, hidden: false });
    await world.settle();
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  test("says that it was revoked, when and why, and not what its learner alone is told", async () => {
    const address = await earned(school.as("Liv"));
    const reason = "Between us.";
    const revoked = { certificate_id: address.slice("/c/".length), revocation: "rules-broken", reason } as const;
    expect(await school.as("Ada").call(certificate.revoke, revoked)).toMatchObject({ status: 200 });
    await world.settle();
    const html = await (await get(address)).text();
    expect(html).toContain("It was earned in violation of the rules. Don’t rely on it.");
    expect(html).not.toContain(reason);
  });

  test("of ten sections with twenty criteria travels in less than 60 KB, in whichever compression is taken, and its page in 15 KB", async () => {
    const credential_id = await publishedCredential(school, [rita], { title: "Large", sections: largestSections });
    const learner = school.as("Lena");
    const work = await accepted(learner, credential_id, rita);
    for (const section_id of work.section_ids) {
      const section_rubric = largestSections[0]!.rubric_ext.criteria.map(({ criteria_id }) => ({
        criteria_id,
        achieved: true,
      }));
      const given = { credential_section_id: section_id, section_rubric };
      expect(await rita.call(review.acceptSection, verdict(work, 0, given))).toMatchObject({ status: 200 });
    }
    await world.settle();
    const { credentials } = (await learner.call(certificate.listOwn, {})).body.data;
    const { certificate_id, address } = credentials.find(({ cred_id: each }) => each === credential_id)!;
    await learner.call(certificate.chooseContents, { certificate_id: certificate_id!, with_findings: true });
    await world.settle();
    const plain = await sent(`${address}.json`, "identity");
    expect(plain).toMatchObject({ status: 200, encoding: undefined });
    expect(plain.bytes).toBeGreaterThan(200_000);
    for (const encoding of ["br", "gzip"]) {
      const { bytes, ...answer } = await sent(`${address}.json`, encoding);
      expect(answer).toEqual({ status: 200, encoding, vary: "accept-encoding" });
      expect(bytes).toBeLessThan(60_000);
    }
    const page = await sent(address!, "br"); // before its pictures and its script
    expect(page).toMatchObject({ status: 200, encoding: "br" });
    expect(page.bytes).toBeLessThanOrEqual(15 * 1024);
  });
});

/** What travels when an address is asked for, not taken apart by a library. */
const sent = (path: string, encoding: string) =>
  new Promise<{ status?: number; encoding?: string; vary?: string; bytes: number }>((resolve, reject) => {
    const url = new URL(path, world.origin);
    request(url, { headers: { "accept-encoding": encoding, "user-agent": "a verifier" } }, (answer) => {
      let bytes = 0;
      answer.on("data", (part: Buffer) => {
        bytes += part.length;
      });
      const { "content-encoding": used, vary } = answer.headers;
      answer.on("end", () => resolve({ status: answer.statusCode!, encoding: used!, vary: vary!, bytes }));
    })
      .on("error", reject)
      .end();
  });
