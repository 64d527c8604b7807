import { applyPreferences, followDevice } from "../app/preferences.ts";
import { followSession } from "../app/session-store.ts";
import { carryFlashes } from "../ui/flash.ts";
import { showFlashes } from "./passing-messages.ts";
import { openSignIn } from "./sign-in.ts";

followSession();
carryFlashes();
followDevice();
applyPreferences();
showFlashes();
openSignIn();
