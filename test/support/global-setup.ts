import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { type RunningWorld, startWorldProcess } from "./world-process.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Ask here (GET) for the address of the run's world; the first to ask starts it. */
    worldStarter: string;
  }
}

/** One world for the whole run, started by the first test that needs it and ended with the run. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  let world: Promise<RunningWorld> | undefined;
  const server = createServer(async (_, response) => {
    try {
      world ??= startWorldProcess();
      const { address } = await world;
      response.writeHead(200).end(JSON.stringify(address));
    } catch (error) {
      response.writeHead(500).end(String((error as Error).message));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  provide("worldStarter", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    await (await world?.catch(() => undefined))?.stop();
  };
}
