import { health } from "../../shared/platform/calls.ts";
import { implement } from "../chain/implement.ts";

export const handler = implement(health, async () => ({ data: { status: "ok" as const } }));
