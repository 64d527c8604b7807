import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { sharedWorld } from "./shared-world.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Ask here (GET) for the address of the run's world; the first to ask starts it. */
    worldStarter: string;
  }
}

/**
 * One world for the whole run, started by the first test that needs it and ended with the run. In watch mode a world
 * whose sources have changed is replaced before the tests run again.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const world = sharedWorld();
  const server = createServer(async (_, response) => {
    try {
      const address = await world.address();
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
    await world.stop();
  };
}
