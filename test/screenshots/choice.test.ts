import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../../bin/local/prepare.ts";
import { chosenShots, refusalOf } from "./choice.ts";
import { outline } from "./pages.ts";

const pages = outline();
const shotsOf = (role: string) => pages.find((visitor) => visitor.role === role)!.shots;
const pathsAt = (role: string, page: string) => chosenShots(shotsOf(role), { page: [page] }).map(({ path }) => path);

test("a path means its page with all that is done there, or else the pages below it", () => {
  expect(pathsAt("learner", "/mySubmissions")).toEqual(["/mySubmissions"]);
  expect(pathsAt("learner", "/")).toEqual(expect.arrayContaining(["/", "/?q=nothing-of-the-kind"]));
  expect(new Set(pathsAt("learner", "/paymentInformation"))).toEqual(new Set(["/paymentInformation/{unpaid}"]));
  expect(refusalOf({ as: ["learner"], page: ["/mySubmissions"], width: ["390"] }, pages)).toBeUndefined();
  expect(refusalOf({}, pages)).toBeUndefined();
});

test("a path of the list means the page of any id", () => {
  const shots = [{ path: "/acceptedJobs" }, { path: "/acceptedJobs/submissions/job_01K" }] as const;
  const chosen = chosenShots([...shots], { page: ["/acceptedJobs/submissions/{openJob}"] });
  expect(chosen.map(({ path }) => path)).toEqual(["/acceptedJobs/submissions/job_01K"]);
});

test.each([
  ["a walk", { as: ["lerner"] }, /^There is no walk as lerner\. There are:\n {2}public\n[\s\S]*\n {2}themes$/],
  ["a page", { as: ["learner"], page: ["/nowhere"] }, /^No page of learner is at \/nowhere\. There are:\n {2}\/\n/],
  ["a page of somebody else", { as: ["learner"], page: ["/roles"] }, /^No page of learner is at \/roles/],
  ["a page in every theme", { as: ["themes"], page: ["/roles"] }, /^No page of themes is at \/roles/],
  [
    "a mode",
    { mode: ["grey"] },
    /^There is no mode grey\. There are:\n {2}light\n {2}dark\n {2}forced-colors\n {2}more-contrast\n {2}print$/,
  ],
  ["a width", { width: ["wide"] }, /^A width is a whole number of pixels/],
])("a choice of %s that is not there is refused with what there is", (_, choice, refusal) => {
  expect(refusalOf(choice, pages)).toMatch(refusal);
});

test("the command that would take no picture fails and says why", () => {
  const words = ["test/screenshots/run.ts", "--as", "learner", "--page", "/nowhere"];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });
  expect(stderr).toContain("No page of learner is at /nowhere. There are:");
  expect(status).toBe(2);
});
