import { beforeEach, describe, expect, test, vi } from "vitest";
import { roleIds } from "../../shared/permissions.ts";
import { ApiError } from "../../web/api/api-error.ts";
import { api, onSessionEnd, takeTokensFrom } from "../../web/api/client.ts";
import { currentSession } from "../../web/app/session.tsx";
import { wordsFor } from "../../web/ui/words.ts";

describe("a call", () => {
  const ended = vi.fn();
  const asked = vi.fn(async () => new Response('{"message":"Unauthorized"}', { status: 401 }));

  beforeEach(() => {
    ended.mockClear();
    asked.mockClear();
    onSessionEnd(ended);
    takeTokensFrom(async () => "stale");
    vi.stubGlobal("fetch", asked);
    localStorage.setItem("token", "stale");
    localStorage.setItem("expires_at", String(Date.now() + 600_000));
  });

  const within = { organization_id: "org_1" };
  const graded = { credential_job_id: "job_1", credential_section_id: "sec_1", grade: "A", section_rubric: [] };

  test("without a token is not sent", async () => {
    localStorage.clear();
    await expect(api.credential.list({})).rejects.toThrow("Unauthorized");
    expect(asked).not.toHaveBeenCalled();
  });

  test("that is answered with 401 ends the session", async () => {
    await expect(api.credential.publish({ ...within, credential_id: "crd_1" })).rejects.toBeInstanceOf(ApiError);
    expect(asked).toHaveBeenCalledTimes(2); // once more with a fresh token
    expect(ended).toHaveBeenCalledOnce();
  });

  test.each<[string, () => Promise<unknown>]>([
    ["inviting again", () => api.organization.reinviteUser({ ...within, invite_id: "inv_1" })],
    ["a job's details", () => api.job.read({ ...within, credential_job_id: "job_1" })],
    ["approving a section", () => api.job.acceptSection({ ...within, ...graded })],
    ["rejecting a section", () => api.job.rejectSection({ ...within, ...graded, feedback: "<p>More.</p>" })],
    ["applying as a reviewer", () => api.reviewer.submit(within)],
    ["applying again", () => api.reviewer.resubmit(within)],
    ["a list", () => api.credential.list({})],
    ["a thing's details", () => api.credential.read({ ...within, credential_id: "crd_1" })],
  ])("is the exception where nothing happens: %s", async (_, call) => {
    await expect(call()).rejects.toMatchObject({ status: 401 });
    expect(asked).toHaveBeenCalled();
    expect(ended).not.toHaveBeenCalled();
  });
});

test("a request that the firewall refused says so, with a number to name, and not that the person may not", async () => {
  localStorage.setItem("token", "good");
  localStorage.setItem("expires_at", String(Date.now() + 600_000));
  takeTokensFrom(async () => "good");
  const headers = { "content-type": "text/html", "x-amz-cf-id": "cf-17" };
  vi.stubGlobal("fetch", async () => new Response("<HTML>Request blocked.</HTML>", { status: 403, headers }));
  const error = await api.user.saveLearnerProfile({ overview: "<p>Hello</p>" }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "request.blocked", status: 403 });
  expect(wordsFor(error)).toMatch(/firewall .* tell us this number: cf-17$/);
});

test.each([
  ["a learner", true, roleIds.learner],
  ["a super administrator", false, roleIds.superadmin],
])("%s may join another organization: %s", (_, may, role) => {
  localStorage.setItem("token", "good");
  localStorage.setItem("user", JSON.stringify({ role, organizations: [] }));
  expect(currentSession()?.can(api.user.joinOrganization)).toBe(may);
});
