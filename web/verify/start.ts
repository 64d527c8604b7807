import { followDevice } from "../app/preferences.ts";
import { later } from "../certificate/later.ts";
import { start } from "./page.ts";

followDevice();
start();
// there when the network is gone: a continuity package needs nobody else
later(() => void import("./verifier.ts").catch(() => {}));
