import { later } from "../certificate/later.ts";
import { start } from "./page.ts";

start();
// there when the network is gone: a continuity package needs nobody else
later(() => void import("./verifier.ts").catch(() => {}));
