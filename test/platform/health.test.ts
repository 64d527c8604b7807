import { afterEach, expect, it, vi } from "vitest";
import { serve } from "../../bin/local/server.ts";
import { handler as visit } from "../../functions/platform/visit-portal.ts";
import { contract } from "../../shared/contract.ts";
import { world } from "../support/world.ts";

it("answers anybody that the API is there, and nothing else", async () => {
  const answer = await world.anyone.call(contract.platform.health);
  expect(answer).toMatchObject({ status: 200, body: { data: { status: "ok" } } });
  expect(Object.keys(answer.body.data)).toEqual(["status"]);
});

afterEach(() => vi.unstubAllEnvs());

it("a visit sees an API that lets somebody without a token come to its functions", async () => {
  const open = await serve(0, (request, response) => {
    response.writeHead(request.url === "/api/user/profile" ? 401 : 200);
    response.end(request.url === "/" ? '<script src="/main.js"></script>' : "{}");
  });
  vi.stubEnv("PORTAL_ORIGIN", open.url);
  const lines = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    expect(await visit()).toEqual({ unwell: ["authorizer"] });
  } finally {
    lines.mockRestore();
    await open.stop();
  }
});

it.each<[string, string, string[]]>([
  ["nothing", "none", []],
  ["the page's script", "/assets/main.js", ["page"]],
  ["the page", "/", ["page"]],
  ["the configuration", "/config.json", ["configuration"]],
  ["the API", "/api/health", ["api"]],
  ["the refusal of who has no token", "/api/user/profile", ["authorizer"]],
])("a visit to a portal that lacks %s says so", async (_, lacks, unwell) => {
  const files: Record<string, string> = {
    "/": '<!doctype html><script type="module" src="/assets/main.js"></script>',
    "/assets/main.js": "",
    "/config.json": "{}",
    "/api/health": "{}",
    "/api/user/profile": '{"message":"Unauthorized"}',
  };
  const portal = await serve(0, (request, response) => {
    const found = request.url === lacks ? undefined : files[request.url!];
    const status = request.url === "/api/user/profile" ? 401 : 200;
    response.writeHead(found === undefined ? 403 : status).end(found);
  });
  vi.stubEnv("PORTAL_ORIGIN", portal.url);
  const lines = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    expect(await visit()).toEqual({ unwell });
    expect(lines.mock.calls.filter(([line]) => String(line).includes('"portal_unwell"'))).toHaveLength(unwell.length);
  } finally {
    lines.mockRestore();
    await portal.stop();
  }
});
