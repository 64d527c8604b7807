import { later } from "../content/certificate/later.ts";
import { ownListWith } from "./own-certificates.ts";
import { fillPanel } from "./verify-panel.ts";

const panel = document.getElementById("verification");
// a panel that cannot be filled stays as it was written, with the way to the verifying page
if (panel) later(() => void fillPanel(panel).catch(() => {}));

const { credential: credentialPath = "" } = panel?.dataset ?? {};
const certificate_id = credentialPath.replace(/^.*\/|\.json$/g, "");
const listPath = ownListWith(certificate_id);
const isRevoked = document.body.classList.contains("is-revoked");
if (listPath !== undefined)
  void import("./owner-row.ts")
    .then(({ showOwnerRow }) => showOwnerRow({ certificate_id, credentialPath, listPath, isRevoked }))
    .catch(() => {}); // the page is whole without it
