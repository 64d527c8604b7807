import { html } from "../../../../shared/http/html.ts";
import { type SandboxPage, sandboxPage } from "../page.ts";

/** How the receiver may answer. */
export const answerings = ["ok", "gone", "broken", "slow"] as const;
export type Answering = (typeof answerings)[number];

const answeringWords: Readonly<Record<Answering, string>> = {
  ok: "200: it takes everything",
  gone: "410: it says that it’s gone, which turns the endpoint off",
  broken: "500: it fails, and we try again",
  slow: "Slow: it answers after 20 seconds, which is too late",
};

/** A webhook as it arrived. */
export interface Arrival {
  readonly at: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What the library says of its signature; undefined where no secret was known. */
  readonly verified: { readonly holds: boolean; readonly words: string } | undefined;
}

interface Shown {
  readonly address: string;
  readonly answering: Answering;
  readonly secret: string;
  readonly arrivals: readonly Arrival[];
}

/** The receiver's page: how it answers, the secret that it verifies with, and what has arrived. */
export function receiverPage({ address, answering, secret, arrivals }: Shown): SandboxPage {
  const choices = answerings.map(
    (each) =>
      html`<label><input type="radio" name="answer" value="${each}"${each === answering ? html` checked` : undefined}> ${answeringWords[each]}</label>`,
  );
  const list = arrivals.map(
    ({ at, headers, body, verified }) => html`<li><h3>${headers["webhook-id"] ?? "No webhook-id"}</h3>
<p>${at}<br><strong>${verified === undefined ? "Not verified: no secret yet" : verified.holds ? "Verified" : `Not verified: ${verified.words}`}</strong></p>
<pre tabindex="0">${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n")}

${body}</pre></li>`,
  );
  return sandboxPage(
    "Webhook sandbox",
    html`<h1>A program that hears of webhooks</h1>
<p>Add this address as an endpoint: <code>${address}</code></p>
<form method="post" action="/sandbox/webhooks/settings">
<fieldset><legend>How it answers</legend>${choices}</fieldset>
<label>The endpoint’s secret <input name="secret" value="${secret}" placeholder="whsec_…" autocomplete="off"></label>
<button>Save</button></form>
<h2>What arrived (${arrivals.length})</h2>
<p><a href="/sandbox/webhooks">Look again</a></p>
<ol>${list}</ol>
<form method="post" action="/sandbox/webhooks/settings"><button name="forget" value="all">Forget what arrived</button></form>`,
    { note: "Sandbox: a receiver on this machine", wide: true },
  );
}
