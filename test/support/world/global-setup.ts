import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { lentWorlds } from "./lent-worlds.ts";
import { sharedWorld } from "./shared-world.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /**
     * Who asks here is given worlds. GET: the address of the run's world, which the first to ask starts. POST: the address of
     * one of their own for a while; DELETE, with its control address and the file as a JSON array, gives it back.
     */
    worldStarter: string;
  }
}

/**
 * One world for the whole run, started by the first test that needs it and ended with the run, and some that files have to
 * themselves one after another. In watch mode a world whose sources have changed is replaced before the tests run again.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const world = sharedWorld();
  const others = lentWorlds();
  const server = createServer(async (request, response) => {
    try {
      if (request.method === "DELETE") {
        let text = "";
        for await (const part of request) text += part;
        others.takeBack(...(JSON.parse(text) as [string, string]));
        response.writeHead(204).end();
        return;
      }
      const address = await (request.method === "POST" ? others.lend() : world.address());
      response.writeHead(200).end(JSON.stringify(address));
    } catch (error) {
      response.writeHead(500).end(String((error as Error).message));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  project.provide("worldStarter", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  project.onTestsRerun((tests) => world.refresh({ portal: tests.some((test) => test.project.name !== "portal") }));
  return async () => {
    server.close();
    server.closeAllConnections();
    await Promise.all([world.stop(), others.stop()]);
  };
}
