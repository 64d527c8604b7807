import { http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { roleIds } from "../../shared/permissions.ts";
import { ApiError } from "../../web/api/api-error.ts";
import { api, onSessionEnd, proveBy, takeTokensFrom } from "../../web/api/client.ts";
import { queries, write } from "../../web/api/queries.ts";
import { currentSession } from "../../web/session/session-store.ts";
import { wordsFor } from "../../web/ui/words.ts";
import { answerInstead, network } from "../support/portal.tsx";

describe("a call", () => {
  const ended = vi.fn();
  const asked = vi.fn(async () => new Response('{"message":"Unauthorized"}', { status: 401 }));

  beforeEach(() => {
    ended.mockClear();
    asked.mockClear();
    onSessionEnd(ended);
    takeTokensFrom(async () => "stale");
    network.use(http.all("*", asked));
    localStorage.setItem("token", "stale");
    localStorage.setItem("expires_at", String(Date.now() + 600_000));
  });

  const within = { organization_id: "org_1" };
  const graded = { credential_job_id: "job_1", credential_section_id: "sec_1", grade: "A", section_rubric: [] };

  test("without a token is not sent", async () => {
    localStorage.clear();
    await expect(api.credential.list.send({})).rejects.toThrow("Unauthorized");
    expect(asked).not.toHaveBeenCalled();
    expect(ended).toHaveBeenCalledOnce();
  });

  test("that is answered with 401 ends the session", async () => {
    await expect(api.credential.publish.send({ ...within, credential_id: "crd_1" })).rejects.toBeInstanceOf(ApiError);
    expect(asked).toHaveBeenCalledTimes(2); // once more with a fresh token
    expect(ended).toHaveBeenCalledOnce();
  });

  const exceptions: [string, () => Promise<unknown>][] = [
    ["inviting again", () => api.organization.reinviteUser.send({ ...within, invite_id: "inv_1" })],
    ["a job's details", () => api.review.read.send({ ...within, credential_job_id: "job_1" })],
    ["approving a section", () => api.review.acceptSection.send({ ...within, ...graded })],
    ["rejecting a section", () => api.review.rejectSection.send({ ...within, ...graded, feedback: "<p>More.</p>" })],
    ["applying as a reviewer", () => api.reviewer.submit.send(within)],
    ["applying again", () => api.reviewer.resubmit.send(within)],
    ["a list", () => api.credential.list.send({})],
    ["a thing's details", () => api.credential.read.send({ ...within, credential_id: "crd_1" })],
  ];
  test.each(exceptions)("is the exception where nothing happens: %s", async (_, call) => {
    await expect(call()).rejects.toMatchObject({ status: 401 });
    expect(asked).toHaveBeenCalled();
    expect(ended).not.toHaveBeenCalled();
  });

  test.each(exceptions)("ends the session, too, when nobody renews the token: %s", async (_, call) => {
    takeTokensFrom(async (force) => (force ? undefined : "stale"));
    await expect(call()).rejects.toMatchObject({ status: 401 });
    expect(asked).toHaveBeenCalledOnce();
    expect(ended).toHaveBeenCalledOnce();
  });
});

describe("an answer that was asked for before the first script", () => {
  const within = { organization_id: "org_1" };
  const address = "/api/credential/details?organization_id=org_1&credential_id=crd_1";
  const asked = vi.fn(async () => Response.json({ data: { title: "Of now" } }));
  const read = async () => (await api.credential.read.send({ ...within, credential_id: "crd_1" })).title;
  const early = (answer: Promise<Response | undefined>) => vi.stubGlobal("asked", new Map([[address, answer]]));

  beforeEach(() => {
    asked.mockClear();
    takeTokensFrom(async () => "good");
    network.use(http.all("*", asked));
    localStorage.setItem("token", "good");
    localStorage.setItem("expires_at", String(Date.now() + 600_000));
    vi.spyOn(performance, "now").mockReturnValue(2000);
    return () => void vi.restoreAllMocks();
  });

  test("is taken once", async () => {
    early(Promise.resolve(Response.json({ data: { title: "Of before" } })));
    expect([await read(), await read()]).toEqual(["Of before", "Of now"]);
    expect(asked).toHaveBeenCalledOnce();
  });

  test("is asked for again when it was lost, when its token is over, and when it is old", async () => {
    early(Promise.resolve(undefined));
    expect(await read()).toBe("Of now");
    early(Promise.resolve(new Response("{}", { status: 401 })));
    expect(await read()).toBe("Of now");
    early(Promise.resolve(Response.json({ data: { title: "Of before" } })));
    vi.mocked(performance.now).mockReturnValue(16_000);
    expect(await read()).toBe("Of now");
  });

  test("counts no more once something is written", async () => {
    early(Promise.resolve(Response.json({ data: { title: "Of before" } })));
    await api.credential.publish.send({ ...within, credential_id: "crd_1" });
    expect(await read()).toBe("Of now");
  });
});

test("a request that the firewall refused says so, with a number to name, and not that the person may not", async () => {
  localStorage.setItem("token", "good");
  localStorage.setItem("expires_at", String(Date.now() + 600_000));
  takeTokensFrom(async () => "good");
  const headers = { "content-type": "text/html", "x-amz-cf-id": "cf-17" };
  const blocked = () => new Response("<HTML>Request blocked.</HTML>", { status: 403, headers });
  network.use(http.all("*", blocked));
  const error = await write(api.user.saveLearnerProfile, { overview: "<p>Hello</p>" }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: "request.blocked", status: 403 });
  expect(wordsFor(error)).toMatch(/firewall .* contact us with this number: cf-17$/);
});

