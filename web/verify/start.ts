import { later } from "../content/certificate/later.ts";
import { followDevice } from "../session/preferences.ts";
import { start } from "./page.ts";

followDevice();
start();
// there when the network is gone: a continuity package needs nobody else
later(() => void import("../content/verify/verifier.ts").then(({ prepare }) => prepare()).catch(() => {}));
