import { later } from "../content/certificate/later.ts";
import { isOwnCertificate } from "./own-certificates.ts";
import { fillPanel } from "./verify-panel.ts";

const panel = document.getElementById("verification");
// a panel that cannot be filled stays as it was written, with the way to the verifying page
if (panel) later(() => void fillPanel(panel).catch(() => {}));

const { credential } = panel?.dataset ?? {};
const certificate_id = credential?.replace(/^.*\/|\.json$/g, "");
if (credential && certificate_id && isOwnCertificate(certificate_id))
  void import("./owner-row.ts")
    .then(({ showOwnerRow }) =>
      showOwnerRow(certificate_id, credential, document.body.classList.contains("is-revoked")),
    )
    .catch(() => {}); // the page is whole without it
