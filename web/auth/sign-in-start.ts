import { applyPreferences, followDevice } from "../session/preferences.ts";
import { followSession } from "../session/session-store.ts";
import { carryFlashes } from "../ui/dialogs/flash.ts";
import { showFlashes } from "./passing-messages.ts";
import { openSignIn } from "./sign-in.ts";

followSession();
carryFlashes();
followDevice();
applyPreferences();
showFlashes();
openSignIn();
