import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { builtFunctions } from "../../bin/local/prepare.ts";
import { type CountedTemplate, lengthOf, type Quota, quotasOf } from "../../bin/operate/quotas.ts";
import { synthesizedShapes } from "./synthesis.ts";

/** So much of a limit may be used: what remains is room for the next piece of work, and time to ask AWS for more. */
const shareMax = 0.9;

const functions = await builtFunctions();
const files = readdirSync(functions, { recursive: true })
  .map((name) => join(functions, String(name)))
  .filter((file) => statSync(file).isFile());
const code = {
  unpacked: files.reduce((sum, file) => sum + statSync(file).size, 0),
  packed: files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0),
};
const shareOf = ({ used, limit }: Quota) => used / limit;

test.each(await synthesizedShapes())("$stage stays within AWS's quotas, with room to grow", ({ stage, templates }) => {
  const quotas = quotasOf(templates, code);
  const rows = quotas
    .toSorted((one, other) => shareOf(other) - shareOf(one))
    .map((quota) => {
      const share = `${(100 * shareOf(quota)).toFixed(1)} %`.padStart(8);
      return `${share}  ${quota.used} of ${quota.limit} ${quota.name} (${quota.where})`;
    });
  console.log(`${stage}: shares of AWS's quotas\n${rows.join("\n")}`);
  for (const quota of quotas) {
    expect(quota.used, `${quota.name} is counted`).toBeGreaterThan(quota.name.includes("reserved") ? -1 : 0);
    expect(shareOf(quota), `${quota.name}: ${quota.where}`).toBeLessThanOrEqual(shareMax);
  }
});

test("what is too much is seen, and where", () => {
  const role = (letters: number) => ({
    Type: "AWS::IAM::Role",
    Properties: { Policies: [{ PolicyDocument: { Statement: "x".repeat(letters) } }] },
  });
  const template = (Resources: CountedTemplate["Resources"]): CountedTemplate => ({ name: "one", Resources });
  const of = (name: string, ...templates: CountedTemplate[]) =>
    quotasOf(templates, { unpacked: 0, packed: 0 }).find((quota) => quota.name === name)!;
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`Thing${index}`, { Type: "A::B::C" }]));
  expect(of("resources of a stack", template({}), { ...template(many), name: "other" })).toMatchObject({
    used: 501,
    limit: 500,
    where: "other",
  });
  const inline = of("letters of a role's inline policies", template({ Small: role(10), Large: role(20_000) }));
  expect(inline.where).toBe("Large");
  expect(shareOf(inline)).toBeGreaterThan(1);
  const name = { "Fn::Join": ["", ["laurel-", { Ref: "AWS::StackId" }]] };
  const bucket = { Type: "AWS::S3::Bucket", Properties: { BucketName: name } };
  expect(of("letters of S3 Bucket's name", template({ Files: bucket })).used).toBe("laurel-".length + 12);
});

test("a reference counts as the longest thing it can come to", () => {
  expect(lengthOf({ a: "b" })).toBe('{"a":"b"}'.length);
  expect(lengthOf({ Ref: "Table" })).toBe(110);
  expect(lengthOf({ "Fn::Join": ["", ["arn:", { Ref: "Table" }, "/x"]] })).toBe(116);
  expect(lengthOf({ a: { Ref: "Table" } })).toBe('{"a":""}'.length + 110);
});
