import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type ApiDocument, breakingChanges } from "../../bin/openapi/compare.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests change the document's JSON as it comes
type Json = any;
const read = (file: string): Json => JSON.parse(readFileSync(file, "utf8"));
const document: Json = read("shared/openapi.json");

/** What the released document's clients meet after a change of it. */
function noticedAfter(change: (document: Json) => void): string[] {
  const changed = structuredClone(document);
  change(changed);
  return breakingChanges(document as ApiDocument, changed as ApiDocument);
}
const login = (changed: Json) => changed.paths["/user/login"].post;
/** The schema of a body, wherever it stands. */
function schemaAt(changed: Json, holder: Json): Json {
  const { schema } = holder.content["application/json"];
  return schema.$ref ? changed.components.schemas[schema.$ref.split("/").at(-1)] : schema;
}
const loginInput = (changed: Json) => schemaAt(changed, login(changed).requestBody);

describe("a client of the last release notices", () => {
  test.each<[string, (changed: Json) => void, string]>([
    ["a removed call", (changed) => delete changed.paths["/user/login"], "removed call: POST /user/login"],
    [
      "a removed answer field",
      (changed) => delete changed.components.schemas.Profile.properties.first_name,
      "removed answer field: ",
    ],
    [
      "an answer field that may be absent",
      (changed) => {
        const { Profile } = changed.components.schemas;
        Profile.required = Profile.required.filter((name: string) => name !== "first_name");
      },
      "answer field that may be absent now: ",
    ],
    [
      "an answer field of another type",
      (changed) => {
        changed.components.schemas.Profile.properties.first_name = { type: "number" };
      },
      "answer field of another type: ",
    ],
    [
      "a changed error code",
      (changed) => {
        const answer = login(changed).responses["400"];
        answer.description = answer.description.replace("`ERRUSRDELETED`", "`ERRORGDELETE`");
      },
      "removed error code: POST /user/login 400 ERRUSRDELETED",
    ],
    [
      "a new required input",
      (changed) => {
        const input = loginInput(changed);
        input.properties.device = { type: "string" };
        input.required.push("device");
      },
      "new required input: POST /user/login device",
    ],
    [
      "an input that has to be there now",
      (changed) => {
        const input = loginInput(changed);
        const optional = Object.keys(input.properties).find((name) => !input.required.includes(name));
        if (optional) input.required.push(optional);
        else throw new Error("Every input of this call is required: take another call.");
      },
      "new required input: POST /user/login ",
    ],
    [
      "an input that is not known any more",
      (changed) => {
        const input = loginInput(changed);
        delete input.properties.email;
        input.required = input.required.filter((name: string) => name !== "email");
      },
      "removed input: POST /user/login email",
    ],
    [
      "a call that wants a token now",
      (changed) => {
        delete login(changed).security;
      },
      "needs a token now: POST /user/login",
    ],
  ])("%s", (_, change, says) => {
    const changes = noticedAfter(change);
    expect(changes.length).toBeGreaterThan(0);
    for (const each of changes) expect(each).toContain(says);
  });

  test("and nothing of what is added: a call, a field of an answer, an input that may be left out", () => {
    const changes = noticedAfter((changed) => {
      changed.paths["/user/new"] = { post: login(changed) };
      changed.components.schemas.Profile.properties.nickname = { type: "string" };
      changed.components.schemas.Profile.required.push("nickname");
      loginInput(changed).properties.device = { type: "string" };
      changed.components.schemas.ProblemCode.enum.push("user.new");
    });
    expect(changes).toEqual([]);
  });
});

describe("npm run released", () => {
  const root = join(import.meta.dirname, "../..");
  const folder = mkdtempSync(join(tmpdir(), "laurel-released-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["bin", "package.json"]) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "shared/released"), { recursive: true });
  const put = (name: string, value: unknown) => writeFileSync(join(folder, "shared", name), JSON.stringify(value));
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.test", ...words], {
      cwd: folder,
      encoding: "utf8",
    });
  const run = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["bin/released.ts", ...words], {
      cwd: folder,
      encoding: "utf8",
    });
    return { code: status, said: stdout + stderr };
  };
  const without = structuredClone(document);
  delete without.paths["/user/login"];
  const change = "removed call: POST /user/login";
  const excepted = (...exceptions: object[]) =>
    put("released/exceptions.json", { release: "0".repeat(40), exceptions });

  test("fails on a change that no exception names, and passes with it and its reason", () => {
    put("released/openapi.json", document);
    put("openapi.json", without);
    excepted();
    expect(run()).toMatchObject({ code: 1, said: expect.stringContaining(change) });
    excepted({ change, reason: "Nobody ever called it, as the logs of a year say." });
    expect(run()).toMatchObject({ code: 0, said: expect.stringContaining("but for 1 exceptions") });
  });
  test("fails on an exception that is not so any more, and on one without a reason", () => {
    put("openapi.json", document);
    excepted({ change, reason: "Nobody ever called it, as the logs of a year say." });
    expect(run()).toMatchObject({ code: 1, said: expect.stringContaining("is not so: remove it") });
    excepted({ change, reason: "because" });
    expect(run().code).not.toBe(0);
  });
  test("takes the document of a commit as that of the last release, without exceptions", () => {
    put("openapi.json", without);
    git("init", "--quiet");
    git("add", "shared");
    git("commit", "--quiet", "--message", "Release");
    put("openapi.json", document);
    expect(run("--take", "HEAD")).toMatchObject({ code: 0 });
    expect(read(join(folder, "shared/released/openapi.json"))).toEqual(without);
    expect(read(join(folder, "shared/released/exceptions.json"))).toEqual({
      release: git("rev-parse", "HEAD").trim(),
      exceptions: [],
    });
  });
});

test("what the last release offered is still offered, but for the exceptions that say why", () => {
  const { exceptions } = read("shared/released/exceptions.json");
  const changes = breakingChanges(read("shared/released/openapi.json"), document);
  expect(changes).toEqual(exceptions.map((each: { change: string }) => each.change));
});
