import { beforeAll, expect, test } from "vitest";
import { bakePng, bakeSvg } from "../../../shared/certificate/baking.ts";
import { readFile, readText } from "../../../shared/certificate/verify/input.ts";
import { type Json, Refusal } from "../../../shared/certificate/verify/verdict.ts";
import { refused, verify } from "../../../shared/certificate/verify/verify.ts";
import { askOf, type LocalIssuer, localIssuer } from "../support/local-issuer.ts";
import { greyPng } from "../support/png.ts";
import rows from "./public-fixtures.json" with { type: "json" };

/**
 * What public fixtures of others try, on a credential of the tests' own issuer: 1EdTech's validator, the Digital
 * Credentials Consortium's verifier and the W3C's test suite of the data model. `why` says where this verifier's
 * verdict is another than theirs, or what its reason means. $id is the credential's own; null takes a part away;
 * `unsigned` ones are changed after they were signed, as all are that no signer signs.
 */
const fixtures: readonly {
  source: string;
  name: string;
  set: Json;
  expected: string;
  why?: string;
  unsigned?: boolean;
}[] = rows;

let issuer: LocalIssuer;
beforeAll(async () => {
  issuer = await localIssuer();
  await issuer.publishList([4712]);
});

function withChanges(document: Json, changes: readonly [string, unknown][]): Json {
  const changed = structuredClone(document);
  for (const [path, value] of changes) {
    const names = path.split(".");
    const last = names.pop()!;
    const holder = names.reduce((each, name) => each[name] as Json, changed);
    const filled = JSON.parse(JSON.stringify(value).replaceAll("$id", String(document.id)));
    if (value === null) Reflect.deleteProperty(holder, last);
    else Object.assign(holder, { [last]: filled });
  }
  return changed;
}

async function given({ name, set, expected, unsigned = false }: (typeof fixtures)[number]): Promise<Json> {
  if ("jwt" in set) return (await readText("eyJhbGciOiJSUzI1NiJ9.eyJ2YyI6e319.c2ln")).document;
  const changes = Object.entries(set);
  const ofProof = changes.filter(([path]) => path.startsWith("proof"));
  const ofDocument = changes.filter((each) => !ofProof.includes(each));
  const credential = issuer.credential();
  const signed =
    unsigned || ["malformed", "wrong-key"].includes(expected)
      ? withChanges(await issuer.sign(credential), ofDocument)
      : await issuer.sign(withChanges(credential, ofDocument));
  const text = JSON.stringify(withChanges(signed, ofProof));
  if (name.endsWith(".png")) return (await readFile(bakePng(greyPng(), text))).document;
  return (await readText(name.endsWith(".svg") ? bakeSvg(greyPng(), text) : text)).document;
}

test.each(fixtures)("$source: $name is $expected", async (fixture) => {
  const verification = await given(fixture).then(
    (document) => verify(document, { ask: askOf(issuer).ask, now: new Date("2026-06-01T00:00:00Z") }),
    (error) => {
      if (error instanceof Refusal) return refused(error);
      throw error;
    },
  );
  expect(verification.reason, verification.sentence).toBe(fixture.expected);
});