describe("a write", () => {
  const publish = { organization_id: "org_1", credential_id: "crd_1" };
  const answer = (status: number) => () => Response.json(status < 400 ? { data: {} } : {}, { status });

  beforeEach(() => {
    takeTokensFrom(async () => "good");
    localStorage.setItem("token", "good");
    localStorage.setItem("expires_at", String(Date.now() + 600_000));
  });

  test("that got no answer is the same act when it is sent again; after an answer it is a new one", async () => {
    const keys: (string | null)[] = [];
    const answers = [() => Response.error(), answer(500), answer(400), answer(200), answer(200)];
    answerInstead(["POST /credential/apply"], ({ request }) => {
      keys.push(request.headers.get("idempotency-key"));
      return answers.shift()!();
    });
    const apply = () => write(api.credential.apply, { ...publish }).catch(() => undefined);
    for (const _ of [1, 2, 3, 4, 5]) await apply();
    const [first, second, third, fourth, fifth] = keys;
    expect(first).toMatch(/^[\w-]{8,100}$/);
    expect([second, third]).toEqual([first, first]);
    expect(new Set([third, fourth, fifth]).size).toBe(3);
  });

  const grave = { ...publish, invitations: [{ email: "new@academy.test", role: roleIds.admin }] };
  const invite = () => write(api.organization.inviteUsers, grave);
  const unproved = () => Response.json({ error: { code: "auth.proof-needed", message: "Confirm." } }, { status: 403 });

  test("that wants a proof is sent again once it was given, as the same act", async () => {
    const keys: (string | null)[] = [];
    let proved = false;
    answerInstead(["POST /organization/user"], ({ request }) => {
      keys.push(request.headers.get("idempotency-key"));
      return proved ? Response.json({ data: { invitations: [], refused: [] } }) : unproved();
    });
    proveBy(async () => {
      proved = true;
    });
    await invite();
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{8,100}$/), keys[0]]);
  });

  test("whose person gives no proof is over, and is not sent again; one that is refused once more asks no more", async () => {
    const asked = vi.fn(async () => unproved());
    network.use(http.all("*", asked));
    proveBy(() => Promise.reject(new ApiError("auth.proof-needed", "Not now.", 403)));
    await expect(invite()).rejects.toThrow("Not now.");
    expect(asked).toHaveBeenCalledOnce();
    const ask = vi.fn(async () => {});
    proveBy(ask);
    await expect(invite()).rejects.toThrow("Confirm.");
    expect([asked.mock.calls.length, ask.mock.calls.length]).toEqual([3, 1]);
  });

  test.each([
    ["done makes everything of its thing stale", 200, true],
    ["refused because somebody was faster does so, too", 409, true],
    ["of something that is gone does so, too", 404, true],
    ["refused for another reason leaves all as it is", 400, false],
  ])("%s", async (_, status, isStale) => {
    const read = api.credential.read.query(publish);
    const others = api.review.list.query({ organization_id: "org_1" });
    for (const { queryKey } of [read, others]) queries.setQueryData<unknown>(queryKey, {});
    network.use(http.all("*", answer(status)));
    await write(api.credential.publish, publish).catch(() => undefined);
    expect(queries.getQueryState(read.queryKey)?.isInvalidated).toBe(isStale);
    expect(queries.getQueryState(others.queryKey)?.isInvalidated).toBe(false);
  });

  test("is found by a search a moment later, which is asked again then", async () => {
    vi.useFakeTimers();
    try {
      const list = api.credential.list.query({ org_id: "org_1", search: "tree" });
      queries.setQueryData<unknown>(list.queryKey, {});
      network.use(http.all("*", answer(200)));
      await write(api.credential.publish, publish);
      queries.setQueryData<unknown>(list.queryKey, {}); // what the search answered at once
      await vi.advanceTimersByTimeAsync(1999);
      expect(queries.getQueryState(list.queryKey)?.isInvalidated).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(queries.getQueryState(list.queryKey)?.isInvalidated).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});

test.each([
  ["does so by itself within two seconds", 2, 200],
  ["later than that is told so", 3, 429],
])("a page that is to come back %s", async (_, seconds, status) => {
  localStorage.setItem("token", "good");
  localStorage.setItem("expires_at", String(Date.now() + 600_000));
  takeTokensFrom(async () => "good");
  vi.useFakeTimers();
  try {
    const refusal = () => new Response("{}", { status: 429, headers: { "retry-after": String(seconds) } });
    const answers = [refusal(), Response.json({ data: {} })];
    network.use(http.all("*", () => answers.shift() ?? refusal()));
    const read = queries.fetchQuery(api.review.list.query({ organization_id: `org_${seconds}` }));
    const outcome = read.then(
      () => 200,
      (error: ApiError) => error.status,
    );
    await vi.advanceTimersByTimeAsync(2000);
    expect(await outcome).toBe(status);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ["a learner", true, roleIds.learner],
  ["a super administrator", false, roleIds.superadmin],
])("%s may join another organization: %s", (_, may, role) => {
  localStorage.setItem("token", "good");
  localStorage.setItem("user", JSON.stringify({ role, organizations: [] }));
  expect(currentSession()?.can(api.user.joinOrganization)).toBe(may);
});
