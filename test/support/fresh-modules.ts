import { vi } from "vitest";

// Files share a worker for the packages' sake alone: our own modules keep clients and settings, so each file has its own.
vi.resetModules();
