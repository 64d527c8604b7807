import { afterEach, beforeEach } from "vitest";
import { closeWindow, openWindow } from "./portal.tsx";

beforeEach(openWindow);
afterEach(closeWindow);
