import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { sessionsAt } from "../../bin/seed/session.ts";
import { contract } from "../../shared/contract.ts";

test("whoever fills a world comes again where the product is busy or their organization's share is used up, and is not heard twice where it refuses", async () => {
  const answers = [200, 429, 503, 200, 403];
  const server = createServer((_, response) => {
    response.writeHead(answers.shift() ?? 500, { "content-type": "application/json", "retry-after": "0" });
    response.end(JSON.stringify({ data: { token: "one" } }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const ada = sessionsAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)("Ada");
    expect(await ada.ask(contract.user.countNotices, {})).toEqual({ token: "one" });
    await expect(ada.ask(contract.user.countNotices, {})).rejects.toThrow(
      "Ada was refused GET /user/notices/count with 403",
    );
    expect(answers).toEqual([]);
  } finally {
    server.close();
  }
});
