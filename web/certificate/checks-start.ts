import { later } from "../content/certificate/later.ts";
import { fillPanel } from "./verify-panel.ts";

const panel = document.getElementById("verification");
// a panel that cannot be filled stays as it was written, with the way to the verifying page
if (panel) later(() => void fillPanel(panel).catch(() => {}));
