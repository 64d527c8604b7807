import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { keptCommentsMax } from "../../shared/review/rules.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { keepComment, listComments, removeComment } = contract.review;
let school: Organization;

beforeAll(async () => {
  school = await world.newOrganization("Comment Keeping School");
});

const textsOf = ({ body }: Awaited<ReturnType<typeof kept>>) => body.data.comments.map(({ text }) => text);
const kept = (person: Person) => person.call(listComments, {});

describe("comments that a reviewer keeps", () => {
  test("are made safe, stand newest first, once each, and are the person's alone", async () => {
    const rita = await acceptedReviewer(school, "Rita");
    expect(textsOf(await kept(rita))).toEqual([]);
    await rita.call(keepComment, { text: "<p>Name the <strong>page</strong>.<script>1</script></p>" });
    await rita.call(keepComment, { text: "<p>Well argued.</p>" });
    const again = await rita.call(keepComment, { text: "<p>Well argued.</p>" });
    const both = ["<p>Well argued.</p>", "<p>Name the <strong>page</strong>.</p>"];
    expect(textsOf(again)).toEqual(both);
    expect(textsOf(await kept(rita))).toEqual(both);
    const ray = school.as("Ray");
    expect(textsOf(await kept(ray))).toEqual([]);
    const { comment_id } = again.body.data.comments[0]!;
    expect(await ray.call(removeComment, { comment_id })).toMatchObject({
      status: 200,
      body: { data: { comments: [] } },
    });
    expect(textsOf(await rita.call(removeComment, { comment_id }))).toEqual(both.slice(1));
    expect(textsOf(await rita.call(removeComment, { comment_id }))).toEqual(both.slice(1));
  });

  test("say nothing empty, are no longer than their limit, and no more than theirs", async () => {
    const leo = school.as("Leo");
    for (const text of ["", "<p> </p>", "<script>1</script>"])
      expect(await leo.call(keepComment, { text })).toMatchObject({
        status: 400,
        body: { error: { fields: { text: "Write a comment first." } } },
      });
    expect(await leo.call(keepComment, { text: `<p>${"x".repeat(1_001)}</p>` })).toMatchObject({
      status: 400,
      body: { error: { fields: { text: expect.stringContaining("too long") } } },
    });
    const comments = Array.from({ length: keptCommentsMax }, (_, at) => ({
      comment_id: `cmt_${String(at).padStart(26, "0")}`,
      text: `<p>${at}</p>`,
      kept_on: "2026-11-01T00:00:00.000Z",
    }));
    const { user_id } = leo;
    await world.control.put([{ pk: `USER#${user_id}`, sk: "COMMENTS", version: 1, comments } as never]);
    expect(await leo.call(keepComment, { text: "<p>One more.</p>" })).toMatchObject({
      status: 409,
      body: { error: { code: "comment.too-many" } },
    });
    const { comment_id } = comments[7]!;
    expect((await leo.call(removeComment, { comment_id })).status).toBe(200);
    expect(textsOf(await leo.call(keepComment, { text: "<p>One more.</p>" }))).toHaveLength(keptCommentsMax);
  });

  test("of two tabs that keep one at the same moment are both kept", async () => {
    const liv = school.as("Liv");
    await liv.token();
    const texts = ["<p>One.</p>", "<p>Two.</p>", "<p>Three.</p>"];
    const answers = await Promise.all(texts.map((text) => liv.call(keepComment, { text })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(textsOf(await kept(liv)).toSorted()).toEqual(texts.toSorted());
  });
});
