import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { closeWindow, network, openWindow } from "./portal.tsx";

beforeAll(() => network.listen({ onUnhandledFrame: "bypass" }));
beforeEach(openWindow);
afterEach(closeWindow);
afterAll(() => network.close()); // a later file may load another network: both would hear of its requests
